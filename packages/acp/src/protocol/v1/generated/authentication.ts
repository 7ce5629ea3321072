// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { type TypeReader } from '../../reading/method.ts';
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

/** A way to authenticate. */
export const AuthMethod: TypeReader<AuthMethod> = {
  name: 'AuthMethod',
  is: isAuthMethod,
  decode: (value, reading) => decode(isAuthMethod, AuthMethodShape, value, reading),
  shape: AuthMethodShape,
};
