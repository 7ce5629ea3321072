import type { RequestPermissionOutcome } from '../protocol/base/generated/permission.ts';
import type { RequestId } from '../protocol/base/generated/rpc.ts';
import type { SessionConfigOption } from '../protocol/june/generated/config-option.ts';
import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { PermissionOption } from '../protocol/june/generated/permission.ts';
import type { StopReason } from '../protocol/june/generated/prompt.ts';
import type { ReceivedSessionUpdate } from '../protocol/june/generated/proposal.ts';
import type { ToolCallUpdate } from '../protocol/june/generated/tool-call.ts';
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
} from '../protocol/november/generated/elicitation.ts';
import type { RequestPermissionSubject } from '../protocol/november/generated/permission.ts';
import type { BackgroundWork } from '../protocol/november/generated/state.ts';
import type { Meta } from '../protocol/reading/guard.ts';
import type { Issue, Repair } from '../protocol/reading/issue.ts';
import type { WorkError } from './activity.ts';
import type { Actor } from './actor.ts';
import type { SessionDialect } from './session-readers.ts';

/** Where an event is in the caller's input, such as a line of a file or a position in a log. */
export type Position = number | undefined;

interface Placed {
  /** Diagnostics about the event repeat it. */
  readonly at?: Position;
}

/** The agent sent a `session/update`; `repairs` lists the malformed parts that were left out of it. */
export interface UpdateEvent extends Placed {
  readonly type: 'update';
  readonly update: ReceivedSessionUpdate;
  /** The dialect of the update. Default: `june`. */
  readonly dialect?: SessionDialect;
  readonly repairs?: readonly Repair[];
}

/** The agent sent an update that cannot be read. */
export interface MalformedEvent extends Placed {
  readonly type: 'malformed';
  readonly issues: readonly Issue[];
}

/** A proxy in between left malformed parts out of an update; the update itself arrives on its own. */
interface RepairedEvent extends Placed {
  readonly type: 'repaired';
  readonly repairs: readonly Repair[];
}

/** The client sent `session/prompt`. */
export interface PromptEvent extends Placed {
  readonly type: 'prompt_sent';
  readonly prompt: readonly ContentBlock[];
  /** The id of the request, by which {@link TurnEndEvent} names this turn when several are open. */
  readonly requestId?: RequestId | undefined;
  /** The dialect of the agent, which decides what ends the turn. Default: `june`. */
  readonly dialect?: SessionDialect;
  /** The user message that repeats the prompt already, if it was sent before and its turn runs. */
  readonly messageId?: string | undefined;
  /** Who sent it, if several clients may have. */
  readonly by?: Actor | undefined;
}

/** The agent of a November session has put the prompt into the conversation. */
export interface PromptInsertedEvent extends Placed {
  readonly type: 'prompt_inserted';
  readonly requestId?: RequestId | undefined;
  /** The user message that repeats the prompt; undefined if the agent did not name it. */
  readonly messageId?: string | undefined;
}

/** The agent of a November session has refused the prompt, which is not part of the conversation and never will be. */
export interface PromptRefusedEvent extends Placed {
  readonly type: 'prompt_refused';
  readonly requestId?: RequestId | undefined;
  readonly error: string;
  readonly code?: number | undefined;
}

/** The agent reported what it is doing. An update of type `state_update` says the same. */
export interface ActivityEvent extends Placed {
  readonly type: 'activity';
  readonly state: string;
  readonly stopReason?: string | null | undefined;
  readonly error?: WorkError | null | undefined;
  readonly background?: readonly BackgroundWork[] | null | undefined;
}

/** The prompt was answered, with a stop reason or with an error. */
export interface TurnEndEvent extends Placed {
  readonly type: 'turn_ended';
  readonly requestId?: RequestId | undefined;
  readonly stopReason?: StopReason | undefined;
  readonly error?: string | undefined;
}

/** The client sent `session/cancel`. */
interface CancelEvent extends Placed {
  readonly type: 'cancel_sent';
}

/** The agent asked for permission. June names a tool call; November has a title, and a subject that may be a tool call. */
export interface PermissionOpenEvent extends Placed {
  readonly type: 'permission_opened';
  readonly requestId: RequestId;
  readonly toolCall?: ToolCallUpdate | undefined;
  readonly options: readonly PermissionOption[];
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly subject?: RequestPermissionSubject | null | undefined;
  readonly _meta?: Meta | null | undefined;
  /** The dialect of the request. Default: `june`. */
  readonly dialect?: SessionDialect;
}

/** The permission request was answered, or the agent withdrew it. */
interface PermissionAnswerEvent extends Placed {
  readonly type: 'permission_answered';
  readonly requestId: RequestId;
  readonly outcome?: RequestPermissionOutcome | undefined;
  /** Who answered it, if several clients may have. */
  readonly by?: Actor | undefined;
}

/** The agent withdrew its permission request with `$/cancel_request`. */
interface PermissionWithdrawnEvent extends Placed {
  readonly type: 'permission_withdrawn';
  readonly requestId: RequestId;
}

/** The agent asked for information from the user. */
export interface ElicitationOpenEvent extends Placed {
  readonly type: 'elicitation_opened';
  readonly requestId: RequestId;
  readonly request: CreateElicitationRequest;
}

/** The request for information was answered, or is over: the agent withdrew it, or said that it is complete. */
export interface ElicitationAnswerEvent extends Placed {
  readonly type: 'elicitation_answered';
  readonly requestId: RequestId;
  readonly response?: CreateElicitationResponse | undefined;
  /** Who answered it, if several clients may have. */
  readonly by?: Actor | undefined;
}

/** The client sent `session/load`, or `session/resume` with `replayFrom`: the agent will replay the session from its start. */
interface LoadStartEvent extends Placed {
  readonly type: 'load_started';
  /** `patched`: what is known stays, and the replay patches it by id, as a November agent replays. Default: `cleared`. */
  readonly history?: 'cleared' | 'patched';
}

/** The load was answered, with a result or with an error. */
interface LoadEndEvent extends Placed {
  readonly type: 'load_ended' | 'load_failed';
}

/** A response contained the complete list of config options. */
interface ConfiguredEvent extends Placed {
  readonly type: 'configured';
  readonly configOptions: readonly SessionConfigOption[];
}

/** Everything that can change the state of a session. Logs store these events, so their tags are as on the wire and do not change. */
export type SessionEvent =
  | UpdateEvent
  | MalformedEvent
  | RepairedEvent
  | PromptEvent
  | TurnEndEvent
  | CancelEvent
  | PermissionOpenEvent
  | PermissionAnswerEvent
  | PermissionWithdrawnEvent
  | PromptInsertedEvent
  | PromptRefusedEvent
  | ActivityEvent
  | ElicitationOpenEvent
  | ElicitationAnswerEvent
  | LoadStartEvent
  | LoadEndEvent
  | ConfiguredEvent;
