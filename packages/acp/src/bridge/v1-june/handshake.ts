import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import { clientCapabilitiesToJune } from './to-june/initialize.ts';
import { clientCapabilitiesToV1 } from './to-v1/initialize.ts';
import * as v1 from './v1.ts';

/** Returns the capabilities of a v1 client in June; `undefined` if it sent none that can be read. */
export function capabilitiesInJune({ clientCapabilities }: JsonObject): JsonObject | undefined {
  if (clientCapabilities === undefined || clientCapabilities === null) return undefined;
  const decoded = v1.ClientCapabilities.decode(clientCapabilities, 'lenient');
  return decoded.ok ? { ...clientCapabilitiesToJune(decoded.value, () => {}) } : undefined;
}

/** Returns the capabilities of a client of a draft in v1; `undefined` if it sent none that can be read. */
export function capabilitiesInV1({ capabilities }: JsonObject): JsonObject | undefined {
  return isObject(capabilities) ? { ...clientCapabilitiesToV1(capabilities) } : undefined;
}
