import type { JsonObject } from '../../protocol/reading/guard.ts';
import { clientCapabilitiesToJune } from './to-june/initialize.ts';
import * as v1 from './v1.ts';

/** Returns the capabilities of a v1 client in June; `undefined` if it sent none that can be read. */
export function capabilitiesInJune({ clientCapabilities }: JsonObject): JsonObject | undefined {
  if (clientCapabilities === undefined || clientCapabilities === null) return undefined;
  const decoded = v1.ClientCapabilities.decode(clientCapabilities, 'lenient');
  return decoded.ok ? { ...clientCapabilitiesToJune(decoded.value, () => {}) } : undefined;
}
