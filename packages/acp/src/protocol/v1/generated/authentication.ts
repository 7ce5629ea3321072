// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type Shape } from '../../reading/shape.ts';
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

/** An authentication method. */
export type AuthMethod = AuthMethodAgent;

/** Returns whether a value is a valid {@link AuthMethod}. */
export function isAuthMethod(value: unknown): value is AuthMethod {
  return isAuthMethodAgent(value);
}

/** The shape of {@link AuthMethod}, as data. */
export const AuthMethodShape: Shape = AuthMethodAgentShape;

/** An authentication method. */
export const AuthMethod: TypeReader<AuthMethod> = {
  name: 'AuthMethod',
  is: isAuthMethod,
  decode: (value, reading) => decode(isAuthMethod, AuthMethodShape, value, reading),
  shape: AuthMethodShape,
};
