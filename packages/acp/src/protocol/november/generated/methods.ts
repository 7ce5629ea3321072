// Written by `npm run generate` from generate/definitions. Do not edit.

import type { MethodDefinition } from '../../reading/method.ts';
import {
  LoginAuthRequest,
  LoginAuthResponse,
  LogoutAuthRequest,
  LogoutAuthResponse,
} from './authentication.ts';
import {
  SetSessionConfigOptionRequest,
  SetSessionConfigOptionResponse,
} from './config-option.ts';
import {
  CompleteElicitationNotification,
  CreateElicitationRequest,
  CreateElicitationResponse,
} from './elicitation.ts';
import {
  InitializeRequest,
  InitializeResponse,
} from './initialize.ts';
import {
  RequestPermissionRequest,
  RequestPermissionResponse,
} from './permission.ts';
import {
  CancelSessionNotification,
  PromptRequest,
  PromptResponse,
} from './prompt.ts';
import {
  CancelRequestNotification,
} from './rpc.ts';
import {
  CloseSessionRequest,
  CloseSessionResponse,
  DeleteSessionRequest,
  DeleteSessionResponse,
  ListSessionsRequest,
  ListSessionsResponse,
  NewSessionRequest,
  NewSessionResponse,
  ResumeSessionRequest,
  ResumeSessionResponse,
} from './session-setup.ts';
import {
  UpdateSessionNotification,
} from './session-update.ts';
import {
  CancelTerminalRequest,
  CancelTerminalResponse,
} from './terminal.ts';
import {
  CancelToolCallRequest,
  CancelToolCallResponse,
} from './tool-call.ts';

/** Requests that the agent handles: params and result by method. */
export interface AgentRequests {
  readonly 'initialize': { readonly params: InitializeRequest; readonly result: InitializeResponse };
  readonly 'auth/login': { readonly params: LoginAuthRequest; readonly result: LoginAuthResponse };
  readonly 'auth/logout': { readonly params: LogoutAuthRequest; readonly result: LogoutAuthResponse };
  readonly 'session/new': { readonly params: NewSessionRequest; readonly result: NewSessionResponse };
  readonly 'session/resume': { readonly params: ResumeSessionRequest; readonly result: ResumeSessionResponse };
  readonly 'session/list': { readonly params: ListSessionsRequest; readonly result: ListSessionsResponse };
  readonly 'session/close': { readonly params: CloseSessionRequest; readonly result: CloseSessionResponse };
  readonly 'session/delete': { readonly params: DeleteSessionRequest; readonly result: DeleteSessionResponse };
  readonly 'session/set_config_option': { readonly params: SetSessionConfigOptionRequest; readonly result: SetSessionConfigOptionResponse };
  readonly 'session/prompt': { readonly params: PromptRequest; readonly result: PromptResponse };
  readonly 'tool_call/cancel': { readonly params: CancelToolCallRequest; readonly result: CancelToolCallResponse };
  readonly 'terminal/cancel': { readonly params: CancelTerminalRequest; readonly result: CancelTerminalResponse };
}

/** Notifications that the agent handles: params by method. */
export interface AgentNotifications {
  readonly 'session/cancel': { readonly params: CancelSessionNotification };
}

/** Requests that the client handles: params and result by method. */
export interface ClientRequests {
  readonly 'session/request_permission': { readonly params: RequestPermissionRequest; readonly result: RequestPermissionResponse };
  readonly 'elicitation/create': { readonly params: CreateElicitationRequest; readonly result: CreateElicitationResponse };
}

/** Notifications that the client handles: params by method. */
export interface ClientNotifications {
  readonly 'session/update': { readonly params: UpdateSessionNotification };
  readonly 'elicitation/complete': { readonly params: CompleteElicitationNotification };
}

/** The methods of this dialect by name. */
export const methods = {
  /** Negotiates the protocol version and the capabilities. */
  'initialize': {
    name: 'initialize',
    handledBy: 'agent',
    kind: 'request',
    params: InitializeRequest,
    result: InitializeResponse,
  },
  /** Logs in with one of the offered methods. */
  'auth/login': {
    name: 'auth/login',
    handledBy: 'agent',
    kind: 'request',
    params: LoginAuthRequest,
    result: LoginAuthResponse,
  },
  /** Logs out. */
  'auth/logout': {
    name: 'auth/logout',
    handledBy: 'agent',
    kind: 'request',
    params: LogoutAuthRequest,
    result: LogoutAuthResponse,
  },
  /** Starts a session. */
  'session/new': {
    name: 'session/new',
    handledBy: 'agent',
    kind: 'request',
    params: NewSessionRequest,
    result: NewSessionResponse,
  },
  /** Continues a session and replays its history if asked to. */
  'session/resume': {
    name: 'session/resume',
    handledBy: 'agent',
    kind: 'request',
    params: ResumeSessionRequest,
    result: ResumeSessionResponse,
  },
  /** Lists sessions, by page. */
  'session/list': {
    name: 'session/list',
    handledBy: 'agent',
    kind: 'request',
    params: ListSessionsRequest,
    result: ListSessionsResponse,
  },
  /** Ends the work of a session. */
  'session/close': {
    name: 'session/close',
    handledBy: 'agent',
    kind: 'request',
    params: CloseSessionRequest,
    result: CloseSessionResponse,
  },
  /** Deletes a session. */
  'session/delete': {
    name: 'session/delete',
    handledBy: 'agent',
    kind: 'request',
    params: DeleteSessionRequest,
    result: DeleteSessionResponse,
  },
  /** Sets a configuration option. */
  'session/set_config_option': {
    name: 'session/set_config_option',
    handledBy: 'agent',
    kind: 'request',
    params: SetSessionConfigOptionRequest,
    result: SetSessionConfigOptionResponse,
  },
  /** Adds a message of the user. Answered when it has its place in the conversation. */
  'session/prompt': {
    name: 'session/prompt',
    handledBy: 'agent',
    kind: 'request',
    params: PromptRequest,
    result: PromptResponse,
  },
  /** Asks the agent to end its work. */
  'session/cancel': {
    name: 'session/cancel',
    handledBy: 'agent',
    kind: 'notification',
    params: CancelSessionNotification,
  },
  /** Cancels one tool call. */
  'tool_call/cancel': {
    name: 'tool_call/cancel',
    handledBy: 'agent',
    kind: 'request',
    params: CancelToolCallRequest,
    result: CancelToolCallResponse,
  },
  /** Ends the command of a terminal. */
  'terminal/cancel': {
    name: 'terminal/cancel',
    handledBy: 'agent',
    kind: 'request',
    params: CancelTerminalRequest,
    result: CancelTerminalResponse,
  },
  /** Reports what happened in a session. */
  'session/update': {
    name: 'session/update',
    handledBy: 'client',
    kind: 'notification',
    params: UpdateSessionNotification,
  },
  /** Asks the user for permission. */
  'session/request_permission': {
    name: 'session/request_permission',
    handledBy: 'client',
    kind: 'request',
    params: RequestPermissionRequest,
    result: RequestPermissionResponse,
  },
  /** Asks the user for input. */
  'elicitation/create': {
    name: 'elicitation/create',
    handledBy: 'client',
    kind: 'request',
    params: CreateElicitationRequest,
    result: CreateElicitationResponse,
  },
  /** Reports that an elicitation outside of the client has ended. */
  'elicitation/complete': {
    name: 'elicitation/complete',
    handledBy: 'client',
    kind: 'notification',
    params: CompleteElicitationNotification,
  },
  /** Takes back a request of the sender. */
  '$/cancel_request': {
    name: '$/cancel_request',
    handledBy: 'either',
    kind: 'notification',
    params: CancelRequestNotification,
  },
} as const satisfies Readonly<Record<string, MethodDefinition>>;
