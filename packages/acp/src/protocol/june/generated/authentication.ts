// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type Shape } from '../../reading/shape.ts';
import { isAuthMethodAgent, AuthMethodAgentShape, type AuthMethodAgent } from '../../base/generated/authentication.ts';

/** The variants of {@link AuthMethod} that the draft defines. */
export type KnownAuthMethod =
  | ({ readonly type: 'agent' } & AuthMethodAgent);

/** Any other variant of {@link AuthMethod}, kept as it came: an extension if its tag begins with `_`, else one of a later draft. */
export type UnknownAuthMethod =
  | ({
      readonly type: `_${string}`;
      /** The method, for `authenticate`. */
      readonly id: string;
      /** The label to show. */
      readonly name: string;
      /** What the person should know of it. */
      readonly description?: string | null;
      /** What else the sender attached; nobody else gives it a meaning. */
      readonly _meta?: Meta | null;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      /** The method, for `authenticate`. */
      readonly id: string;
      /** The label to show. */
      readonly name: string;
      /** What the person should know of it. */
      readonly description?: string | null;
      /** What else the sender attached; nobody else gives it a meaning. */
      readonly _meta?: Meta | null;
      readonly [key: string]: unknown;
    });

/** A way to authenticate. */
export type AuthMethod = KnownAuthMethod | UnknownAuthMethod;

/** Whether the draft defines this variant; false for what is kept as it came. */
export function isKnownAuthMethod(value: AuthMethod): value is KnownAuthMethod {
  return value.type === 'agent';
}

/** Whether a value is a valid {@link AuthMethod}. */
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
export const AuthMethodShape: Shape = {
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

/** A way to authenticate. */
export const AuthMethod: TypeReader<AuthMethod> = {
  name: 'AuthMethod',
  is: isAuthMethod,
  decode: (value, reading) => decode(isAuthMethod, AuthMethodShape, value, reading),
  shape: AuthMethodShape,
};
