// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type TaggedShape } from '../../reading/shape.ts';
import { isAuthMethodAgent, AuthMethodAgentShape, type AuthMethodAgent } from '../../base/generated/authentication.ts';
export {
  LogoutCapabilities,
  AgentAuthCapabilities,
  AuthMethodAgent,
  AuthenticateRequest,
  AuthenticateResponse,
  LogoutRequest,
  LogoutResponse,
} from '../../base/generated/authentication.ts';

/** The variants of {@link AuthMethod} that the protocol defines. */
export type KnownAuthMethod =
  | ({ readonly type: 'agent' } & AuthMethodAgent);

/** Any other variant of {@link AuthMethod}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownAuthMethod =
  | ({
      readonly type: `_${string}`;
      /** Id of the method, for `authenticate`. */
      readonly id: string;
      /** Label to show. */
      readonly name: string;
      /** Details for the user. */
      readonly description?: string | null;
      /** Free-form data of the sender. The protocol gives it no meaning. */
      readonly _meta?: Meta | null;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      /** Id of the method, for `authenticate`. */
      readonly id: string;
      /** Label to show. */
      readonly name: string;
      /** Details for the user. */
      readonly description?: string | null;
      /** Free-form data of the sender. The protocol gives it no meaning. */
      readonly _meta?: Meta | null;
      readonly [key: string]: unknown;
    });

/** An authentication method. */
export type AuthMethod = KnownAuthMethod | UnknownAuthMethod;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownAuthMethod(value: AuthMethod): value is KnownAuthMethod {
  return value.type === 'agent';
}

/** Returns whether a value is a valid {@link AuthMethod}. */
export function isAuthMethod(value: unknown): value is AuthMethod {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'agent':
      return isAuthMethodAgent(value);
    default:
      return typeof value.type === 'string' && typeof value.id === 'string' && typeof value.name === 'string' && (value.description === undefined || value.description === null || typeof value.description === 'string') && isMeta(value._meta);
  }
}

/** The shape of {@link AuthMethod}, as data. */
export const AuthMethodShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    agent: AuthMethodAgentShape,
  },
  rest: {
  is: 'record',
  fields: {
    id: { of: { is: 'string' } },
    name: { of: { is: 'string' } },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true },
    _meta: metaField,
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
