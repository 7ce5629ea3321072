import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { SessionUpdate } from '../../protocol/november/generated/session-update.ts';
import { officialSchema } from '../../protocol/test-support/official-schemas.ts';
import { SchemaValues } from '../../protocol/test-support/schema-values.ts';
import { ReceivedSessionUpdate } from '../../protocol/v1/generated/proposal.ts';
import { object } from '../test-support/json.ts';
import { talk } from '../test-support/talk.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const { schema } = officialSchema('v1');
const validate = ajv.compile({ $defs: schema.$defs, $ref: '#/$defs/SessionUpdate' });
const updates = fc.array(new SchemaValues(officialSchema('november').schema).named('SessionUpdate'), { maxLength: 12 });
const session = { notices: {}, compaction: {}, configOptions: { boolean: {} } };

test('[BR125] [N102] whatever a November agent sends, a v1 client gets valid v1 of today, strictly', () => {
  fc.assert(
    fc.property(updates, fc.constantFrom({}, { session }), (stream, clientCapabilities) => {
      const { ask, answer, update, end, seen } = talk({ client: 'v1', agent: 'november' });
      const info = { name: 'c', version: '1' };
      ask(0, 'initialize', { protocolVersion: 1, clientInfo: info, clientCapabilities });
      answer(0, { protocolVersion: 2, info, capabilities: { session: {} } });
      ask(1, 'session/new', { cwd: '/', mcpServers: [] });
      answer(1, { sessionId: 's' });
      for (const each of stream) if (SessionUpdate.is(each)) update(String(object(each)['sessionUpdate']), each);
      end();
      for (const message of seen.client) {
        const { method, params } = object(message);
        if (method !== 'session/update') continue;
        const sent = object(params)['update'];
        // Proposals are in no schema.
        const isProposal = String(object(sent)['sessionUpdate']).endsWith('_clear');
        expect([sent, isProposal || validate(sent), ReceivedSessionUpdate.is(sent)]).toEqual([sent, true, true]);
      }
    }),
    { numRuns: counts({ short: 60, long: 3_000 }) },
  );
});
