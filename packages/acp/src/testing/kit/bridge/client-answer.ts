import { type Dialect, dialects } from '../../../protocol/dialects.ts';
import { dialectOfAgent } from '../../../protocol/handshake.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import { dialectNames } from '../dialect-name.ts';
import type { Answer } from '../peer-line.ts';

/**
 * Returns why a bridge does not serve a client of a dialect, if it says so properly: it refuses, or names a version that the client does
 * not speak in the words of that version. A proxy does so by passing on what the agent says.
 */
export function properRefusal(dialect: Dialect, { error, result }: Answer): string | undefined {
  if (error !== undefined) return `the bridge refuses it with the error ${error['code']}: ${error['message']}`;
  const spoken = dialectOfAgent(result);
  if (spoken === dialect || !isObject(result)) return undefined;
  if (spoken === undefined) return `the bridge answers with version ${result['protocolVersion']}`;
  const isConsistent = result['protocolVersion'] === dialects[spoken].protocolVersion;
  return isConsistent ? `the bridge answers in another dialect: ${dialectNames[spoken]}` : undefined;
}
