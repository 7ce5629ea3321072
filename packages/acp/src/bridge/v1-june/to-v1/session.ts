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

/** A message as the v1 client has it. */
export interface ShownMessage {
  readonly kind: MessageKind;
  readonly id: string;
  /** The id that the v1 client knows it by. */
  alias: string;
  /** What has been sent under that id. */
  content: ShownContent;
  /** The id that the next chunk says it takes the place of. */
  replaces: string | undefined;
  /** Whether the next chunk stands behind a separator. */
  isSeparatorDue: boolean;
  /** `_meta` of the message that waits for a chunk to ride on. */
  pendingMeta: Meta | undefined;
  /** The `_meta` of this message that the client was sent last. */
  sentMeta: Meta | undefined;
  /** Whether that was cleared since, which the client cannot be told. */
  isSentMetaCleared: boolean;
  /** Whether the client shows it as its own prompt, not under an id. */
  isEcho: boolean;
  /** What is held back: all its content, or what follows the content sent. */
  held: { readonly isWhole: boolean; readonly chunks: HeldChunk[] } | undefined;
}

/** A tool call as the v1 client has it. */
export interface ShownToolCall {
  readonly id: string;
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
  /** The size of the content, of what of it was sent last, and of all that was ever sent. */
  size: number;
  sentSize: number;
  totalSent: number;
}

/** The prompt whose echo is awaited, and the user message that may turn out to be it. */
interface AwaitedEcho {
  readonly prompt: ShownContent;
  candidate:
    | { readonly message: ShownMessage; readonly content: ShownContent; readonly chunks: HeldChunk[] }
    | undefined;
}

/** What the bridge remembers of a session towards a v1 client. */
export interface Session {
  readonly id: string;
  /** The messages of each kind by their ids. */
  readonly messages: Readonly<Record<MessageKind, Map<string, ShownMessage>>>;
  /** The ids made up towards the client. */
  readonly aliases: Set<string>;
  /** What a clear without an id means. */
  readonly latest: CurrentMessages<ShownMessage>;
  /** Messages that hold something back, in the order in which they began to. */
  readonly holding: Set<ShownMessage>;
  readonly metaPending: Set<ShownMessage>;
  readonly toolCalls: Map<string, ShownToolCall>;
  /** Tool calls with content that was not sent yet. */
  readonly unsent: Set<ShownToolCall>;
  readonly plans: Map<string, readonly v1.PlanEntry[] | undefined>;
  options: readonly june.SessionConfigOption[];
  echo: AwaitedEcho | undefined;
}

/** Whether the client knows, or may yet know, something by this id. */
export function isIdTaken({ aliases, messages }: Session, id: string): boolean {
  return aliases.has(id) || messages.user.has(id) || messages.agent.has(id) || messages.thought.has(id);
}

/** A session of which nothing is known. */
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
