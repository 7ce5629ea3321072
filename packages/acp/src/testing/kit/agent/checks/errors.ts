import { isObject } from '../../../../protocol/reading/guard.ts';
import { isAnswer } from '../../peer-line.ts';
import { fail, warn } from '../../verdict.ts';
import { type AgentCheck, inAll } from '../agent-check.ts';

/** How an agent takes what is wrong. */
export const errorChecks: readonly AgentCheck[] = [
  {
    id: 'errors.unknown-method',
    title: 'a request that the agent does not know is answered with -32601.',
    requirements: inAll('B10'),
    async run(scene) {
      const agent = await scene.open();
      const { error, frame } = await agent.line.request('_emend.check/unknown', { any: 1 });
      if (error === undefined) fail('it was answered with a result', frame);
      if (error['code'] !== -32601) warn(`it was answered with ${error['code']}, not -32601`, frame);
    },
  },
  {
    id: 'errors.parse',
    title: 'a line that is no JSON is answered with -32700 and id null, or ignored, and the agent goes on.',
    requirements: inAll('B6', 'K5'),
    async run(scene) {
      const agent = await scene.open();
      const from = agent.line.frames.length;
      agent.line.sendText('{"jsonrpc":"2.0","id":99,');
      await agent.line.fence();
      const answers = agent.line.frames.slice(from).filter(({ message }) => isAnswer(message));
      for (const answer of answers) {
        const { id, error } = answer.message as Record<string, unknown>;
        if (id === null && isObject(error) && error['code'] !== -32700) fail('the error is not -32700', answer);
      }
    },
  },
  {
    id: 'errors.unknown-notification',
    title: 'a notification that the agent does not know is not answered, and the agent goes on.',
    requirements: inAll('B4', 'B11'),
    async run(scene) {
      const agent = await scene.open();
      const from = agent.line.frames.length;
      const sent = agent.line.notify('_emend.check/told', { any: 1 });
      await agent.line.fence();
      const answer = agent.line.frames
        .slice(from, -1)
        .find((frame) => frame.from === 'agent' && isAnswer(frame.message));
      if (answer !== undefined) fail('it was answered', sent, answer);
    },
  },
  {
    id: 'errors.unasked-answer',
    title: 'an answer that nobody asked for is ignored.',
    requirements: inAll('K2'),
    async run(scene) {
      const agent = await scene.open();
      agent.line.send({ jsonrpc: '2.0', id: 'emend-check-nobody', result: {} });
      await agent.line.fence();
    },
  },
  {
    id: 'errors.deep',
    title: 'a message that is nested very deep, or very long, does not end the agent.',
    requirements: inAll('K3'),
    async run(scene) {
      const agent = await scene.open();
      const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
      agent.line.sendText(`{"jsonrpc":"2.0","method":"_emend.check/deep","params":{"deep":${deep}}}`);
      agent.line.notify('_emend.check/long', { long: 'x'.repeat(2_000_000) });
      await agent.line.fence();
    },
  },
];
