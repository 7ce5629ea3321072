import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bridgeCommand } from '@emend/acp/node';
import { allPairs, checkBridge, type DialectPair } from '@emend/acp/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { counts } from '../../../../test/support/counts.ts';
import { commandFile } from '../test-support/built-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-checked-bridge-'));
const isWhole = counts({ short: 0, long: 0, oracle: 1 }) === 1;
/** Each check starts processes: `npm run test:oracle` has all of them. */
const only = isWhole ? [] : ['prompt.one-answer', 'permission.selected', 'ends.client-leaves', 'ends.agent-dies'];

beforeAll(() => buildPackages());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function findings(words: readonly string[], pairs: readonly DialectPair[]): Promise<string[]> {
  const start = bridgeCommand([process.execPath, commandFile, ...words, '--', '{agent}']);
  const { results } = await (await checkBridge(start, { cwd: folder, pairs, only })).all();
  const odd = results.filter(({ verdict }) => verdict !== 'pass');
  return odd.map(({ id, dialect, verdict, reason }) => `${verdict} ${dialect} ${id}: ${reason}`);
}

test('emend bridge passes the conformance kit between all dialects', { timeout: 1_800_000 }, async () => {
  const short: readonly DialectPair[] = [{ client: 'november', agent: 'v1' }];
  expect(await findings(['bridge'], isWhole ? allPairs : short)).toEqual([]);
});

test('emend record passes what the kit asks of a proxy', { timeout: 600_000 }, async () => {
  const equal = allPairs.filter(({ client, agent }) => client === agent);
  const found = await findings(['record', join(folder, 'recording.ndjson')], isWhole ? equal : equal.slice(1, 2));
  // What the agent prints by mistake is passed on like everything else.
  const noise = equal.map(({ client }) => client).map((dialect) => (dialect === 'v1' ? '1' : dialect));
  expect(found).toEqual(
    isWhole ? noise.map((name) => `warn ${name}:${name} frames.noise-of-agent: it reaches the client`) : [],
  );
});
