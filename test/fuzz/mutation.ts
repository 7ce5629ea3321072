import type { Chance } from '../../soak/chance.ts';

/** Values that readers stumble over. */
const awkward: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER + 1,
  '',
  ' ',
  '_x',
  '__proto__',
  'constructor',
  'text',
  'main',
  'tool_call',
  'tool_call_update',
  'agent_message',
  'completed',
  '\ud800',
  '\u0000\u2028\n',
  'é'.repeat(300),
  [],
  [null],
  [[]],
  {},
  { type: 'text' },
  { type: 'text', text: 'a' },
  { type: '_x', y: { z: [] } },
  { _meta: { x: 1 } },
  { __proto__: null, toString: 1 },
];

/** A value with one thing changed somewhere inside. */
export function mutated(value: unknown, chance: Chance, donors: readonly unknown[]): unknown {
  const isInside = typeof value === 'object' && value !== null && Object.keys(value).length > 0 && chance.percent(80);
  if (!isInside) return chance.percent(70) ? chance.pick(awkward) : chance.pick(donors);
  if (Array.isArray(value)) return mutatedList(value, chance, donors);
  return mutatedObject(value as Record<string, unknown>, chance, donors);
}

/** A value with one thing changed anywhere inside, deep down as likely as at the top. */
export function mutatedAnywhere(value: unknown, chance: Chance, donors: readonly unknown[]): unknown {
  return changedAt(value, chance.pick(placesOf(value)), (part) => mutated(part, chance, donors));
}

/** The way to everything inside a value, and to itself. */
function placesOf(value: unknown): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, part]) => placesOf(part).map((place) => [key, ...place]))];
}

function changedAt(value: unknown, place: readonly string[], change: (part: unknown) => unknown): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return change(value);
  if (Array.isArray(value)) return value.with(Number(key), changedAt(value[Number(key)], rest, change));
  const object = value as Record<string, unknown>;
  return { ...object, [key]: changedAt(object[key], rest, change) };
}

function mutatedList(list: readonly unknown[], chance: Chance, donors: readonly unknown[]): unknown[] {
  const at = chance.between(0, list.length - 1);
  switch (chance.between(0, 4)) {
    case 0:
      return list.toSpliced(at, 1);
    case 1:
      return list.toSpliced(at, 0, list[at]);
    case 2:
      return list.toSpliced(at, 0, chance.pick(chance.percent(50) ? awkward : donors));
    case 3:
      return list.toReversed();
    default:
      return list.with(at, mutated(list[at], chance, donors));
  }
}

function mutatedObject(object: Record<string, unknown>, chance: Chance, donors: readonly unknown[]): object {
  const keys = Object.keys(object);
  const key = chance.pick(keys);
  const { [key]: old, ...rest } = object;
  switch (chance.between(0, 6)) {
    case 0:
      return rest;
    case 1:
      return { ...object, [key]: null };
    case 2:
      return { ...object, [chance.pick(['_meta', '__proto__', 'x', 'type', 'id', 'messageId'])]: chance.pick(awkward) };
    case 3:
      return { ...object, [key]: object[chance.pick(keys)] };
    default:
      return { ...object, [key]: mutated(old, chance, donors) };
  }
}

/** Bytes with some of them changed. */
export function mutatedBytes(bytes: Uint8Array, chance: Chance): Uint8Array {
  const at = chance.between(0, Math.max(0, bytes.length - 1));
  const some = bytes.subarray(at, at + chance.between(1, 40));
  const inserted = chance.pick([
    [10],
    [13, 10],
    [0xef, 0xbb, 0xbf],
    [0xff],
    [0xc3],
    [0xf0, 0x9f],
    [0],
    [32, 9],
    [...some],
  ]);
  switch (chance.between(0, 3)) {
    case 0:
      return Uint8Array.from([...bytes.subarray(0, at), ...inserted, ...bytes.subarray(at)]);
    case 1:
      return Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(at + some.length)]);
    case 2:
      return bytes.map((byte, index) => (index === at ? byte ^ (1 << chance.between(0, 7)) : byte));
    default:
      return bytes.subarray(0, at);
  }
}
