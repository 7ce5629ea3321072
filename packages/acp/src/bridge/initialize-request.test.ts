import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { officialSchema } from '../protocol/test-support/official-schemas.ts';
import { SchemaValues } from '../protocol/test-support/schema-values.ts';
import { initializeForAll, initializeInV1 } from './initialize-request.ts';

const dialects = ['v1', 'june', 'november'] as const;

const validators = new Map<string, ValidateFunction>(
  dialects.map((dialect) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const { $id: _, ...document } = officialSchema(dialect).schema;
    ajv.addSchema(document, 'acp');
    return [dialect, ajv.compile({ $ref: 'acp#/$defs/InitializeRequest' })];
  }),
);

/** Returns the dialects whose official schema refuses the params of `initialize`. */
function refusedBy(params: unknown): readonly string[] {
  return dialects.filter((dialect) => validators.get(dialect)?.(params) !== true);
}

const info = { name: 'emend', title: 'Emend', version: '1.0.0' };

test('[N1] [N2] the request of a client of ours is valid in every dialect', () => {
  const params = { protocolVersion: 2, clientInfo: info, capabilities: { elicitation: { form: {} } } };
  const request = initializeForAll(params, 'november');
  expect(request).toEqual({
    protocolVersion: 2,
    info,
    clientInfo: info,
    capabilities: { elicitation: { form: {} } },
    clientCapabilities: {
      fs: { readTextFile: false, writeTextFile: false },
      terminal: false,
      elicitation: { form: {} },
      session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
      _meta: { terminal_output: true },
    },
    _meta: { 'emend/prefers': 'november' },
  });
  expect(refusedBy(request)).toEqual([]);
});

const runs = counts({ short: 300, long: 5_000, oracle: 20_000 });

test.each(dialects)(`[N2] property: so is that on behalf of ${runs} random clients of %s`, (client) => {
  const values = new SchemaValues(officialSchema(client).schema);
  fc.assert(
    fc.property(values.named('InitializeRequest'), fc.boolean(), (params, isServed) => {
      const host = isServed ? { requests: {} } : undefined;
      const before = JSON.stringify(params);
      expect(refusedBy(initializeForAll(params, client, host))).toEqual([]);
      expect(validators.get('v1')?.(initializeInV1(params, client, host))).toBe(true);
      expect(JSON.stringify(params)).toBe(before);
    }),
    { numRuns: runs },
  );
});

test('[N9] malformed parts of a November client are not passed on', () => {
  fc.assert(
    fc.property(
      fc.record({ auth: fc.anything(), elicitation: fc.anything(), _meta: fc.anything() }),
      (capabilities) => {
        const params = { protocolVersion: 2, info, capabilities, _meta: 5 };
        expect(refusedBy(initializeForAll(params, 'november'))).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});
