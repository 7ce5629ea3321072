import { type LedgerEntry, ledgerRules } from '@emend/acp/bridge';
import type { AppliedRule } from '../../api/bridge-view.ts';

/** Counts how often each rule of the ledger applied. */
export class AppliedRules {
  readonly #rules = new Map<string, { -readonly [Key in keyof AppliedRule]: AppliedRule[Key] }>();
  losses = 0;
  repairs = 0;

  take(frame: number, { kind, rule }: LedgerEntry): void {
    if (kind === 'loss') this.losses += 1;
    else this.repairs += 1;
    const key = `${kind} ${rule}`;
    const known = this.#rules.get(key);
    if (known === undefined) this.#rules.set(key, { rule, kind, about: ledgerRules[rule], count: 1, first: frame });
    else known.count += 1;
  }

  /** The rules that applied: losses first, the most frequent first. */
  get list(): AppliedRule[] {
    const rank = ({ kind }: AppliedRule): number => (kind === 'loss' ? 0 : 1);
    return Array.from(this.#rules.values(), (rule) => ({ ...rule })).sort(
      (one, other) => rank(one) - rank(other) || other.count - one.count || (one.rule < other.rule ? -1 : 1),
    );
  }
}
