import type {
  AuthenticateRequest,
  AuthenticateResponse,
  LogoutRequest,
  LogoutResponse,
} from '../../protocol/base/generated/authentication.ts';
import type { ListSessionsRequest, ListSessionsResponse } from '../../protocol/base/generated/session-setup.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type { InitializeResponse } from '../../protocol/june/generated/initialize.ts';
import type { McpServer } from '../../protocol/june/generated/mcp.ts';
import type { ReplayFrom } from '../../protocol/november/generated/session-setup.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import type { Decoded } from '../../protocol/reading/issue.ts';
import type { SessionEvent, UpdateEvent } from '../../session/event.ts';
import type { SessionDialect } from '../../session/session-readers.ts';
import type { SessionState } from '../../session/state.ts';
import type { ReadPermission, StoredCall } from './permission-request.ts';
import type { PromptLine, PromptLineParts } from './prompt-line.ts';
import type { SetupAnswer } from './setup-answer.ts';
import type { CallOptions, TypedCallOptions } from './typed-peer.ts';

/** The params of `session/new`. */
interface NewSessionParams {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[];
  readonly mcpServers: readonly McpServer[];
  readonly _meta?: Meta;
}

/** The params of a request that opens an earlier session. */
interface EarlierSessionParams extends Omit<NewSessionParams, 'mcpServers'> {
  readonly sessionId: string;
  readonly mcpServers?: readonly McpServer[];
}

/** Names a session. */
interface InSession {
  readonly sessionId: string;
}

/** An answer that sets a session up. */
type OpenedSession = Pick<SetupAnswer, 'configOptions' | '_meta'>;

/** A new value of a configuration option. */
interface ConfigValueParams extends InSession {
  readonly configId: string;
  readonly value: string | boolean;
  readonly _meta?: Meta;
}

/** The answer to `session/set_config_option`. */
export interface ConfiguredAnswer {
  readonly configOptions: readonly SessionConfigOption[];
  readonly _meta?: Meta | null;
}

/** An update and its session. */
interface UpdateParams extends InSession {
  readonly update: UpdateEvent['update'];
}

/** Asks an agent in its own dialect. Params and answers are the same for all dialects: those of the session state. */
export interface AgentCalls {
  /** The dialect that the agent speaks, or is translated to. */
  readonly dialect: SessionDialect;
  /** The event with which a load starts. */
  readonly loadStarted: (state: SessionState) => SessionEvent;
  /** Reads the answer to `initialize`; throws if it is malformed. */
  readAgent(answer: unknown): InitializeResponse;
  newSession<Seen>(params: NewSessionParams, options: TypedCallOptions<OpenedSession & InSession, Seen>): Promise<Seen>;
  /** Opens an earlier session with its history, which arrives before the answer. */
  loadSession<Seen>(
    params: EarlierSessionParams & Pick<NewSessionParams, 'mcpServers'>,
    options: TypedCallOptions<OpenedSession, Seen>,
  ): Promise<Seen>;
  /** Opens an earlier session without its history, or with what an extension of the agent replays. */
  resumeSession<Seen>(
    params: EarlierSessionParams & { readonly replayFrom?: ReplayFrom },
    options: TypedCallOptions<OpenedSession, Seen>,
  ): Promise<Seen>;
  listSessions(params: ListSessionsRequest, options: CallOptions): Promise<ListSessionsResponse>;
  closeSession(params: InSession, options: CallOptions): Promise<void>;
  deleteSession(params: InSession, options: CallOptions): Promise<void>;
  login(params: AuthenticateRequest, options: CallOptions): Promise<AuthenticateResponse>;
  logout(params: LogoutRequest, options: CallOptions): Promise<LogoutResponse>;
  /** Sets an option; `known` are the options of the session. */
  setConfigOption<Seen>(
    params: ConfigValueParams,
    known: readonly SessionConfigOption[],
    options: TypedCallOptions<ConfiguredAnswer, Seen>,
  ): Promise<Seen>;
  /** Cancels a tool call of a session in this state; resolves with false if it cannot be cancelled any more. */
  cancelToolCall(
    state: SessionState,
    params: InSession & { readonly toolCallId: string },
    options: CallOptions,
  ): Promise<boolean>;
  /** Ends the command of a terminal of a session in this state; resolves with false if it cannot be ended any more. */
  cancelTerminal(
    state: SessionState,
    params: InSession & { readonly terminalId: string },
    options: CallOptions,
  ): Promise<boolean>;
  /** Starts to send the prompts of a session. */
  promptLine(parts: PromptLineParts): PromptLine;
  /** Reads the params of `session/update`. */
  readUpdate(params: unknown): Decoded<UpdateParams>;
  /** Reads the params of `session/request_permission`; throws an `RpcError` if they are malformed. */
  readPermission(params: unknown, callOf: StoredCall): ReadPermission;
}
