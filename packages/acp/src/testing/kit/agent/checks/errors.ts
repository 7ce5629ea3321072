import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { needing } from '../../needing.ts';
import { isAnswer } from '../../peer-line.ts';
import { fail, type SeenFrame, warn } from '../../verdict.ts';
import { area, inAll, refused } from '../agent-check.ts';
import type { AgentLine } from '../agent-line.ts';

/** How an agent takes what is wrong. */
export const errorChecks = area('hostile', [
  {
    id: 'errors.unknown-method',
    title: 'a request that the agent does not know is answered with -32601.',
    requirements: inAll('B10'),
    async run(scene) {
      const agent = await scene.open();
      for (const method of ['_emend.check/unknown', 'emend-check/unknown']) {
        const { error, frame } = await agent.line.request(method, { any: 1 });
        if (error === undefined) fail('it was answered with a result', frame);
        if (error['code'] !== -32601) warn(`it was answered with ${error['code']}, not -32601`, frame);
      }
    },
  },
  {
    id: 'errors.shape',
    title: 'an error has an integer code and a message.',
    requirements: inAll('B17'),
    async run(scene) {
      const { line } = await scene.open();
      const request = () => line.request('_emend.check/unknown', {});
      const { error, frame } = await needing('errors.unknown-method', request);
      if (error !== undefined) refused({ error, frame }, scene.dialect);
      refused(await line.request('session/prompt', {}), scene.dialect);
    },
  },
  {
    id: 'errors.no-params',
    title: 'a request without its params is answered with an error.',
    requirements: inAll('B14'),
    async run(scene) {
      const { line } = await scene.open();
      const id = 'emend-check-no-params';
      const answer = line.answerTo(id, 'session/new without params');
      line.send({ jsonrpc: '2.0', id, method: 'session/new' });
      refused(await answer, scene.dialect, -32602);
    },
  },
  {
    id: 'errors.parse',
    title: 'a line that is no JSON is answered with -32700 and id null, or ignored, and the agent goes on.',
    requirements: inAll('B6', 'K5'),
    async run(scene) {
      const agent = await scene.open();
      for (const answer of await answersTo(agent, '{"jsonrpc":"2.0","id":99,')) {
        if (answer['id'] === null && codeOf(answer) !== -32700) fail('the error is not -32700', seen(answer));
        if (answer['id'] !== null) fail('it was answered with an id', seen(answer));
      }
    },
  },
  {
    id: 'errors.no-message',
    title: 'JSON that is no message does not end the agent.',
    requirements: inAll('B6', 'K5'),
    async run(scene) {
      const agent = await scene.open();
      for (const text of ['4711', 'null', '"text"', '{}', '{"jsonrpc":"2.0"}', '{"id":null,"result":1}', '']) {
        await agent.survives(() => agent.line.sendText(text));
      }
    },
  },
  {
    id: 'errors.bad-ids',
    title: 'a request whose id is no text and no integer is refused with -32600 and id null.',
    requirements: { november: ['N81'] },
    async run(scene) {
      const agent = await scene.open();
      for (const id of ['1.5', '{}', 'true']) {
        const answer = await answerTo(agent, `{"jsonrpc":"2.0","id":${id},"method":"_emend.check/unknown"}`);
        if (codeOf(answer) !== -32600) fail(`the id ${id} was taken`, seen(answer));
        if (answer['id'] !== null) fail('the id of the answer is not null', seen(answer));
      }
    },
  },
  {
    id: 'errors.unknown-notification',
    title: 'a notification that the agent does not know is not answered, and the agent goes on.',
    requirements: inAll('B4', 'B11'),
    async run(scene) {
      const agent = await scene.open();
      const [answer] = await answersTo(agent, '{"jsonrpc":"2.0","method":"_emend.check/told","params":{"any":1}}');
      if (answer !== undefined) fail('it was answered', seen(answer));
    },
  },
  {
    id: 'errors.bad-notification',
    title: 'a malformed notification is not answered, and the agent goes on.',
    requirements: inAll('B4'),
    async run(scene) {
      const agent = await scene.open();
      for (const params of ['{}', '{"sessionId":4711}', '[]', 'null']) {
        const text = `{"jsonrpc":"2.0","method":"session/cancel","params":${params}}`;
        const [answer] = (await answersTo(agent, text)).filter(({ id }) => id !== null);
        if (answer !== undefined) fail('it was answered', seen(answer));
      }
    },
  },
  {
    id: 'errors.unasked-answer',
    title: 'an answer that nobody asked for is ignored.',
    requirements: inAll('K2'),
    async run(scene) {
      const agent = await scene.open();
      await agent.survives(() => {
        agent.line.send({ jsonrpc: '2.0', id: 'emend-check-nobody', result: {} });
        agent.line.send({ jsonrpc: '2.0', id: 4_711, error: { code: -32000, message: 'nobody' } });
        agent.line.send({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'nobody' } });
      });
    },
  },
  {
    id: 'errors.deep',
    title: 'a message that is nested very deep does not end the agent.',
    requirements: inAll('K3'),
    async run(scene) {
      const agent = await scene.open();
      const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
      await agent.survives(() => {
        agent.line.sendText(`{"jsonrpc":"2.0","method":"_emend.check/deep","params":{"deep":${deep}}}`);
      });
    },
  },
  {
    id: 'errors.huge',
    title: 'a message that is very long does not end the agent.',
    requirements: inAll('K3'),
    async run(scene) {
      const agent = await scene.open();
      await agent.survives(() => agent.line.notify('_emend.check/long', { long: 'x'.repeat(2_000_000) }));
    },
  },
]);

/** Sends a line and waits for the answer, however long others behind it take. */
async function answerTo(agent: AgentLine, text: string): Promise<JsonObject> {
  await agent.settled();
  agent.line.sendText(text);
  const { message } = await agent.line.next(({ message }) => isAnswer(message), 'an answer to the request');
  return message as JsonObject;
}

/** Sends a line and returns the answers of the agent to it. */
async function answersTo(agent: AgentLine, text: string): Promise<readonly JsonObject[]> {
  await agent.settled();
  const from = agent.line.frames.length;
  agent.line.sendText(text);
  await agent.line.fence();
  // The last frame answers the fence, which is the newest frame of the kit before it.
  const fence = agent.line.frames.findLast((frame) => frame.from === 'client')?.message;
  return agent.line.frames
    .slice(from)
    .flatMap(({ from: side, message }) => (side === 'agent' && isAnswer(message) ? [message] : []))
    .filter(({ id }) => !isObject(fence) || id !== fence['id']);
}

const seen = (message: JsonObject): SeenFrame => ({ from: 'agent', message });

function codeOf({ error }: JsonObject): unknown {
  return isObject(error) ? error['code'] : undefined;
}
