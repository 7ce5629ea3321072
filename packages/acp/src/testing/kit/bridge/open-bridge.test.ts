import { expect, test } from 'vitest';
import { isObject } from '../../../protocol/reading/guard.ts';
import type { Transport } from '../../../transport/transport.ts';
import { rightBridge } from '../test-support/right-bridge.ts';
import type { CheckResult } from '../verdict.ts';
import { type CheckBridgeOptions, checkBridge } from './check-bridge.ts';
import type { StartBridge } from './started-bridge.ts';

const pairs = [{ client: 'june', agent: 'v1' }] as const;

/** Counts the starts of a bridge, and which of them have not ended. */
function counted(start: StartBridge): { readonly start: StartBridge; starts: number; readonly open: Set<Transport> } {
  const counts = { starts: 0, open: new Set<Transport>() };
  const countingStart: StartBridge = async (options) => {
    counts.starts += 1;
    const bridge = await start(options);
    counts.open.add(bridge.transport);
    const { frames } = bridge.transport;
    const transport: Transport = {
      send: (frame) => bridge.transport.send(frame),
      close: () => bridge.transport.close(),
      frames: (async function* () {
        yield* frames;
        counts.open.delete(bridge.transport);
      })(),
    };
    return { ...bridge, transport };
  };
  return Object.assign(counts, { start: countingStart });
}

async function verdictsOf(start: StartBridge, options: Partial<CheckBridgeOptions>): Promise<readonly CheckResult[]> {
  const run = await checkBridge(start, { pairs, cwd: '/w', jobs: 1, ...options });
  return (await run.all()).results;
}

/** Makes a bridge that goes wrong when it has served a number of sessions. */
function tired(sessions: number): StartBridge {
  const start = rightBridge();
  return async (options) => {
    const bridge = await start(options);
    let made = 0;
    const send = (frame: string) => {
      const message: unknown = JSON.parse(frame);
      if (isObject(message) && message['method'] === 'session/new') made += 1;
      return bridge.transport.send(made > sessions ? frame.replace('"session/prompt"', '"session/pr"') : frame);
    };
    return { ...bridge, transport: { send, frames: bridge.transport.frames, close: () => bridge.transport.close() } };
  };
}

test('checks use one bridge after the other, and none is left when all are done', async () => {
  const counts = counted(rightBridge());
  const results = await verdictsOf(counts.start, { only: ['update', 'errors', 'permission'] });
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(results.length).toBeGreaterThan(15);
  // One tries the pair of dialects.
  expect([counts.starts, counts.open.size]).toEqual([2, 0]);
});

test('a bridge in which a check has left something open is not used again', async () => {
  const counts = counted(rightBridge());
  const results = await verdictsOf(counts.start, { only: ['cancel.question', 'cancel.turn', 'prompt.one-answer'] });
  expect(results.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['prompt.one-answer', 'pass'],
    ['cancel.turn', 'pass'],
    ['cancel.question', 'pass'],
  ]);
  expect([counts.starts, counts.open.size]).toEqual([2, 0]);
  const other = counted(rightBridge());
  await verdictsOf(other.start, { only: ['cancel.question', 'errors.passed'] });
  expect([other.starts, other.open.size]).toEqual([3, 0]);
});

test('what is found in a bridge that others have used is looked for in a new one', async () => {
  const only = ['prompt.one-answer', 'prompt.content', 'prompt.order'];
  const transcripts: string[] = [];
  const onTranscript = ({ id }: CheckResult) => void transcripts.push(id);
  const late = await verdictsOf(tired(3), { only, onTranscript, timeout: 1_000 });
  expect(late.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass']);
  expect(transcripts).toEqual([]);
  const early = await verdictsOf(tired(0), { only, onTranscript, timeout: 1_000 });
  expect(early.map(({ verdict }) => verdict)).toEqual(['fail', 'fail', 'fail']);
  expect(transcripts).toEqual(only);
});

test('a single check leaves nothing behind', async () => {
  const counts = counted(rightBridge());
  const run = await checkBridge(counts.start, { pairs, cwd: '/w', only: ['prompt.one-answer'] });
  expect(await run.checks[0]?.run()).toMatchObject({ id: 'prompt.one-answer', verdict: 'pass' });
  await expect.poll(() => counts.open.size, { timeout: 20_000 }).toBe(0);
});
