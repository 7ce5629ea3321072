// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode, type Reading } from '../../reading/decode.ts';
import { type Decoded } from '../../reading/issue.ts';
import { type Shape } from '../../reading/shape.ts';
import { isAuthMethodAgent, AuthMethodAgentShape, type AuthMethodAgent } from '../../base/generated/authentication.ts';

/** A way to authenticate. */
export type AuthMethod = AuthMethodAgent;

/** Whether a value is a valid {@link AuthMethod}. */
export function isAuthMethod(value: unknown): value is AuthMethod {
  return isAuthMethodAgent(value);
}

/** The shape of {@link AuthMethod}, as data. */
export const AuthMethodShape: Shape = AuthMethodAgentShape;

/** Reads a {@link AuthMethod}: the received value itself, or what is wrong with it. */
export function decodeAuthMethod(value: unknown, reading?: Reading): Decoded<AuthMethod> {
  return decode(isAuthMethod, AuthMethodShape, value, reading);
}
