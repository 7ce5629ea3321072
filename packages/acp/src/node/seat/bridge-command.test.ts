import { expect, test } from 'vitest';
import { checkBridge } from '../../testing/kit/bridge/check-bridge.ts';
import { bridgeCommand } from './bridge-command.ts';

/** A proxy that starts the command that follows it and copies bytes. */
const proxy = `
const [program, ...args] = process.argv.slice(1);
const agent = require('node:child_process').spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(agent.stdin);
agent.stdout.pipe(process.stdout);
agent.stdin.on('error', () => {});
agent.on('exit', (code) => process.exit(code ?? 1));
`;

test('a command that copies bytes to its agent and back is a bridge, and passes what is asked of a proxy', async () => {
  const start = bridgeCommand([process.execPath, '-e', proxy, '{agent}']);
  const pairs = [{ client: 'june', agent: 'june' }] as const;
  const only = ['prompt.one-answer', 'permission.selected', 'frames.clean', 'proxy.updates', 'ends'];
  const { results } = await (await checkBridge(start, { cwd: process.cwd(), pairs, only })).all();
  expect(
    results.map(({ id, verdict, reason }) => `${verdict} ${id}${reason === undefined ? '' : `: ${reason}`}`),
  ).toEqual([
    'pass prompt.one-answer',
    'pass permission.selected',
    'pass frames.clean',
    'pass ends.client-leaves',
    'pass ends.client-leaves-question',
    'pass ends.agent-dies',
    'pass ends.agent-dies-first',
    'pass proxy.updates',
  ]);
});

test('a bridge that is ended takes its agent with it', async () => {
  const bridge = await bridgeCommand([process.execPath, '-e', proxy, '{agent}'])({ graceMilliseconds: 2_000 });
  const agents = bridge.agents[Symbol.asyncIterator]();
  const { value: agent } = await agents.next();
  await bridge.end();
  const frames: unknown[] = [];
  // A connection that was cut and one that has ended are both over.
  await (async () => {
    for await (const batch of agent.frames) frames.push(...batch);
  })().catch(() => {});
  expect(frames).toEqual([]);
  expect((await agents.next()).done).toBe(true);
});

test.skipIf(process.platform === 'win32')('what a bridge leaves behind is seen and ended', async () => {
  const sleeper = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).unref();`;
  for (const [program, leaves] of [
    [proxy, false],
    [sleeper + proxy, true],
  ] as const) {
    // Whoever ends gets all the time it needs; what stays is not waited for.
    const leftoverGraceMilliseconds = leaves ? 100 : 20_000;
    const start = bridgeCommand([process.execPath, '-e', program, '{agent}']);
    const bridge = await start({ graceMilliseconds: 20_000, leftoverGraceMilliseconds });
    await bridge.agents[Symbol.asyncIterator]().next();
    expect(await bridge.leavesProcesses()).toBe(leaves);
    await bridge.end();
  }
});

test('a command without a place for its agent is no bridge, and one that cannot be run is told', async () => {
  expect(() => bridgeCommand(['my-bridge'])).toThrow('The command of a bridge must have {agent} where its agent goes.');
  const start = bridgeCommand(['emend-no-such-command', '{agent}']);
  await expect(start({ graceMilliseconds: 100 })).rejects.toThrow("The command 'emend-no-such-command' was not found.");
});
