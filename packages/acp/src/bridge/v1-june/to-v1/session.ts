import type { Meta } from '../../../protocol/reading/guard.ts';
import type { MessageKind } from '../../../session/message.ts';
import { CurrentMessages } from '../../current-messages.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import type { ShownContent } from './shown-content.ts';

/** A chunk that is held back. */
export interface HeldChunk {
  readonly block: june.ContentBlock;
  readonly meta: Meta | null | undefined;
}

/** A message as the v1 client knows it. */
export interface ShownMessage {
  readonly kind: MessageKind;
  readonly id: string;
  /** The id that the message has for the v1 client. */
  alias: string;
  /** What has been sent under that id. */
  content: ShownContent;
  /** The id of the message that the next chunk says it replaces. */
  replaces: string | undefined;
  /** Whether a separator comes before the next chunk. */
  isSeparatorDue: boolean;
  /** `_meta` of the message that the next chunk will carry. */
  pendingMeta: Meta | undefined;
  /** The `_meta` of this message that the client was sent last. */
  sentMeta: Meta | undefined;
  /** Whether it was cleared since, which v1 cannot say. */
  isSentMetaCleared: boolean;
  /** Whether it is the echo of a prompt, which the client shows by itself. */
  isEcho: boolean;
  /** What is held back: the whole content, or what follows the content that was sent. */
  held: { readonly isWhole: boolean; readonly chunks: HeldChunk[] } | undefined;
}

/** A tool call as the v1 client knows it. */
export interface ShownToolCall {
  readonly id: string;
  name: string | undefined;
  title: string;
  isTitleGeneric: boolean;
  kind: v1.ToolKind;
  /** The last status that v1 knows. */
  status: v1.ToolCallStatus | undefined;
  unknownKind: string | undefined;
  unknownStatus: string | undefined;
  meta: Meta | undefined;
  content: v1.ToolCallContent[];
  locations: readonly v1.ToolCallLocation[];
  rawInput: unknown;
  rawOutput: unknown;
  /** The size of the content, its size when it was last sent, and the total of all that was sent. */
  size: number;
  sentSize: number;
  totalSent: number;
}

/** A prompt whose echo is expected. */
export interface AwaitedPrompt {
  /** The params of its request. */
  readonly request: object;
  readonly content: ShownContent;
}

/** The prompts whose echoes are expected, in the order in which they were sent, and the user message that may be one of them. */
interface AwaitedEcho {
  readonly prompts: readonly AwaitedPrompt[];
  candidate:
    | { readonly message: ShownMessage; readonly content: ShownContent; readonly chunks: HeldChunk[] }
    | undefined;
}

/** The memory of a session with a v1 client. */
export interface Session {
  readonly id: string;
  /** The messages of each kind by their ids. */
  readonly messages: Readonly<Record<MessageKind, Map<string, ShownMessage>>>;
  /** The ids that were made up for the client. */
  readonly aliases: Set<string>;
  /** What a clear without an id means. */
  readonly latest: CurrentMessages<ShownMessage>;
  /** Messages of which something is held back, in the order in which that began. */
  readonly holding: Set<ShownMessage>;
  readonly metaPending: Set<ShownMessage>;
  readonly toolCalls: Map<string, ShownToolCall>;
  /** Tool calls with content that has not been sent yet. */
  readonly unsent: Set<ShownToolCall>;
  readonly plans: Map<string, readonly v1.PlanEntry[] | undefined>;
  options: readonly june.SessionConfigOption[];
  echo: AwaitedEcho | undefined;
}

/** Returns whether an id is in use, or may be used, for a message. */
export function isIdTaken({ aliases, messages }: Session, id: string): boolean {
  return aliases.has(id) || messages.user.has(id) || messages.agent.has(id) || messages.thought.has(id);
}

/** Returns the memory of a new session. */
export function newSession(id: string): Session {
  return {
    id,
    messages: { user: new Map(), agent: new Map(), thought: new Map() },
    aliases: new Set(),
    latest: new CurrentMessages(),
    holding: new Set(),
    metaPending: new Set(),
    toolCalls: new Map(),
    unsent: new Set(),
    plans: new Map(),
    options: [],
    echo: undefined,
  };
}
