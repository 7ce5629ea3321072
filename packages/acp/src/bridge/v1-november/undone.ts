import { isObject } from '../../protocol/reading/guard.ts';
import type { RuleName } from '../edges.ts';
import type { LedgerEntry } from '../ledger.ts';
import { offersOf } from '../v1-june/client-offers.ts';
import { ofWholeWay } from './rules.ts';

// What one of the two edges does only because of June, and the other takes back.

/** Returns an entry of the way to or from a November client; `undefined` if it is about a switch, which both ends have. */
export function entryForNovember(entry: LedgerEntry): LedgerEntry | undefined {
  return entry.rule === 'config-value' ? undefined : ofWholeWay(entry);
}

/** The entries of the way to and from a v1 client. */
interface EntriesForV1 {
  /** Takes note of a message of the client, for what it offers. */
  see(message: unknown): void;
  /** Returns an entry of the whole way; `undefined` if it is about something that reaches the client unchanged. */
  entry(entry: LedgerEntry): LedgerEntry | undefined;
}

/** Returns the entries of the way to and from a v1 client that has offered nothing yet. */
export function entriesForV1(): EntriesForV1 {
  let undone: ReadonlySet<RuleName> = new Set(['tool-name']);
  return {
    see(message) {
      if (!isObject(message) || message['method'] !== 'initialize' || !isObject(message['params'])) return;
      const { notices, compaction, switches } = offersOf(message['params']['clientCapabilities']);
      const rules = new Set<RuleName>(['tool-name']);
      if (notices) rules.add('notice');
      if (compaction) rules.add('compaction');
      if (switches) rules.add('config-boolean').add('config-value');
      undone = rules;
    },
    entry: (entry) => (entry.kind === 'repair' && undone.has(entry.rule) ? undefined : ofWholeWay(entry)),
  };
}
