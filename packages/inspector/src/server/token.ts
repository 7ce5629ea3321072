import { randomBytes } from 'node:crypto';
import { bearerToken, isSameText } from '@emend/acp/remote';

/** Returns a new secret of 128 bits, as text that can stand in an address. */
export function newSecret(): string {
  return randomBytes(16).toString('base64url');
}

/** Returns whether the value of an `Authorization` header has the token. */
export function hasToken(header: string | undefined, token: string): boolean {
  const given = bearerToken(header ?? '');
  return given !== undefined && isSameText(given, token);
}
