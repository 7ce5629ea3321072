// Written by `npm run generate` from generate/definitions. Do not edit.

import type { MethodDefinition } from '../../reading/method.ts';
import {
  AuthenticateRequest,
  AuthenticateResponse,
  LogoutRequest,
  LogoutResponse,
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
  ReadTextFileRequest,
  ReadTextFileResponse,
  WriteTextFileRequest,
  WriteTextFileResponse,
} from './file-system.ts';
import {
  InitializeRequest,
  InitializeResponse,
} from './initialize.ts';
import {
  SetSessionModeRequest,
  SetSessionModeResponse,
} from './mode.ts';
import {
  RequestPermissionRequest,
  RequestPermissionResponse,
} from './permission.ts';
import {
  CancelNotification,
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
  LoadSessionRequest,
  LoadSessionResponse,
  NewSessionRequest,
  NewSessionResponse,
  ResumeSessionRequest,
  ResumeSessionResponse,
} from './session-setup.ts';
import {
  SessionNotification,
} from './session-update.ts';
import {
  CreateTerminalRequest,
  CreateTerminalResponse,
  KillTerminalRequest,
  KillTerminalResponse,
  ReleaseTerminalRequest,
  ReleaseTerminalResponse,
  TerminalOutputRequest,
  TerminalOutputResponse,
  WaitForTerminalExitRequest,
  WaitForTerminalExitResponse,
} from './terminal.ts';

/** Requests that the agent handles: params and result by method. */
export interface AgentRequests {
  readonly 'initialize': { readonly params: InitializeRequest; readonly result: InitializeResponse };
  readonly 'authenticate': { readonly params: AuthenticateRequest; readonly result: AuthenticateResponse };
  readonly 'logout': { readonly params: LogoutRequest; readonly result: LogoutResponse };
  readonly 'session/new': { readonly params: NewSessionRequest; readonly result: NewSessionResponse };
  readonly 'session/load': { readonly params: LoadSessionRequest; readonly result: LoadSessionResponse };
  readonly 'session/resume': { readonly params: ResumeSessionRequest; readonly result: ResumeSessionResponse };
  readonly 'session/list': { readonly params: ListSessionsRequest; readonly result: ListSessionsResponse };
  readonly 'session/delete': { readonly params: DeleteSessionRequest; readonly result: DeleteSessionResponse };
  readonly 'session/close': { readonly params: CloseSessionRequest; readonly result: CloseSessionResponse };
  readonly 'session/set_config_option': { readonly params: SetSessionConfigOptionRequest; readonly result: SetSessionConfigOptionResponse };
  readonly 'session/prompt': { readonly params: PromptRequest; readonly result: PromptResponse };
  readonly 'session/set_mode': { readonly params: SetSessionModeRequest; readonly result: SetSessionModeResponse };
}

/** Notifications that the agent handles: params by method. */
export interface AgentNotifications {
  readonly 'session/cancel': { readonly params: CancelNotification };
}

/** Requests that the client handles: params and result by method. */
export interface ClientRequests {
  readonly 'session/request_permission': { readonly params: RequestPermissionRequest; readonly result: RequestPermissionResponse };
  readonly 'elicitation/create': { readonly params: CreateElicitationRequest; readonly result: CreateElicitationResponse };
  readonly 'fs/read_text_file': { readonly params: ReadTextFileRequest; readonly result: ReadTextFileResponse };
  readonly 'fs/write_text_file': { readonly params: WriteTextFileRequest; readonly result: WriteTextFileResponse };
  readonly 'terminal/create': { readonly params: CreateTerminalRequest; readonly result: CreateTerminalResponse };
  readonly 'terminal/output': { readonly params: TerminalOutputRequest; readonly result: TerminalOutputResponse };
  readonly 'terminal/wait_for_exit': { readonly params: WaitForTerminalExitRequest; readonly result: WaitForTerminalExitResponse };
  readonly 'terminal/kill': { readonly params: KillTerminalRequest; readonly result: KillTerminalResponse };
  readonly 'terminal/release': { readonly params: ReleaseTerminalRequest; readonly result: ReleaseTerminalResponse };
}

/** Notifications that the client handles: params by method. */
export interface ClientNotifications {
  readonly 'session/update': { readonly params: SessionNotification };
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
  /** Authenticates with one of the offered methods. */
  'authenticate': {
    name: 'authenticate',
    handledBy: 'agent',
    kind: 'request',
    params: AuthenticateRequest,
    result: AuthenticateResponse,
  },
  /** Logs out. */
  'logout': {
    name: 'logout',
    handledBy: 'agent',
    kind: 'request',
    params: LogoutRequest,
    result: LogoutResponse,
  },
  /** Starts a session. */
  'session/new': {
    name: 'session/new',
    handledBy: 'agent',
    kind: 'request',
    params: NewSessionRequest,
    result: NewSessionResponse,
  },
  /** Continues a session and replays its history. */
  'session/load': {
    name: 'session/load',
    handledBy: 'agent',
    kind: 'request',
    params: LoadSessionRequest,
    result: LoadSessionResponse,
  },
  /** Continues a session without replaying its history. */
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
  /** Deletes a session. */
  'session/delete': {
    name: 'session/delete',
    handledBy: 'agent',
    kind: 'request',
    params: DeleteSessionRequest,
    result: DeleteSessionResponse,
  },
  /** Ends the work of a session. */
  'session/close': {
    name: 'session/close',
    handledBy: 'agent',
    kind: 'request',
    params: CloseSessionRequest,
    result: CloseSessionResponse,
  },
  /** Sets a configuration option. */
  'session/set_config_option': {
    name: 'session/set_config_option',
    handledBy: 'agent',
    kind: 'request',
    params: SetSessionConfigOptionRequest,
    result: SetSessionConfigOptionResponse,
  },
  /** Starts a turn. Answered when the turn ends. */
  'session/prompt': {
    name: 'session/prompt',
    handledBy: 'agent',
    kind: 'request',
    params: PromptRequest,
    result: PromptResponse,
  },
  /** Asks the agent to end the running turn. */
  'session/cancel': {
    name: 'session/cancel',
    handledBy: 'agent',
    kind: 'notification',
    params: CancelNotification,
  },
  /** Reports what happened in a session. */
  'session/update': {
    name: 'session/update',
    handledBy: 'client',
    kind: 'notification',
    params: SessionNotification,
  },
  /** Asks the user about a tool call. */
  'session/request_permission': {
    name: 'session/request_permission',
    handledBy: 'client',
    kind: 'request',
    params: RequestPermissionRequest,
    result: RequestPermissionResponse,
  },
  /** Changes the mode. */
  'session/set_mode': {
    name: 'session/set_mode',
    handledBy: 'agent',
    kind: 'request',
    params: SetSessionModeRequest,
    result: SetSessionModeResponse,
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
  /** Reads a file of the client. */
  'fs/read_text_file': {
    name: 'fs/read_text_file',
    handledBy: 'client',
    kind: 'request',
    params: ReadTextFileRequest,
    result: ReadTextFileResponse,
  },
  /** Writes a file of the client. */
  'fs/write_text_file': {
    name: 'fs/write_text_file',
    handledBy: 'client',
    kind: 'request',
    params: WriteTextFileRequest,
    result: WriteTextFileResponse,
  },
  /** Runs a command in a terminal. */
  'terminal/create': {
    name: 'terminal/create',
    handledBy: 'client',
    kind: 'request',
    params: CreateTerminalRequest,
    result: CreateTerminalResponse,
  },
  /** Returns the output so far. */
  'terminal/output': {
    name: 'terminal/output',
    handledBy: 'client',
    kind: 'request',
    params: TerminalOutputRequest,
    result: TerminalOutputResponse,
  },
  /** Waits until the command has ended. */
  'terminal/wait_for_exit': {
    name: 'terminal/wait_for_exit',
    handledBy: 'client',
    kind: 'request',
    params: WaitForTerminalExitRequest,
    result: WaitForTerminalExitResponse,
  },
  /** Ends the command. */
  'terminal/kill': {
    name: 'terminal/kill',
    handledBy: 'client',
    kind: 'request',
    params: KillTerminalRequest,
    result: KillTerminalResponse,
  },
  /** Frees the terminal. */
  'terminal/release': {
    name: 'terminal/release',
    handledBy: 'client',
    kind: 'request',
    params: ReleaseTerminalRequest,
    result: ReleaseTerminalResponse,
  },
  /** Takes back a request of the sender. */
  '$/cancel_request': {
    name: '$/cancel_request',
    handledBy: 'either',
    kind: 'notification',
    params: CancelRequestNotification,
  },
} as const satisfies Readonly<Record<string, MethodDefinition>>;
