import type { DialectDefinition, DialectSigns } from './dialect.ts';
import { june } from './june/definition.ts';
import { november } from './november/definition.ts';
import { isObject, type JsonObject } from './reading/guard.ts';
import { v1 } from './v1/definition.ts';

/** The dialects that Emend speaks, in the order in which they are recognised: the first whose signs fit decides. */
export const dialects = { v1, june, november } as const satisfies Readonly<Record<string, DialectDefinition>>;

/** A version of the protocol that Emend speaks. */
export type Dialect = keyof typeof dialects;

/** What a peer speaks: a dialect of ours, or a later draft, which is recognised and not spoken. */
export type PeerDialect = Dialect | 'later';

const recognised: readonly (readonly [PeerDialect, DialectSigns])[] = [
  ['v1', dialects.v1.signs],
  ['june', dialects.june.signs],
  ['later', dialects.november.signs],
];

function firstWith(sign: keyof DialectSigns, value: JsonObject): PeerDialect | undefined {
  return recognised.find(([, signs]) => signs[sign]?.(value))?.[0];
}

/** Returns what a client speaks, by the params of its `initialize` request. */
export function dialectOfClient(params: unknown): PeerDialect {
  return firstWith('client', isObject(params) ? params : {}) ?? 'june';
}

/** Returns what an agent speaks, by the result with which it answers `initialize`. */
export function dialectOfAgent(result: unknown): PeerDialect {
  return firstWith('agent', isObject(result) ? result : {}) ?? 'june';
}

/** A stream of a later draft is read as June, the closest that there is. */
function readAs(dialect: PeerDialect | undefined): Dialect | undefined {
  return dialect === 'later' ? 'june' : dialect;
}

/** Returns the dialect of a stream with this result if it is an answer to `initialize`; `undefined` for any other result. */
export function dialectOfHandshake(result: unknown): Dialect | undefined {
  const isAnswer = isObject(result) && typeof result['protocolVersion'] === 'number';
  return isAnswer ? readAs(dialectOfAgent(result)) : undefined;
}

/** Returns the dialect of a stream that a message shows: an answer to `initialize`, or an update that only one dialect has. */
export function dialectOfMessage(message: unknown): Dialect | undefined {
  if (Array.isArray(message)) {
    for (const entry of message) {
      const dialect = dialectOfMessage(entry);
      if (dialect !== undefined) return dialect;
    }
    return undefined;
  }
  if (!isObject(message)) return undefined;
  const { method, params, result } = message;
  if (method === undefined) return dialectOfHandshake(result);
  if (method !== 'session/update' || !isObject(params) || !isObject(params['update'])) return undefined;
  return readAs(firstWith('update', params['update']));
}
