import { type LedgerEntry, type RewriteRule, rewriteRules } from '@emend/acp/bridge';
import { Option } from 'commander';

/** Returns the option `--rewrite`, which says what happens to text that changes after it was sent. */
export function rewriteOption(): Option {
  return new Option('--rewrite <rule>', 'what happens to text of v2 that changes after v1 has shown it').choices(
    rewriteRules,
  );
}

/** Returns whether an entry of the ledger tells of a change that `--rewrite error` refused. */
export function isRefusedRewrite(entry: LedgerEntry, rewrite: RewriteRule | undefined): boolean {
  return rewrite === 'error' && entry.rule === 'rewrite';
}
