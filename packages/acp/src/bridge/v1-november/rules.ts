import type { LedgerEntry } from '../ledger.ts';

/** What the ledger calls the two ways between v1 and November. */
export type V1NovemberDirection = 'Nto1' | '1toN';

/** The way from November to v1. */
export const toV1: V1NovemberDirection = 'Nto1';

/** The way from v1 to November. */
export const toNovember: V1NovemberDirection = '1toN';

/** What the two edges on the way call theirs. */
const whole: Readonly<Record<LedgerEntry['direction'], V1NovemberDirection>> = {
  '1to2': toNovember,
  '2toN': toNovember,
  '1toN': toNovember,
  Nto2: toV1,
  '2to1': toV1,
  Nto1: toV1,
};

/** Returns an entry of one of the two edges on the way as one of the whole way. */
export function ofWholeWay(entry: LedgerEntry): LedgerEntry {
  return { ...entry, direction: whole[entry.direction] };
}
