// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, isString, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type TaggedShape } from '../../reading/shape.ts';
import { AuthMethodIdShape, type AuthMethodId } from '../../base/generated/authentication.ts';
import { isEnvVariable, EnvVariableShape, type EnvVariable } from './mcp.ts';
export {
  AuthMethodId,
} from '../../base/generated/authentication.ts';

/** A login that the agent carries out by itself. */
export interface AuthMethodAgent {
  /** Id of the method, for `auth/login`. */
  readonly methodId: AuthMethodId;
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
    typeof value.methodId === 'string' &&
    typeof value.name === 'string' &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link AuthMethodAgent}, as data. */
export const AuthMethodAgentShape: RecordShape = {
  is: 'record',
  fields: {
    methodId: { of: AuthMethodIdShape },
    name: { of: { is: 'string' } },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** A login that the agent carries out by itself. */
export const AuthMethodAgent: TypeReader<AuthMethodAgent> = {
  name: 'AuthMethodAgent',
  is: isAuthMethodAgent,
  decode: (value, reading) => decode(isAuthMethodAgent, AuthMethodAgentShape, value, reading),
  shape: AuthMethodAgentShape,
};

/** A login that the user carries out in a terminal running the command of the agent. */
export interface AuthMethodTerminal {
  /** Id of the method, for `auth/login`. */
  readonly methodId: AuthMethodId;
  /** Label to show. */
  readonly name: string;
  /** Details for the user. */
  readonly description?: string | null;
  /** Arguments for the command of the agent. */
  readonly args?: readonly string[];
  /** Environment variables to set. */
  readonly env?: readonly EnvVariable[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link AuthMethodTerminal}. */
export function isAuthMethodTerminal(value: unknown): value is AuthMethodTerminal {
  return isObject(value) &&
    typeof value.methodId === 'string' &&
    typeof value.name === 'string' &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    (value.args === undefined || isListOf(value.args, isString)) &&
    (value.env === undefined || isListOf(value.env, isEnvVariable)) &&
    isMeta(value._meta);
}

/** The shape of {@link AuthMethodTerminal}, as data. */
export const AuthMethodTerminalShape: RecordShape = {
  is: 'record',
  fields: {
    methodId: { of: AuthMethodIdShape },
    name: { of: { is: 'string' } },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    args: { of: { is: 'list', of: { is: 'string' } }, optional: true, lenient: 'null' },
    env: { of: { is: 'list', of: EnvVariableShape }, optional: true, lenient: 'null' },
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

/** The variants of {@link AuthMethod} that the protocol defines. */
export type KnownAuthMethod =
  | ({ readonly type: 'terminal' } & AuthMethodTerminal)
  | ({ readonly type: 'agent' } & AuthMethodAgent);

/** Any other variant of {@link AuthMethod}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownAuthMethod =
  | ({
      readonly type: `_${string}`;
      /** Id of the method, for `auth/login`. */
      readonly methodId: AuthMethodId;
      /** Label to show. */
      readonly name: string;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      /** Id of the method, for `auth/login`. */
      readonly methodId: AuthMethodId;
      /** Label to show. */
      readonly name: string;
      readonly [key: string]: unknown;
    });

/** An authentication method. */
export type AuthMethod = KnownAuthMethod | UnknownAuthMethod;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownAuthMethod(value: AuthMethod): value is KnownAuthMethod {
  return value.type === 'terminal' || value.type === 'agent';
}

/** Returns whether a value is a valid {@link AuthMethod}. */
export function isAuthMethod(value: unknown): value is AuthMethod {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'terminal':
      return isAuthMethodTerminal(value);
    case 'agent':
      return isAuthMethodAgent(value);
    default:
      return typeof value.type === 'string' && typeof value.methodId === 'string' && typeof value.name === 'string';
  }
}

/** The shape of {@link AuthMethod}, as data. */
export const AuthMethodShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    terminal: AuthMethodTerminalShape,
    agent: AuthMethodAgentShape,
  },
  rest: {
  is: 'record',
  fields: {
    methodId: { of: AuthMethodIdShape },
    name: { of: { is: 'string' } },
  },
},
};

/** An authentication method. */
export const AuthMethod: TypeReader<AuthMethod> = {
  name: 'AuthMethod',
  is: isAuthMethod,
  decode: (value, reading) => decode(isAuthMethod, AuthMethodShape, value, reading),
  shape: AuthMethodShape,
};

/** Logs in with one of the methods that the agent offers. */
export interface LoginAuthRequest {
  /** Id of the method. */
  readonly methodId: AuthMethodId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link LoginAuthRequest}. */
export function isLoginAuthRequest(value: unknown): value is LoginAuthRequest {
  return isObject(value) &&
    typeof value.methodId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link LoginAuthRequest}, as data. */
export const LoginAuthRequestShape: RecordShape = {
  is: 'record',
  fields: {
    methodId: { of: AuthMethodIdShape },
    _meta: lenientMetaField,
  },
};

/** Logs in with one of the methods that the agent offers. */
export const LoginAuthRequest: TypeReader<LoginAuthRequest> = {
  name: 'LoginAuthRequest',
  is: isLoginAuthRequest,
  decode: (value, reading) => decode(isLoginAuthRequest, LoginAuthRequestShape, value, reading),
  shape: LoginAuthRequestShape,
};

/** The login succeeded. */
export interface LoginAuthResponse {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link LoginAuthResponse}. */
export function isLoginAuthResponse(value: unknown): value is LoginAuthResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link LoginAuthResponse}, as data. */
export const LoginAuthResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** The login succeeded. */
export const LoginAuthResponse: TypeReader<LoginAuthResponse> = {
  name: 'LoginAuthResponse',
  is: isLoginAuthResponse,
  decode: (value, reading) => decode(isLoginAuthResponse, LoginAuthResponseShape, value, reading),
  shape: LoginAuthResponseShape,
};

/** Logs out. */
export interface LogoutAuthRequest {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link LogoutAuthRequest}. */
export function isLogoutAuthRequest(value: unknown): value is LogoutAuthRequest {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link LogoutAuthRequest}, as data. */
export const LogoutAuthRequestShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** Logs out. */
export const LogoutAuthRequest: TypeReader<LogoutAuthRequest> = {
  name: 'LogoutAuthRequest',
  is: isLogoutAuthRequest,
  decode: (value, reading) => decode(isLogoutAuthRequest, LogoutAuthRequestShape, value, reading),
  shape: LogoutAuthRequestShape,
};

/** The agent has logged out. */
export interface LogoutAuthResponse {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link LogoutAuthResponse}. */
export function isLogoutAuthResponse(value: unknown): value is LogoutAuthResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link LogoutAuthResponse}, as data. */
export const LogoutAuthResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** The agent has logged out. */
export const LogoutAuthResponse: TypeReader<LogoutAuthResponse> = {
  name: 'LogoutAuthResponse',
  is: isLogoutAuthResponse,
  decode: (value, reading) => decode(isLogoutAuthResponse, LogoutAuthResponseShape, value, reading),
  shape: LogoutAuthResponseShape,
};
