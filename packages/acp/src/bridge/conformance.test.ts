import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Side } from '../protocol/side.ts';
import type { RewriteRule } from './edges.ts';
import type { LedgerEntry } from './ledger.ts';
import { streamConverter } from './stream-converter.ts';

interface Spoken {
  readonly from: Side;
  readonly message: unknown;
}

/** A bridged pair: a stream in both versions, and what the ledger says of the way. */
interface Case {
  readonly name: string;
  readonly about: string;
  readonly rules: readonly string[];
  readonly from: 1 | 2;
  readonly to: 1 | 2;
  readonly rewrite?: RewriteRule;
  readonly v1: readonly Spoken[];
  readonly v2: readonly Spoken[];
  readonly ledger: readonly LedgerEntry[];
}

const dialectOf = { 1: 'v1', 2: 'june' } as const;
const folder = new URL('../../../../conformance/bridge/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const cases = files.map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Case);
const spec = readFileSync(new URL('SPEC.md', import.meta.url), 'utf8');

/** What the words for people say is not part of the contract. */
function contract({ lost: _, done: __, ...entry }: LedgerEntry): object {
  return entry;
}

describe('conformance', () => {
  test('[BR15] there are pairs both ways, and each cites written rules', () => {
    expect(cases.filter((pair) => pair.to === 1).length).toBeGreaterThanOrEqual(30);
    expect(cases.filter((pair) => pair.to === 2).length).toBeGreaterThanOrEqual(30);
    const cited = cases.flatMap((pair) => pair.rules);
    expect(cited.filter((rule) => !spec.includes(`- ${rule}.`))).toEqual([]);
  });

  test.each(cases.map((pair) => [`${pair.from} to ${pair.to}, ${pair.name}`, pair] as const))(
    '[BR15] %s',
    (_, pair) => {
      const converter = streamConverter({
        from: dialectOf[pair.from],
        to: dialectOf[pair.to],
        ...(pair.rewrite === undefined ? {} : { rewrite: pair.rewrite }),
      });
      const given = pair.from === 1 ? pair.v1 : pair.v2;
      const steps = [...given.map(({ from, message }) => converter.convert(from, message)), converter.end()];
      expect(steps.flatMap((step) => step.messages)).toEqual(pair.to === 1 ? pair.v1 : pair.v2);
      expect(steps.flatMap((step) => step.ledger).map(contract)).toEqual(pair.ledger);
    },
  );
});
