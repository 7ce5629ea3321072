import { expect, test } from 'vitest';
import { counts } from '../../../../../../test/support/counts.ts';
import { memoryPair } from '../../../transport/memory-pair.ts';
import type { Transport } from '../../../transport/transport.ts';
import { NoHandshakeError } from '../no-handshake-error.ts';
import { rightBridge } from '../test-support/right-bridge.ts';
import { bridgeChecks } from './bridge-checks.ts';
import { checkBridge } from './check-bridge.ts';
import { sceneArea, sceneChecks } from './checks/scenes.ts';
import { allPairs, pairName } from './dialect-pair.ts';
import { recordedScenes } from './generated/scenes.ts';
import type { StartBridge } from './started-bridge.ts';

const options = { cwd: '/w', jobs: 4 };
const isLong = counts({ short: 0, long: 1 }) === 1;

/** A proxy that copies frames. */
const proxy: StartBridge = () => {
  const [client, clientSide] = memoryPair();
  const [agentSide, agent] = memoryPair();
  const copy = async (from: Transport, to: Transport) => {
    for await (const batch of from.frames) for (const frame of batch) await to.send(String(frame));
    await to.close();
  };
  void Promise.allSettled([copy(clientSide, agentSide), copy(agentSide, clientSide)]);
  return { transport: client, agents: [agent] };
};

/** What is not a pass. */
async function findings(start: StartBridge, more: Parameters<typeof checkBridge>[1]) {
  const { results } = await (await checkBridge(start, more)).all();
  return results
    .filter(({ verdict }) => verdict !== 'pass')
    .map(({ id, dialect, verdict, reason }) => `${verdict} ${dialect} ${id}: ${reason}`);
}

test('the bridge of this library passes every check in every pair of dialects', async () => {
  // Long messages cost time, and are the same in every pair.
  const long = ['frames.huge'];
  expect(await findings(rightBridge(), isLong ? options : { ...options, skip: long })).toEqual([]);
  const pairs = [{ client: 'june', agent: 'v1' }] as const;
  expect(await findings(rightBridge(), { ...options, only: long, pairs })).toEqual([]);
});

test('a proxy passes every check between equal dialects, and is not asked for what it does not offer', async () => {
  const run = await checkBridge(proxy, options);
  const { results } = await run.all();
  expect(run.dialects).toEqual(allPairs.map(pairName));
  const equal = results.filter(({ dialect }) => ['1:1', 'june:june', 'november:november'].includes(dialect));
  expect(equal.filter(({ verdict }) => verdict !== 'pass').map(({ id, verdict }) => `${verdict} ${id}`)).toEqual(
    Array(3).fill('warn frames.noise-of-agent'),
  );
  const reasons = new Map(
    results
      .filter((result) => !equal.includes(result))
      .map(({ dialect, verdict, reason }) => [dialect, `${verdict}: ${reason}`]),
  );
  expect(Object.fromEntries(reasons)).toEqual({
    '1:june': 'skip: the bridge answers in another dialect: june',
    '1:november': 'skip: the bridge refuses it with the error -32022: Unsupported protocol version',
    'june:1': 'skip: the bridge answers in another dialect: 1',
    'june:november':
      'skip: the bridge refuses it with the error -32602: Invalid params: info: expected an object with name and version',
    'november:1': 'skip: the bridge answers in another dialect: 1',
    'november:june': 'skip: the bridge answers in another dialect: june',
  });
});

test('a bridge that completes no handshake is not checked', async () => {
  const silent: StartBridge = () => {
    const [client, other] = memoryPair();
    void other.close();
    return { transport: client, agents: [] };
  };
  await expect(checkBridge(silent, options)).rejects.toThrow(NoHandshakeError);
  const broken: StartBridge = () => Promise.reject(new Error('no such file'));
  await expect(checkBridge(broken, options)).rejects.toThrow(
    'The bridge completed no handshake: the bridge could not be started: no such file.',
  );
});

test('checks have names of their own, and each names its rules', () => {
  expect(new Set(bridgeChecks.map(({ id }) => id)).size).toBe(bridgeChecks.length);
  const nameless = bridgeChecks.filter(
    ({ requirements }) =>
      Object.values(requirements).some((ids) => ids?.length === 0) || Object.keys(requirements).length === 0,
  );
  expect(nameless.map(({ id }) => id)).toEqual([]);
  expect(bridgeChecks.filter(({ title }) => !title.endsWith('.')).map(({ id }) => id)).toEqual([]);
});

test('every recorded conversation that can be played belongs to a check', () => {
  const played = sceneChecks.map(({ id }) => id);
  expect(played).toEqual(bridgeChecks.map(({ id }) => id).filter((id) => id.startsWith('scenes.')));
  expect(recordedScenes.filter((scene) => sceneArea(scene) === undefined).map(({ name }) => name)).toEqual([]);
});
