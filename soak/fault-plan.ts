import type { Chance } from './chance.ts';

/** The direction of bytes: `up` from the client to the server, `down` back. */
export type Direction = 'up' | 'down';

/**
 * A fault of a connection. `reset`: both ends get a reset. `end`: both ends get an orderly end after what was forwarded. `end-up` and
 * `end-down`: one direction ends, the other goes on. `stall`: nothing is forwarded any more, and no end is told that anything is wrong;
 * `stall-up` and `stall-down` stop one direction.
 */
export type Fault = 'reset' | 'end' | 'end-up' | 'end-down' | 'stall' | 'stall-up' | 'stall-down';

/** What happens to one connection through the proxy. Without anything it is forwarded as it is. */
export interface ConnectionPlan {
  /** The fault, and how many bytes of either direction are forwarded before it; the last piece is cut to fit. */
  readonly fault?: { readonly kind: Fault; readonly after: Partial<Readonly<Record<Direction, number>>> };
  /** Milliseconds that each piece of data waits before it is forwarded. */
  readonly delay?: number;
  /** The most bytes that are forwarded in one piece. */
  readonly drip?: number;
}

/** How often and after how many bytes random faults happen. */
export interface Weather {
  /** Faults to choose from; one that is listed twice happens twice as often. */
  readonly faults: readonly Fault[];
  /** The least and the most bytes of a direction before a fault; what comes first counts. */
  readonly after: Partial<Record<Direction, readonly [least: number, most: number]>>;
  /** Percent of connections that have no fault at all. Default: 0. */
  readonly calm?: number;
  /** Percent of connections whose data are delayed, and by how many milliseconds at most. Default: none. */
  readonly delayed?: readonly [percent: number, most: number];
  /** Percent of connections whose data drip, and the most bytes of a piece. Default: none. */
  readonly dripping?: readonly [percent: number, most: number];
}

/** Returns a plan for a connection by chance. */
export function randomPlan(chance: Chance, weather: Weather): ConnectionPlan {
  const { faults, after, calm = 0, delayed, dripping } = weather;
  const isCalm = chance.percent(calm);
  const kind = chance.pick(faults);
  const bytes = (range: readonly [number, number]) => chance.between(range[0], range[1]);
  const { up, down } = after;
  const fault = { kind, after: { ...(up && { up: bytes(up) }), ...(down && { down: bytes(down) }) } };
  return {
    ...(!isCalm && { fault }),
    ...(delayed !== undefined && chance.percent(delayed[0]) && { delay: chance.between(1, delayed[1]) }),
    ...(dripping !== undefined && chance.percent(dripping[0]) && { drip: chance.between(1, dripping[1]) }),
  };
}
