import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { generatedDialects, readersOf } from './test-support/readers.ts';

/** The names that the index of a dialect exports; a type and its reader share one. */
function exportedNames(dialect: string): readonly string[] {
  const index = readFileSync(new URL(`./${dialect}/index.ts`, import.meta.url), 'utf8');
  return index.split('\n').flatMap((line) => /^ {2}(?:type )?(\w+),$/.exec(line)?.slice(1) ?? []);
}

// November has 197 types, half as many again as June.
const most = { v1: 230, june: 180, november: 310 };

describe.each(generatedDialects)('%s', (dialect) => {
  test(`exports at most ${most[dialect]} names`, () => {
    const names = exportedNames(dialect);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(100);
    expect(names.length).toBeLessThanOrEqual(most[dialect]);
  });

  test('exports a reader under the name of each type', () => {
    const misnamed = [...readersOf(dialect)].filter(([name, reader]) => reader.name !== name);
    expect(misnamed).toEqual([]);
    expect(exportedNames(dialect).filter((name) => /^(decode|is(?!Known))[A-Z]|Shape$/.test(name))).toEqual([]);
  });
});
