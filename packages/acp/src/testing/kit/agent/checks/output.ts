import { isObject } from '../../../../protocol/reading/guard.ts';
import { isAnswer } from '../../peer-line.ts';
import { fail, warn } from '../../verdict.ts';
import { type AgentCheck, inAll } from '../agent-check.ts';

/** What an agent writes, and what becomes of batches. */
export const outputChecks: readonly AgentCheck[] = [
  {
    id: 'output.clean',
    title: 'the agent writes nothing but messages to its standard output.',
    requirements: inAll('A36', 'K4'),
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      await agent.turn(sessionId, scene.prompts.ordinary);
      await agent.line.close();
      const noise = agent.line.frames.find(({ from, text }) => from === 'agent' && text !== undefined);
      if (noise !== undefined) fail('it wrote a line that is no JSON', noise);
    },
  },
  {
    id: 'output.ids',
    title: 'an answer has the id of its request, and the version of JSON-RPC.',
    requirements: inAll('B5'),
    async run(scene) {
      const agent = await scene.open();
      const id = 'emend-check-ä-1';
      const answer = agent.line.answerTo(id, 'a request whose id is a text');
      agent.line.send({ jsonrpc: '2.0', id, method: '_emend.check/unknown', params: {} });
      const { frame } = await answer;
      if (!isObject(frame.message) || frame.message['jsonrpc'] !== '2.0')
        fail('it does not say "jsonrpc": "2.0"', frame);
    },
  },
  {
    id: 'output.batch',
    title: 'a batch is answered as a batch, or refused once with -32600.',
    requirements: { june: ['B6'], november: ['N80'] },
    async run(scene) {
      const agent = await scene.open();
      const from = agent.line.frames.length;
      const unknown = (id: number) => ({ jsonrpc: '2.0', id, method: '_emend.check/unknown', params: {} });
      agent.line.send([unknown(901), unknown(902)]);
      await agent.line.fence();
      const given = agent.line.frames.slice(from, -1).filter((frame) => frame.from === 'agent');
      const refusals = given.filter(({ message }) => isAnswer(message) && message['id'] === null);
      if (refusals.length === 1 && codeOf(refusals[0]?.message) === -32600) return;
      const isBatch = given.some(({ message }) => Array.isArray(message) && message.length === 2);
      if (isBatch && scene.dialect !== 'november') return;
      if (given.length === 0) fail('it was not answered');
      if (scene.dialect === 'november') fail('it was not refused once with -32600 and the id null', ...given);
      warn('it was answered by single messages', ...given);
    },
  },
];

function codeOf(message: unknown): unknown {
  return isObject(message) && isObject(message['error']) ? message['error']['code'] : undefined;
}
