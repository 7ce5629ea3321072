import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newPath, plainAgent } from '../test-support/programs.ts';
import { spawnAgent } from './spawn-agent.ts';

const cwd = process.cwd();

/** An agent that ends after every refusal. `accepts` is its check of what is asked for; each process adds a line to the file it is given. */
const refusing = (accepts: string, error: object, answer: object) => `${plainAgent}
  const note = (text) => require('node:fs').appendFileSync(process.argv[1], text + '\\n');
  const update = (body) => send({ method: 'session/update', params: { sessionId: 's', update: body } });
  const onMessage = ({ id, method, params }) => {
    if (method === 'initialize') {
      const isAccepted = (${accepts})(params);
      note(params.protocolVersion + (isAccepted ? ' accepted' : ' refused'));
      if (isAccepted) return send({ id, result: ${JSON.stringify(answer)} });
      const refusal = { jsonrpc: '2.0', id, error: ${JSON.stringify(error)} };
      return process.stdout.write(JSON.stringify(refusal) + '\\n', () => process.exit(0));
    }
    if (method === 'session/new') return send({ id, result: { sessionId: 's' } });
    if (${JSON.stringify(answer)}.protocolVersion === 1) return send({ id, result: { stopReason: 'end_turn' } });
    update({ sessionUpdate: 'user_message', messageId: 'u', content: params.prompt });
    send({ id, result: { messageId: 'u' } });
    update({ sessionUpdate: 'state_update', state: 'running' });
    update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
  };`;

const november = { protocolVersion: 2, info: { name: 'n', version: '1' }, capabilities: { session: {} } };
const v1 = { protocolVersion: 1, agentCapabilities: {} };

test.each([
  [
    'a November agent that ends when info is missing is started once',
    'p => typeof p.info?.name === "string" && typeof p.info.version === "string" && typeof p.capabilities === "object"',
    { code: -32602, message: 'Invalid params', data: { info: { _errors: ['Required'] } } },
    november,
    ['2 accepted'],
  ],
  [
    'one that offers only version 1 is started again and asked for it',
    'p => p.protocolVersion === 1',
    { code: -32022, message: 'Unsupported protocol version', data: { requested: 2, supported: [1] } },
    v1,
    ['2 refused', '1 accepted'],
  ],
  [
    'one that refuses for no reason is started again and asked for version 1',
    'p => p.protocolVersion === 1',
    { code: -32603, message: 'Internal error' },
    v1,
    ['2 refused', '1 accepted'],
  ],
])('[N13] %s', async (_, accepts, error, answer, starts) => {
  const file = newPath();
  await using agent = await spawnAgent(process.execPath, ['-e', refusing(accepts, error, answer), file], {
    graceMilliseconds: 300,
    info: { name: 'c', version: '1' },
  });
  const session = await agent.newSession({ cwd });
  expect(await session.prompt('hi')).toEqual({ stopReason: 'end_turn' });
  expect(readFileSync(file, 'utf8').trim().split('\n')).toEqual(starts);
});
