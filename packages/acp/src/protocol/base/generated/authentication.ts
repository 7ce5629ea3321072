// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode, type Reading } from '../../reading/decode.ts';
import { isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { type Decoded } from '../../reading/issue.ts';
import { metaField } from '../../reading/meta.ts';
import { type RecordShape } from '../../reading/shape.ts';

/** Says that the agent can log out. */
export interface LogoutCapabilities {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link LogoutCapabilities}. */
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

/** Reads a {@link LogoutCapabilities}: the received value itself, or what is wrong with it. */
export function decodeLogoutCapabilities(value: unknown, reading?: Reading): Decoded<LogoutCapabilities> {
  return decode(isLogoutCapabilities, LogoutCapabilitiesShape, value, reading);
}

/** What the agent can do about authentication. */
export interface AgentAuthCapabilities {
  /** Present if `logout` may be called. */
  readonly logout?: LogoutCapabilities | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link AgentAuthCapabilities}. */
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

/** Reads a {@link AgentAuthCapabilities}: the received value itself, or what is wrong with it. */
export function decodeAgentAuthCapabilities(value: unknown, reading?: Reading): Decoded<AgentAuthCapabilities> {
  return decode(isAgentAuthCapabilities, AgentAuthCapabilitiesShape, value, reading);
}

/** A way to authenticate that the agent carries out by itself. */
export interface AuthMethodAgent {
  /** The method, for `authenticate`. */
  readonly id: string;
  /** The label to show. */
  readonly name: string;
  /** What the person should know of it. */
  readonly description?: string | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link AuthMethodAgent}. */
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

/** Reads a {@link AuthMethodAgent}: the received value itself, or what is wrong with it. */
export function decodeAuthMethodAgent(value: unknown, reading?: Reading): Decoded<AuthMethodAgent> {
  return decode(isAuthMethodAgent, AuthMethodAgentShape, value, reading);
}

/** Authenticates by one of the methods that the agent offered. */
export interface AuthenticateRequest {
  /** The method. */
  readonly methodId: string;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link AuthenticateRequest}. */
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

/** Reads a {@link AuthenticateRequest}: the received value itself, or what is wrong with it. */
export function decodeAuthenticateRequest(value: unknown, reading?: Reading): Decoded<AuthenticateRequest> {
  return decode(isAuthenticateRequest, AuthenticateRequestShape, value, reading);
}

/** Authentication succeeded. */
export interface AuthenticateResponse {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link AuthenticateResponse}. */
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

/** Reads a {@link AuthenticateResponse}: the received value itself, or what is wrong with it. */
export function decodeAuthenticateResponse(value: unknown, reading?: Reading): Decoded<AuthenticateResponse> {
  return decode(isAuthenticateResponse, AuthenticateResponseShape, value, reading);
}

/** Ends the authenticated state; new sessions will need authentication. */
export interface LogoutRequest {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link LogoutRequest}. */
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

/** Reads a {@link LogoutRequest}: the received value itself, or what is wrong with it. */
export function decodeLogoutRequest(value: unknown, reading?: Reading): Decoded<LogoutRequest> {
  return decode(isLogoutRequest, LogoutRequestShape, value, reading);
}

/** The agent has logged out. */
export interface LogoutResponse {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link LogoutResponse}. */
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

/** Reads a {@link LogoutResponse}: the received value itself, or what is wrong with it. */
export function decodeLogoutResponse(value: unknown, reading?: Reading): Decoded<LogoutResponse> {
  return decode(isLogoutResponse, LogoutResponseShape, value, reading);
}
