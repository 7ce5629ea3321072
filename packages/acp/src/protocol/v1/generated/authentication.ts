// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMapOf, isMeta, isObject, isString, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type TaggedShape } from '../../reading/shape.ts';
import { AuthMethodIdShape, type AuthMethodId } from '../../base/generated/authentication.ts';
export {
  AuthMethodId,
} from '../../base/generated/authentication.ts';

/** Marks that the agent supports `logout`. */
export interface LogoutCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link LogoutCapabilities}. */
export function isLogoutCapabilities(value: unknown): value is LogoutCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link LogoutCapabilities}, as data. */
export const LogoutCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** Marks that the agent supports `logout`. */
export const LogoutCapabilities: TypeReader<LogoutCapabilities> = {
  name: 'LogoutCapabilities',
  is: isLogoutCapabilities,
  decode: (value, reading) => decode(isLogoutCapabilities, LogoutCapabilitiesShape, value, reading),
  shape: LogoutCapabilitiesShape,
};

/** Authentication capabilities of the agent. */
export interface AgentAuthCapabilities {
  /** Present if the agent supports `logout`. */
  readonly logout?: LogoutCapabilities | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link AgentAuthCapabilities}. */
export function isAgentAuthCapabilities(value: unknown): value is AgentAuthCapabilities {
  return isObject(value) &&
    (value.logout === undefined || value.logout === null || isLogoutCapabilities(value.logout)) &&
    isMeta(value._meta);
}

/** The shape of {@link AgentAuthCapabilities}, as data. */
export const AgentAuthCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    logout: { of: { is: 'nullable', of: LogoutCapabilitiesShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Authentication capabilities of the agent. */
export const AgentAuthCapabilities: TypeReader<AgentAuthCapabilities> = {
  name: 'AgentAuthCapabilities',
  is: isAgentAuthCapabilities,
  decode: (value, reading) => decode(isAgentAuthCapabilities, AgentAuthCapabilitiesShape, value, reading),
  shape: AgentAuthCapabilitiesShape,
};

/** An authentication method that the agent carries out by itself. */
export interface AuthMethodAgent {
  /** Id of the method, for `authenticate`. */
  readonly id: string;
  /** Label to show. */
  readonly name: string;
  /** Details for the user. */
  readonly description?: string | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link AuthMethodAgent}. */
export function isAuthMethodAgent(value: unknown): value is AuthMethodAgent {
  return isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.name === 'string' &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link AuthMethodAgent}, as data. */
export const AuthMethodAgentShape: RecordShape = {
  is: 'record',
  fields: {
    id: { of: { is: 'string' } },
    name: { of: { is: 'string' } },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** An authentication method that the agent carries out by itself. */
export const AuthMethodAgent: TypeReader<AuthMethodAgent> = {
  name: 'AuthMethodAgent',
  is: isAuthMethodAgent,
  decode: (value, reading) => decode(isAuthMethodAgent, AuthMethodAgentShape, value, reading),
  shape: AuthMethodAgentShape,
};

/** Authenticates with one of the methods that the agent offers. */
export interface AuthenticateRequest {
  /** Id of the method. */
  readonly methodId: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link AuthenticateRequest}. */
export function isAuthenticateRequest(value: unknown): value is AuthenticateRequest {
  return isObject(value) &&
    typeof value.methodId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link AuthenticateRequest}, as data. */
export const AuthenticateRequestShape: RecordShape = {
  is: 'record',
  fields: {
    methodId: { of: { is: 'string' } },
    _meta: lenientMetaField,
  },
};

/** Authenticates with one of the methods that the agent offers. */
export const AuthenticateRequest: TypeReader<AuthenticateRequest> = {
  name: 'AuthenticateRequest',
  is: isAuthenticateRequest,
  decode: (value, reading) => decode(isAuthenticateRequest, AuthenticateRequestShape, value, reading),
  shape: AuthenticateRequestShape,
};

/** Authentication succeeded. */
export interface AuthenticateResponse {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link AuthenticateResponse}. */
export function isAuthenticateResponse(value: unknown): value is AuthenticateResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link AuthenticateResponse}, as data. */
export const AuthenticateResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** Authentication succeeded. */
export const AuthenticateResponse: TypeReader<AuthenticateResponse> = {
  name: 'AuthenticateResponse',
  is: isAuthenticateResponse,
  decode: (value, reading) => decode(isAuthenticateResponse, AuthenticateResponseShape, value, reading),
  shape: AuthenticateResponseShape,
};

/** Logs out. New sessions need authentication again. */
export interface LogoutRequest {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link LogoutRequest}. */
export function isLogoutRequest(value: unknown): value is LogoutRequest {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link LogoutRequest}, as data. */
export const LogoutRequestShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** Logs out. New sessions need authentication again. */
export const LogoutRequest: TypeReader<LogoutRequest> = {
  name: 'LogoutRequest',
  is: isLogoutRequest,
  decode: (value, reading) => decode(isLogoutRequest, LogoutRequestShape, value, reading),
  shape: LogoutRequestShape,
};

/** The agent has logged out. */
export interface LogoutResponse {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link LogoutResponse}. */
export function isLogoutResponse(value: unknown): value is LogoutResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link LogoutResponse}, as data. */
export const LogoutResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** The agent has logged out. */
export const LogoutResponse: TypeReader<LogoutResponse> = {
  name: 'LogoutResponse',
  is: isLogoutResponse,
  decode: (value, reading) => decode(isLogoutResponse, LogoutResponseShape, value, reading),
  shape: LogoutResponseShape,
};

/** A login that the user carries out in a terminal running the command of the agent. */
export interface AuthMethodTerminal {
  /** Id of the method. */
  readonly id: AuthMethodId;
  /** Label to show. */
  readonly name: string;
  /** Details for the user. */
  readonly description?: string | null;
  /** Arguments for the command of the agent. */
  readonly args?: readonly string[];
  /** Environment variables to set. */
  readonly env?: { readonly [key: string]: string };
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link AuthMethodTerminal}. */
export function isAuthMethodTerminal(value: unknown): value is AuthMethodTerminal {
  return isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.name === 'string' &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    (value.args === undefined || isListOf(value.args, isString)) &&
    (value.env === undefined || isMapOf(value.env, isString)) &&
    isMeta(value._meta);
}

/** The shape of {@link AuthMethodTerminal}, as data. */
export const AuthMethodTerminalShape: RecordShape = {
  is: 'record',
  fields: {
    id: { of: AuthMethodIdShape },
    name: { of: { is: 'string' } },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    args: { of: { is: 'list', of: { is: 'string' } }, optional: true, lenient: 'null' },
    env: { of: { is: 'map', of: { is: 'string' } }, optional: true, lenient: 'null' },
    _meta: lenientMetaField,
  },
};

/** A login that the user carries out in a terminal running the command of the agent. */
export const AuthMethodTerminal: TypeReader<AuthMethodTerminal> = {
  name: 'AuthMethodTerminal',
  is: isAuthMethodTerminal,
  decode: (value, reading) => decode(isAuthMethodTerminal, AuthMethodTerminalShape, value, reading),
  shape: AuthMethodTerminalShape,
};

/** An authentication method. */
export type AuthMethod =
  | ({ readonly type: 'terminal' } & AuthMethodTerminal)
  | AuthMethodAgent;

/** Returns whether a value is a valid {@link AuthMethod}. */
export function isAuthMethod(value: unknown): value is AuthMethod {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'terminal':
      return isAuthMethodTerminal(value) || isAuthMethodAgent(value);
    default:
      return isAuthMethodAgent(value);
  }
}

/** The shape of {@link AuthMethod}, as data. */
export const AuthMethodShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    terminal: AuthMethodTerminalShape,
  },
  untagged: AuthMethodAgentShape,
};

/** An authentication method. */
export const AuthMethod: TypeReader<AuthMethod> = {
  name: 'AuthMethod',
  is: isAuthMethod,
  decode: (value, reading) => decode(isAuthMethod, AuthMethodShape, value, reading),
  shape: AuthMethodShape,
};
