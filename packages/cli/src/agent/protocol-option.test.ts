import { expect, test } from 'vitest';
import { runEmend } from '../test-support/built-command.ts';

const info = { name: 'c', version: '1' };
const initialize = (params: object) => `${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })}\n`;

/** The keys of the answer that show its dialect. */
async function shapeOf(args: readonly string[], params: object): Promise<unknown> {
  const { stdout } = await runEmend(['agent', '--pace', '0', ...args], initialize(params));
  const { result, error } = JSON.parse(stdout) as {
    readonly result?: Record<string, unknown>;
    readonly error?: object;
  };
  if (result === undefined) return error;
  return [
    result['protocolVersion'],
    ...['agentCapabilities', 'capabilities', 'agentInfo', 'info'].filter((key) => key in result),
  ];
}

const v1 = [1, 'agentCapabilities', 'agentInfo'];
const june = [2, 'capabilities', 'agentInfo'];
const november = [2, 'capabilities', 'info'];

test.each([
  ['1', v1],
  ['2', june],
  ['june', june],
  ['november', november],
])('--protocol %s answers in that dialect, whatever is asked for', async (name, shape) => {
  const asked = [{ protocolVersion: 1 }, { protocolVersion: 2 }, { protocolVersion: 2, info }];
  const answers = await Promise.all(asked.map((params) => shapeOf(['--protocol', name], params)));
  expect(answers).toEqual([shape, shape, shape]);
});

test('by default the agent answers in the dialect of its client', async () => {
  const asked = [{ protocolVersion: 1 }, { protocolVersion: 2 }, { protocolVersion: 2, info }];
  expect(await Promise.all(asked.map((params) => shapeOf([], params)))).toEqual([v1, june, november]);
});

test('[N7] an agent of November alone tells a client of v1 that knows of it which versions there are', async () => {
  expect(await shapeOf(['--protocol', 'november'], { protocolVersion: 1, info })).toEqual({
    code: -32022,
    message: 'Unsupported protocol version',
    data: { requested: 1, supported: [2] },
  });
});

test('another name is wrong usage', async () => {
  expect((await runEmend(['agent', '--protocol', '3'])).status).toBe(2);
});
