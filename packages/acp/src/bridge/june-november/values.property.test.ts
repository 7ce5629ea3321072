import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { officialSchema } from '../../protocol/test-support/official-schemas.ts';
import { SchemaValues } from '../../protocol/test-support/schema-values.ts';
import { canonical, object } from '../test-support/json.ts';
import { V2Reader } from '../test-support/june-reader.ts';
import { v2Streams } from '../test-support/june-streams.ts';
import * as june from './june.ts';
import * as november from './november.ts';
import { wayToJune, wayToNovember } from './test-support/crossings.ts';

const numRuns = counts({ short: 150, long: 2_000 });

/** Random streams of updates by the schema of a draft, and the verdict of that schema on one. */
function draft(dialect: 'june' | 'november') {
  const { schema } = officialSchema(dialect);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile({ $defs: schema.$defs, $ref: '#/$defs/SessionUpdate' });
  const updates = fc.array(new SchemaValues(schema).named('SessionUpdate'), { maxLength: 12 });
  return { updates, validate, errors: () => validate.errors };
}

const [inJune, inNovember] = [draft('june'), draft('november')];

test('[N102] whatever a November agent sends, a June client gets valid June', () => {
  fc.assert(
    fc.property(inNovember.updates, fc.constantFrom('raw', 'message', 'drop'), (updates, notices) => {
      const { update, flush, sent } = wayToJune(notices as 'raw');
      for (const each of updates) if (november.SessionUpdate.is(each)) update(each);
      flush();
      for (const each of sent) {
        expect([each, june.ReceivedSessionUpdate.decode(each)]).toMatchObject([each, { ok: true, repairs: [] }]);
        expect([each, inJune.validate(each), inJune.errors()]).toEqual([each, true, null]);
      }
    }),
    { numRuns },
  );
});

test('[N120] whatever a June agent sends, a November client gets valid November, strictly', () => {
  fc.assert(
    fc.property(inJune.updates, (updates) => {
      const { update, sent } = wayToNovember();
      for (const each of updates) if (june.ReceivedSessionUpdate.is(each)) update(each);
      for (const each of sent) {
        expect([each, november.SessionUpdate.decode(each)]).toMatchObject([each, { ok: true, repairs: [] }]);
        expect([each, inNovember.validate(each), inNovember.errors()]).toEqual([each, true, null]);
      }
    }),
    { numRuns },
  );
});

/** What a plain reader of June knows at the end of a stream. */
function known(updates: readonly object[]): string {
  const reader = new V2Reader();
  for (const update of updates) reader.take({ method: 'session/update', params: { update } });
  const { messages, toolCalls, plans, commands, options, info, usage, unknown } = reader;
  const withoutEmptyMeta = messages.map(({ meta, ...rest }) =>
    Object.keys(object(meta)).length === 0 ? rest : { ...rest, meta },
  );
  for (const call of toolCalls.values()) if (Object.keys(object(call['_meta'])).length === 0) delete call['_meta'];
  return canonical([withoutEmptyMeta, [...toolCalls], [...plans], commands, options, info, usage, unknown]);
}

const allowed: ReadonlySet<string> = new Set(['shared-message-id', 'agent-terminal']);

test('[N100] [N116] [N117] what a June agent says is the same after the way to November and back', () => {
  fc.assert(
    fc.property(v2Streams, (steps) => {
      const updates = steps.flatMap((step) => (step.do === 'update' ? [step.update] : []));
      const [forth, back] = [wayToNovember(), wayToJune()];
      const returned = updates.flatMap((update) => forth.update(update).flatMap((each) => back.update(each)));
      // An id of two kinds, which June forbids, comes back as two.
      expect(known(returned).replaceAll(/~(?:user|agent|thought)/g, '')).toBe(known(updates));
      expect([...forth.rules(), ...back.rules()].filter((rule) => !allowed.has(rule))).toEqual([]);
    }),
    { numRuns },
  );
});
