import { type LedgerEntry, type RewriteRule, rewriteRules } from '@emend/acp/bridge';
import { Option } from 'commander';

/** Returns the option `--rewrite`, which says what happens to text that changes after it was sent. */
export function rewriteOption(): Option {
  return new Option(
    '--rewrite <rule>',
    'what a v1 client sees when a v2 agent changes text that was already sent',
  ).choices(rewriteRules);
}

/** The lines of a help text that explain the values of `--rewrite`. */
export const rewriteHelp = `  reissue    a new message with the new text, which names the old one in _meta (default)
  clear      the proposed agent_message_clear, then the new text: for clients that know it
  separator  a visible line, then the new text, in the same message
  hold       nothing before a message is complete: for text that must not be seen before it is checked
  error      the change is left out, and the exit status is 1`;

/** Returns whether an entry of the ledger tells of a change that `--rewrite error` refused. */
export function isRefusedRewrite(entry: LedgerEntry, rewrite: RewriteRule | undefined): boolean {
  return rewrite === 'error' && entry.rule === 'rewrite';
}
