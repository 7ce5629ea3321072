// Written by `npm run generate` from generate/definitions. Do not edit.

import type { MethodDefinition } from '../../reading/method.ts';
import {
  decodeAuthenticateRequest,
  isAuthenticateRequest,
  AuthenticateRequestShape,
  type AuthenticateRequest,
  decodeAuthenticateResponse,
  isAuthenticateResponse,
  AuthenticateResponseShape,
  type AuthenticateResponse,
  decodeLogoutRequest,
  isLogoutRequest,
  LogoutRequestShape,
  type LogoutRequest,
  decodeLogoutResponse,
  isLogoutResponse,
  LogoutResponseShape,
  type LogoutResponse,
} from '../../base/generated/authentication.ts';
import {
  decodeSetSessionConfigOptionRequest,
  isSetSessionConfigOptionRequest,
  SetSessionConfigOptionRequestShape,
  type SetSessionConfigOptionRequest,
} from '../../base/generated/config-option.ts';
import {
  decodeRequestPermissionResponse,
  isRequestPermissionResponse,
  RequestPermissionResponseShape,
  type RequestPermissionResponse,
} from '../../base/generated/permission.ts';
import {
  decodeCancelNotification,
  isCancelNotification,
  CancelNotificationShape,
  type CancelNotification,
} from '../../base/generated/prompt.ts';
import {
  decodeCloseSessionRequest,
  isCloseSessionRequest,
  CloseSessionRequestShape,
  type CloseSessionRequest,
  decodeCloseSessionResponse,
  isCloseSessionResponse,
  CloseSessionResponseShape,
  type CloseSessionResponse,
  decodeDeleteSessionRequest,
  isDeleteSessionRequest,
  DeleteSessionRequestShape,
  type DeleteSessionRequest,
  decodeDeleteSessionResponse,
  isDeleteSessionResponse,
  DeleteSessionResponseShape,
  type DeleteSessionResponse,
  decodeListSessionsRequest,
  isListSessionsRequest,
  ListSessionsRequestShape,
  type ListSessionsRequest,
  decodeListSessionsResponse,
  isListSessionsResponse,
  ListSessionsResponseShape,
  type ListSessionsResponse,
} from '../../base/generated/session-setup.ts';
import {
  decodeSetSessionConfigOptionResponse,
  isSetSessionConfigOptionResponse,
  SetSessionConfigOptionResponseShape,
  type SetSessionConfigOptionResponse,
} from './config-option.ts';
import {
  decodeInitializeRequest,
  isInitializeRequest,
  InitializeRequestShape,
  type InitializeRequest,
  decodeInitializeResponse,
  isInitializeResponse,
  InitializeResponseShape,
  type InitializeResponse,
} from './initialize.ts';
import {
  decodeRequestPermissionRequest,
  isRequestPermissionRequest,
  RequestPermissionRequestShape,
  type RequestPermissionRequest,
} from './permission.ts';
import {
  decodePromptRequest,
  isPromptRequest,
  PromptRequestShape,
  type PromptRequest,
  decodePromptResponse,
  isPromptResponse,
  PromptResponseShape,
  type PromptResponse,
} from './prompt.ts';
import {
  decodeLoadSessionRequest,
  isLoadSessionRequest,
  LoadSessionRequestShape,
  type LoadSessionRequest,
  decodeLoadSessionResponse,
  isLoadSessionResponse,
  LoadSessionResponseShape,
  type LoadSessionResponse,
  decodeNewSessionRequest,
  isNewSessionRequest,
  NewSessionRequestShape,
  type NewSessionRequest,
  decodeNewSessionResponse,
  isNewSessionResponse,
  NewSessionResponseShape,
  type NewSessionResponse,
  decodeResumeSessionRequest,
  isResumeSessionRequest,
  ResumeSessionRequestShape,
  type ResumeSessionRequest,
  decodeResumeSessionResponse,
  isResumeSessionResponse,
  ResumeSessionResponseShape,
  type ResumeSessionResponse,
} from './session-setup.ts';
import {
  decodeSessionNotification,
  isSessionNotification,
  SessionNotificationShape,
  type SessionNotification,
} from './session-update.ts';

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
}

/** Notifications that the agent handles: params by method. */
export interface AgentNotifications {
  readonly 'session/cancel': { readonly params: CancelNotification };
}

/** Requests that the client handles: params and result by method. */
export interface ClientRequests {
  readonly 'session/request_permission': { readonly params: RequestPermissionRequest; readonly result: RequestPermissionResponse };
}

/** Notifications that the client handles: params by method. */
export interface ClientNotifications {
  readonly 'session/update': { readonly params: SessionNotification };
}

/** Every method of this version, as data. */
export const methods = {
  /** Agree on a version and on what each side can do. */
  'initialize': {
    name: 'initialize',
    handledBy: 'agent',
    kind: 'request',
    params: { name: 'InitializeRequest', is: isInitializeRequest, decode: decodeInitializeRequest, shape: InitializeRequestShape },
    result: { name: 'InitializeResponse', is: isInitializeResponse, decode: decodeInitializeResponse, shape: InitializeResponseShape },
  },
  /** Authenticate by an offered method. */
  'authenticate': {
    name: 'authenticate',
    handledBy: 'agent',
    kind: 'request',
    params: { name: 'AuthenticateRequest', is: isAuthenticateRequest, decode: decodeAuthenticateRequest, shape: AuthenticateRequestShape },
    result: { name: 'AuthenticateResponse', is: isAuthenticateResponse, decode: decodeAuthenticateResponse, shape: AuthenticateResponseShape },
  },
  /** End the authenticated state. */
  'logout': {
    name: 'logout',
    handledBy: 'agent',
    kind: 'request',
    params: { name: 'LogoutRequest', is: isLogoutRequest, decode: decodeLogoutRequest, shape: LogoutRequestShape },
    result: { name: 'LogoutResponse', is: isLogoutResponse, decode: decodeLogoutResponse, shape: LogoutResponseShape },
  },
  /** Start a session. */
  'session/new': {
    name: 'session/new',
    handledBy: 'agent',
    kind: 'request',
    params: { name: 'NewSessionRequest', is: isNewSessionRequest, decode: decodeNewSessionRequest, shape: NewSessionRequestShape },
    result: { name: 'NewSessionResponse', is: isNewSessionResponse, decode: decodeNewSessionResponse, shape: NewSessionResponseShape },
  },
  /** Bring a session back with its history. */
  'session/load': {
    name: 'session/load',
    handledBy: 'agent',
    kind: 'request',
    params: { name: 'LoadSessionRequest', is: isLoadSessionRequest, decode: decodeLoadSessionRequest, shape: LoadSessionRequestShape },
    result: { name: 'LoadSessionResponse', is: isLoadSessionResponse, decode: decodeLoadSessionResponse, shape: LoadSessionResponseShape },
  },
  /** Bring a session back without its history. */
  'session/resume': {
    name: 'session/resume',
    handledBy: 'agent',
    kind: 'request',
    params: { name: 'ResumeSessionRequest', is: isResumeSessionRequest, decode: decodeResumeSessionRequest, shape: ResumeSessionRequestShape },
    result: { name: 'ResumeSessionResponse', is: isResumeSessionResponse, decode: decodeResumeSessionResponse, shape: ResumeSessionResponseShape },
  },
  /** List sessions, a page at a time. */
  'session/list': {
    name: 'session/list',
    handledBy: 'agent',
    kind: 'request',
    params: { name: 'ListSessionsRequest', is: isListSessionsRequest, decode: decodeListSessionsRequest, shape: ListSessionsRequestShape },
    result: { name: 'ListSessionsResponse', is: isListSessionsResponse, decode: decodeListSessionsResponse, shape: ListSessionsResponseShape },
  },
  /** Delete a session. */
  'session/delete': {
    name: 'session/delete',
    handledBy: 'agent',
    kind: 'request',
    params: { name: 'DeleteSessionRequest', is: isDeleteSessionRequest, decode: decodeDeleteSessionRequest, shape: DeleteSessionRequestShape },
    result: { name: 'DeleteSessionResponse', is: isDeleteSessionResponse, decode: decodeDeleteSessionResponse, shape: DeleteSessionResponseShape },
  },
  /** End the work of a session. */
  'session/close': {
    name: 'session/close',
    handledBy: 'agent',
    kind: 'request',
    params: { name: 'CloseSessionRequest', is: isCloseSessionRequest, decode: decodeCloseSessionRequest, shape: CloseSessionRequestShape },
    result: { name: 'CloseSessionResponse', is: isCloseSessionResponse, decode: decodeCloseSessionResponse, shape: CloseSessionResponseShape },
  },
  /** Set a configuration option. */
  'session/set_config_option': {
    name: 'session/set_config_option',
    handledBy: 'agent',
    kind: 'request',
    params: { name: 'SetSessionConfigOptionRequest', is: isSetSessionConfigOptionRequest, decode: decodeSetSessionConfigOptionRequest, shape: SetSessionConfigOptionRequestShape },
    result: { name: 'SetSessionConfigOptionResponse', is: isSetSessionConfigOptionResponse, decode: decodeSetSessionConfigOptionResponse, shape: SetSessionConfigOptionResponseShape },
  },
  /** Start a turn and wait for its end. */
  'session/prompt': {
    name: 'session/prompt',
    handledBy: 'agent',
    kind: 'request',
    params: { name: 'PromptRequest', is: isPromptRequest, decode: decodePromptRequest, shape: PromptRequestShape },
    result: { name: 'PromptResponse', is: isPromptResponse, decode: decodePromptResponse, shape: PromptResponseShape },
  },
  /** Ask for the end of the running turn. */
  'session/cancel': {
    name: 'session/cancel',
    handledBy: 'agent',
    kind: 'notification',
    params: { name: 'CancelNotification', is: isCancelNotification, decode: decodeCancelNotification, shape: CancelNotificationShape },
  },
  /** Report what happened. */
  'session/update': {
    name: 'session/update',
    handledBy: 'client',
    kind: 'notification',
    params: { name: 'SessionNotification', is: isSessionNotification, decode: decodeSessionNotification, shape: SessionNotificationShape },
  },
  /** Ask the person about a tool call. */
  'session/request_permission': {
    name: 'session/request_permission',
    handledBy: 'client',
    kind: 'request',
    params: { name: 'RequestPermissionRequest', is: isRequestPermissionRequest, decode: decodeRequestPermissionRequest, shape: RequestPermissionRequestShape },
    result: { name: 'RequestPermissionResponse', is: isRequestPermissionResponse, decode: decodeRequestPermissionResponse, shape: RequestPermissionResponseShape },
  },
} as const satisfies Readonly<Record<string, MethodDefinition>>;
