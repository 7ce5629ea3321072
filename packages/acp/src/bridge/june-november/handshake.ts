import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';

// Here `initialize` is put in other words before anybody knows what the agent speaks, and before its params are read.

function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

const unknownPeer = { name: 'unknown', version: 'unknown' };

/** Returns the params of a November client's `initialize` in June. */
export function initializeInJune(params: unknown): JsonObject {
  const { info, clientInfo, ...rest } = objectIn(params);
  return { ...rest, protocolVersion: 2, ...present({ clientInfo: info ?? clientInfo }) };
}

/** Returns the params of a June client's `initialize` in November; a client without a name is called `unknown`. */
export function initializeInNovember(params: unknown): JsonObject {
  const { info: _, clientInfo, ...rest } = objectIn(params);
  return { ...rest, protocolVersion: 2, info: clientInfo ?? unknownPeer };
}

/** Returns the capabilities of a client, which both drafts write alike; `undefined` if it sent none that can be read. */
export function capabilitiesOf({ capabilities }: JsonObject): JsonObject | undefined {
  return isObject(capabilities) ? capabilities : undefined;
}
