import type { BridgeScene } from './bridge-scene.ts';
import { allPairs, type DialectPair, hasDialect, isEqualPair, pairName } from './dialect-pair.ts';

/** A check of a bridge. */
export interface BridgeCheck {
  /** `AREA.NAME`: checks of an area are listed and reported together. */
  readonly id: string;
  /** What a right bridge does, in a sentence. */
  readonly title: string;
  /** The rules that it checks, in each pair of dialects that it is for, by the name of the pair. */
  readonly requirements: Readonly<Partial<Record<string, readonly string[]>>>;
  /** Returns if the bridge passes; ends with `fail`, `warn` or `skip` otherwise. */
  run(scene: BridgeScene): Promise<void>;
}

/** Returns the rules of a check for each pair; a pair for which there are none is not checked. */
export function forPairs(
  requirementsOf: (pair: DialectPair) => readonly string[] | undefined,
): BridgeCheck['requirements'] {
  const found: Record<string, readonly string[]> = {};
  for (const pair of allPairs) {
    const requirements = requirementsOf(pair);
    if (requirements !== undefined) found[pairName(pair)] = requirements;
  }
  return found;
}

/** Returns the rules for every pair, and those that a pair has in addition. */
export function inEveryPair(
  requirements: readonly string[],
  more: { readonly november?: readonly string[]; readonly translated?: readonly string[] } = {},
): BridgeCheck['requirements'] {
  return forPairs((pair) => [
    ...requirements,
    ...(hasDialect(pair, 'november') ? (more.november ?? []) : []),
    ...(isEqualPair(pair) ? [] : (more.translated ?? [])),
  ]);
}
