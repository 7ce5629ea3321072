import type { Chance } from '../../soak/chance.ts';

/** Something that takes foreign input; its input is JSON, so that it can be kept and read by people. */
export interface FuzzTarget<Input> {
  readonly name: string;
  /** How many inputs are tried in a short run. */
  readonly cases: number;
  /** Makes an input: a known one that was changed, mostly. */
  make(chance: Chance): Input;
  /** Does all that can be done with it; throws where a promise is broken. */
  run(input: Input): void;
}

/** Throws with what was found, where a promise is broken. */
export function must(holds: boolean, promise: string, found?: unknown): void {
  if (!holds) throw new Error(found === undefined ? promise : `${promise}: ${JSON.stringify(found)?.slice(0, 500)}`);
}
