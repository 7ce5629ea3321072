import { unknownImplementation } from '../../protocol/handshake.ts';
import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';
import type { TakeNote } from '../ledger.ts';
import * as november from './november.ts';

const ignored = () => {};

function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns who a peer is, where November requires it. */
export function requiredInfo(info: unknown, note: TakeNote): unknown {
  if (info !== undefined && info !== null) return info;
  const done = 'called unknown';
  note({ kind: 'repair', rule: 'implementation-info', path: 'info', lost: 'no name and version', done });
  return unknownImplementation;
}

/** Returns the params of a November client's `initialize` in June. */
export function initializeInJune(params: unknown): JsonObject {
  const { info, clientInfo, ...rest } = objectIn(params);
  return { ...rest, protocolVersion: 2, ...present({ clientInfo: info ?? clientInfo }) };
}

/** Returns the params of a June client's `initialize` in November; a client without a name is called `unknown`. */
export function initializeInNovember(params: unknown, note: TakeNote = ignored): JsonObject {
  const { info: _, clientInfo, ...rest } = objectIn(params);
  return { ...rest, protocolVersion: 2, info: requiredInfo(clientInfo, note) };
}

/** Returns the capabilities of a client, which both drafts write alike, without what is malformed; `undefined` if it sent none. */
export function capabilitiesOf({ capabilities }: JsonObject): JsonObject | undefined {
  if (!isObject(capabilities)) return undefined;
  const decoded = november.ClientCapabilities.decode(capabilities, 'lenient');
  return decoded.ok ? { ...decoded.value } : undefined;
}

/** What a client offers that only November has a name for. */
export interface ClientOffers {
  /** The modes in which it can be asked for input. */
  readonly elicitation: ReadonlySet<string>;
  /** Whether it can run the agent's command in a terminal to log in. */
  readonly terminalLogin: boolean;
}

/** Returns what a client offers, by the params of its `initialize`; what is malformed is not offered. */
export function clientOffers(params: unknown): ClientOffers {
  const { auth, elicitation } = capabilitiesOf(objectIn(params)) ?? {};
  const modes = Object.entries(objectIn(elicitation)).filter(([, marker]) => isObject(marker));
  return {
    elicitation: new Set(modes.map(([mode]) => mode)),
    terminalLogin: isObject(objectIn(auth)['terminal']),
  };
}

/** Returns a way to authenticate with the name that the other draft has for its id. */
export function renamedMethod(method: object, from: 'id' | 'methodId', to: 'id' | 'methodId'): JsonObject {
  return Object.fromEntries(Object.entries(method).map(([key, value]) => [key === from ? to : key, value]));
}

/** Returns the ways to authenticate that a client can use: one in a terminal needs a client that has one. */
export function usableMethods<Method extends { readonly type: string }>(
  methods: readonly Method[],
  { terminalLogin }: ClientOffers,
  note: TakeNote,
): readonly Method[] {
  if (terminalLogin) return methods;
  return methods.filter((method, index) => {
    if (method.type !== 'terminal') return true;
    note({ kind: 'loss', rule: 'auth-method', path: `authMethods[${index}]`, lost: method, done: 'left out' });
    return false;
  });
}
