import type { HandlerContext, RequestContext } from '../../jsonrpc/handler-context.ts';
import type { AuthenticateRequest } from '../../protocol/base/generated/authentication.ts';
import type { SetSessionConfigOptionRequest } from '../../protocol/base/generated/config-option.ts';
import type { Implementation } from '../../protocol/base/generated/initialize.ts';
import type { ListSessionsRequest, ListSessionsResponse } from '../../protocol/base/generated/session-setup.ts';
import type { AuthMethod } from '../../protocol/june/generated/authentication.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type {
  LoadSessionRequest,
  NewSessionRequest,
  ResumeSessionRequest,
} from '../../protocol/june/generated/session-setup.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import type { MintId } from './mint-id.ts';
import type { WrittenStopReason } from './outgoing-value.ts';
import type { AgentSession } from './session.ts';
import type { DurableSessions } from './session-recorder.ts';
import type { Turn } from './turn.ts';

type Awaitable<T> = T | Promise<T>;

/** What a session offers from the start. */
export interface SessionSetup {
  readonly configOptions?: readonly SessionConfigOption[];
  readonly _meta?: Meta;
}

/** How people authenticate with the agent. */
export interface Authentication {
  readonly methods: readonly AuthMethod[];
  /** Whether sessions are refused with -32000 until `authenticate` has succeeded. */
  readonly isRequired?: boolean;
  authenticate(request: AuthenticateRequest, context: RequestContext): Awaitable<void>;
  /** Present if the agent can log out. */
  logout?(context: RequestContext): Awaitable<void>;
}

/** What a handler of prompts may return: why the turn ended, or nothing. */
export type TurnOutcome = WrittenStopReason | undefined | void;

/** Everything that an agent may define besides its handler of prompts. */
export interface AgentAbilities {
  readonly info?: Implementation;
  /** What prompts may contain besides text and links. */
  readonly accepts?: { readonly image?: boolean; readonly audio?: boolean; readonly embeddedContext?: boolean };
  /** Which MCP servers the agent connects to. */
  readonly mcp?: { readonly stdio?: boolean; readonly http?: boolean };
  /** Whether sessions may have directories besides their working directory. */
  readonly additionalDirectories?: boolean;
  readonly authentication?: Authentication;
  /**
   * Keeps sessions in a log: they can be listed, loaded, resumed, deleted and closed without further code. `session.history`
   * is what happened in a session, and the hooks below run besides.
   */
  readonly sessions?: DurableSessions;
  /** Prepares a new session. */
  newSession?(
    request: NewSessionRequest,
    session: AgentSession,
    context: RequestContext,
  ): Awaitable<SessionSetup | void>;
  /**
   * Brings a session back and replays it through the session it is given, before it returns (A14). When the client cancels that, closes the
   * session or leaves, `context.signal` aborts and nobody waits any longer.
   */
  loadSession?(
    request: LoadSessionRequest,
    session: AgentSession,
    context: RequestContext,
  ): Awaitable<SessionSetup | void>;
  /** Brings a session back without a replay (A16); it is given up like a load. */
  resumeSession?(
    request: ResumeSessionRequest,
    session: AgentSession,
    context: RequestContext,
  ): Awaitable<SessionSetup | void>;
  /** Lists sessions, a page at a time. */
  listSessions?(request: ListSessionsRequest, context: RequestContext): Awaitable<ListSessionsResponse>;
  /** Deletes a session; quietly if there is none (A20). */
  deleteSession?(sessionId: string, context: RequestContext): Awaitable<void>;
  /** Frees what a session uses, after its turn was cancelled and has ended (A17). */
  closeSession?(session: AgentSession, context: RequestContext): Awaitable<void>;
  /** Sets an option and gives the complete list, since one option may change others (A22). */
  setConfigOption?(
    request: SetSessionConfigOptionRequest,
    session: AgentSession,
    context: RequestContext,
  ): Awaitable<readonly SessionConfigOption[]>;
  /** Requests that the protocol does not define, by method. */
  readonly requests?: Readonly<Record<string, (params: unknown, context: RequestContext) => unknown>>;
  /**
   * Notifications that the protocol does not define, by method. They are handled in order: nothing that came later is handled
   * before the promise of a handler has settled. Ask the client by `context.request` here; a request made on the connection
   * is answered in that order too, and awaited here it would never be.
   */
  readonly notifications?: Readonly<Record<string, (params: unknown, context: HandlerContext) => unknown>>;
  /** What becomes of a prompt while a turn is running: it waits for its turn (default), or is refused. */
  readonly whenBusy?: 'queue' | 'refuse';
  /** Whether the accepted prompt is sent back as a user message with an id (default), so that it can be patched later. */
  readonly acknowledgesPrompts?: boolean;
  /** Extensions that the agent advertises (B12). */
  readonly _meta?: Meta;
  /** Where ids come from; random by default. */
  readonly mintId?: MintId;
}

/** An agent, as its author writes it. What it can do is read off what is there. */
export interface AgentDefinition extends AgentAbilities {
  /** Runs a turn; no stop reason means `end_turn`. */
  prompt(turn: Turn): Awaitable<TurnOutcome>;
}

/**
 * An agent whose handler of prompts is async, as most are. It has a type of its own because TypeScript before 6.0 takes the only word
 * that an async function returns for any text where a value would do as well as a promise.
 */
export interface AsyncAgentDefinition extends AgentAbilities {
  /** Runs a turn; no stop reason means `end_turn`. */
  prompt(turn: Turn): Promise<TurnOutcome>;
}

/** What an agent does with sessions besides their turns. */
export type SessionHooks = Pick<
  AgentAbilities,
  'newSession' | 'loadSession' | 'resumeSession' | 'listSessions' | 'deleteSession' | 'closeSession'
>;
