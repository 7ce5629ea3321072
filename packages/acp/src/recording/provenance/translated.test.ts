import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newSessionState } from '../../session/state.ts';
import { Folding } from '../folding.ts';
import { inputLineOf } from '../input-line.ts';
import { NaiveProvenance, plainProvenance } from '../test-support/naive-provenance.ts';
import { nextProvenance, noProvenance, type Provenance } from './provenance.ts';

const folder = new URL('../../../../../conformance/bridge/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

test('[RC20] the parts of a stream of v1 name the lines of v1, whatever they were translated to', () => {
  const sessions = new Map<string, { readonly model: NaiveProvenance; provenance: Provenance }>();
  let checked = 0;
  for (const file of files) {
    const { v1 } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { v1?: readonly object[] };
    if (v1 === undefined) continue;
    sessions.clear();
    let line = 0;
    const folding = new Folding({
      folded(id, before = newSessionState({ diagnostics: Number.POSITIVE_INFINITY }), after, event) {
        const session = sessions.get(id) ?? { model: new NaiveProvenance(), provenance: noProvenance };
        sessions.set(id, session);
        session.provenance = nextProvenance(session.provenance, before, after, event.at as number);
        session.model.next(before, event, after, line);
        expect(plainProvenance(after, session.provenance)).toEqual(session.model.value);
        checked += 1;
      },
    });
    folding.dialect = 'v1';
    for (const entry of v1) folding.read(inputLineOf(++line, { at: line, ...entry }));
    folding.end();
  }
  expect(checked).toBeGreaterThan(100);
});
