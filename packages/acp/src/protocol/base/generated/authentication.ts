// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';

/** Id of an authentication method. */
export type AuthMethodId = string;

/** Returns whether a value is a valid {@link AuthMethodId}. */
export function isAuthMethodId(value: unknown): value is AuthMethodId {
  return typeof value === 'string';
}

/** The shape of {@link AuthMethodId}, as data. */
export const AuthMethodIdShape: Shape = { is: 'string' };

/** Id of an authentication method. */
export const AuthMethodId: TypeReader<AuthMethodId> = {
  name: 'AuthMethodId',
  is: isAuthMethodId,
  decode: (value, reading) => decode(isAuthMethodId, AuthMethodIdShape, value, reading),
  shape: AuthMethodIdShape,
};

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
    _meta: metaField,
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
    _meta: metaField,
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
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true },
    _meta: metaField,
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
    _meta: metaField,
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
    _meta: metaField,
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
    _meta: metaField,
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
    _meta: metaField,
  },
};

/** The agent has logged out. */
export const LogoutResponse: TypeReader<LogoutResponse> = {
  name: 'LogoutResponse',
  is: isLogoutResponse,
  decode: (value, reading) => decode(isLogoutResponse, LogoutResponseShape, value, reading),
  shape: LogoutResponseShape,
};
