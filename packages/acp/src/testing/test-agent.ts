import type { Dialect } from '../protocol/dialects.ts';
import type { PromptResponse } from '../protocol/june/generated/prompt.ts';
import type { ReceivedSessionUpdate } from '../protocol/june/generated/proposal.ts';
import { present } from '../protocol/reading/optional.ts';
import { type Agent, agent as agentOf } from '../roles/agent/agent.ts';
import type { AgentDefinition } from '../roles/agent/definition.ts';
import type { AgentEvent } from '../roles/agent/event.ts';
import { serve } from '../roles/agent/serve.ts';
import type { Client, SessionRequest } from '../roles/client/client.ts';
import { connect } from '../roles/client/connect.ts';
import type { ClientOptions } from '../roles/client/options.ts';
import type { PermissionRequest } from '../roles/client/permission-request.ts';
import type { ClientSession, PromptOptions } from '../roles/client/session.ts';
import type { PermissionReply } from '../roles/client/session-permissions.ts';
import type { ContentLike } from '../roles/content.ts';
import type { SessionState } from '../session/state.ts';
import type { AsyncCloseable } from '../transport/async-closeable.ts';
import { memoryPair } from '../transport/memory-pair.ts';
import { messageText } from '../view/message-text.ts';

/** How permission requests are answered: each by `allow` or `reject`, by a list in order, or by a function. */
export type TestPermissions =
  | 'allow'
  | 'reject'
  | readonly ('allow' | 'reject' | 'cancel')[]
  | ((request: PermissionRequest) => PermissionReply | Promise<PermissionReply>);

/** Options of {@link testAgent}. */
export interface TestAgentOptions {
  /** What the client speaks. Default: `november`. */
  readonly dialect?: Dialect;
  /** Default: `allow`. A list that is used up is an error of the test. */
  readonly permissions?: TestPermissions;
  /** Where the session works. Default: `/project`. */
  readonly session?: Partial<SessionRequest>;
  /** Further options of the client. */
  readonly client?: Omit<ClientOptions, 'requestPermission' | 'permissions' | 'onUpdate' | 'prefers'>;
}

/** What happened in a turn. */
export interface TestedTurn extends PromptResponse {
  /** The text of the messages that the agent began in the turn, without its thoughts. */
  readonly text: string;
  /** The updates of the turn, in order. */
  readonly updates: readonly ReceivedSessionUpdate[];
  /** The permission requests of the turn. */
  readonly asked: readonly PermissionRequest[];
}

/** An agent under test, connected to a client in the same process. */
export interface TestedAgent extends AsyncCloseable {
  readonly client: Client;
  readonly session: ClientSession;
  /** The state of the session. */
  readonly state: SessionState;
  /** The updates of the session so far. */
  readonly updates: readonly ReceivedSessionUpdate[];
  /** The permission requests of the session so far. */
  readonly asked: readonly PermissionRequest[];
  /** The events of the agent's side, such as handlers that failed. */
  readonly events: readonly AgentEvent[];
  /** Sends a prompt, and resolves with what happened until its end. */
  prompt(content: ContentLike, options?: PromptOptions): Promise<TestedTurn>;
  /** Returns what the agent said in the latest turn. */
  text(): string;
  /** Ends the connection, and waits for the end of the agent's work. */
  close(): Promise<void>;
}

/**
 * Connects an agent to a client in memory and opens a session, for a test in any test runner. Permission requests are allowed unless the
 * options say otherwise. Close it at the end of the test, or declare it with `await using`.
 */
export async function testAgent(
  tested: Agent | AgentDefinition,
  { dialect = 'november', permissions = 'allow', session: where, client: more }: TestAgentOptions = {},
): Promise<TestedAgent> {
  const updates: ReceivedSessionUpdate[] = [];
  const asked: PermissionRequest[] = [];
  const events: AgentEvent[] = [];
  const answer = answers(permissions);
  const [near, far] = memoryPair();
  const served = 'definition' in tested ? tested : agentOf(tested);
  const connection = serve(served, far, { bridge: { dialects: [dialect] }, onEvent: (event) => events.push(event) });
  const client = await connect(near, {
    ...more,
    ...present({ prefers: dialect === 'v1' ? undefined : dialect }),
    onUpdate: (update) => updates.push(update),
    requestPermission(request) {
      asked.push(request);
      return answer(request);
    },
  });
  const close = async (): Promise<void> => {
    await client.close();
    await connection.closed;
  };
  let session: ClientSession;
  try {
    session = await client.newSession({ cwd: '/project', ...where });
  } catch (error) {
    await close();
    throw error;
  }
  let latest = '';
  return {
    client,
    session,
    updates,
    asked,
    events,
    get state() {
      return session.state;
    },
    async prompt(content, options) {
      const before = { updates: updates.length, asked: asked.length, messages: agentMessages(session.state) };
      const outcome = await session.prompt(content, options);
      latest = textSince(session.state, before.messages);
      return { ...outcome, text: latest, updates: updates.slice(before.updates), asked: asked.slice(before.asked) };
    },
    text: () => latest,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Returns the ids of the messages of the agent. */
function agentMessages({ messages }: SessionState): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { kind, messageId } of messages) if (kind === 'agent') ids.add(messageId);
  return ids;
}

/** Returns the text of the messages of the agent that were not there before. */
function textSince({ messages }: SessionState, before: ReadonlySet<string>): string {
  let text = '';
  for (const message of messages)
    if (message.kind === 'agent' && !before.has(message.messageId)) text += messageText(message);
  return text;
}

function answers(
  permissions: TestPermissions,
): (request: PermissionRequest) => PermissionReply | Promise<PermissionReply> {
  if (typeof permissions === 'function') return permissions;
  if (typeof permissions === 'string') return (request) => chosen(request, permissions);
  const script = [...permissions];
  return (request) => {
    const next = script.shift();
    if (next === undefined)
      throw new Error(`The agent asked for permission once more than the test has answers: ${request.title}`);
    return next === 'cancel' ? { outcome: 'cancelled' } : chosen(request, next);
  };
}

/** Returns the option that means this, for once if there is one. */
function chosen({ options, title }: PermissionRequest, answer: 'allow' | 'reject'): string {
  const kinds = [`${answer}_once`, `${answer}_always`];
  const option = kinds.map((kind) => options.find((each) => each.kind === kind)).find((each) => each !== undefined);
  if (option === undefined) throw new Error(`The agent offers no option to ${answer} it: ${title}`);
  return option.optionId;
}
