import { isObject } from '../../../../protocol/reading/guard.ts';
import { needing } from '../../needing.ts';
import { isAnswer } from '../../peer-line.ts';
import { checkIdsInUtf8 } from '../../split-text.ts';
import { fail, type SeenFrame, skip, warn } from '../../verdict.ts';
import { area, inAll, noSession } from '../agent-check.ts';
import type { AgentLine } from '../agent-line.ts';
import { allowing } from '../permission-answer.ts';

/** How long an agent may take to exit when its input has ended, in milliseconds. */
const longestExit = 10_000;

/** How long what an agent has started may outlive it, in milliseconds. */
const longestLeftover = 5_000;

/** What an agent writes, and how it ends. */
export const outputChecks = area('shared', [
  {
    id: 'output.clean',
    company: 'own',
    title: 'the agent writes nothing but messages to its standard output, one a line.',
    requirements: inAll('A36', 'B2', 'K4'),
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      await scene.turn(agent, sessionId);
      // Some agents print what they do not expect.
      agent.cancel(sessionId);
      agent.line.notify('_emend/check', {});
      await agent.settled();
      await agent.line.close();
      const noise = agent.line.frames.find(({ from, text }) => from === 'agent' && text !== undefined);
      if (noise !== undefined) fail('it wrote a line that is no JSON', noise);
      const other = agent.line.frames.find(({ from, message }) => from === 'agent' && !isObject(message));
      if (other !== undefined) fail('it wrote JSON that is no message', other);
    },
  },
  {
    id: 'output.version',
    title: 'every message says "jsonrpc": "2.0".',
    requirements: inAll('B2'),
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      await scene.turn(agent, sessionId);
      const other = agent.line.frames.find(({ from, message }) => {
        return from === 'agent' && isObject(message) && message['jsonrpc'] !== '2.0';
      });
      if (other !== undefined) fail('a message does not', other);
    },
  },
  {
    id: 'output.answers',
    title: 'an answer has a result or an error, not both.',
    requirements: inAll('B5'),
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      await scene.turn(agent, sessionId);
      await agent.settled();
      const both = agent.line.frames.find(({ from, message }) => {
        if (from !== 'agent' || !isAnswer(message)) return false;
        return message['result'] !== undefined && message['error'] !== undefined;
      });
      if (both !== undefined) fail('an answer has both', both);
    },
  },
  {
    id: 'output.ids',
    title: 'an answer has the id of its request: also if that is a text, even one of digits, or 0.',
    requirements: inAll('B5'),
    async run(scene) {
      const { line } = await scene.open();
      for (const id of ['emend-check-ä-1', '4711', 0]) {
        const answer = line.answerTo(id, `a request with the id ${JSON.stringify(id)}`);
        line.send({ jsonrpc: '2.0', id, method: 'session/prompt', params: { sessionId: noSession, prompt: [] } });
        await answer;
      }
    },
  },
  {
    id: 'output.encoding',
    title: 'the agent reads and writes UTF-8, also when a character comes in two pieces.',
    requirements: inAll('B2'),
    async run(scene) {
      const agent = await scene.open();
      await agent.settled();
      await checkIdsInUtf8(agent.line);
    },
  },
  {
    id: 'output.request-ids',
    title: 'requests of the agent have ids that are texts or integers, and none is used twice.',
    requirements: { v1: ['B5'], june: ['B5'], november: ['N81'] },
    async run(scene) {
      const text = scene.prompt('permission');
      const { agent, sessionId } = await scene.session();
      agent.line.responders.set('session/request_permission', allowing);
      for (let turn = 0; turn < 2; turn += 1) await scene.turn(agent, sessionId, text);
      const requests = agent.line.frames.filter(({ from, message }) => {
        return from === 'agent' && isObject(message) && typeof message['method'] === 'string' && 'id' in message;
      });
      if (requests.length === 0) skip('the agent made no requests');
      const ids = requests.map(({ message }) => (message as { readonly id: unknown }).id);
      const wrong = ids.findIndex((id) => typeof id !== 'string' && !Number.isInteger(id));
      if (wrong !== -1) fail('an id is no text and no integer', requests[wrong]);
      // A request that was answered has freed its id.
      const twice = ids.findIndex((id, at) => ids.indexOf(id) < at);
      if (twice !== -1) warn('an id is used a second time', requests[ids.indexOf(ids[twice])], requests[twice]);
    },
  },
  {
    id: 'output.batch',
    company: 'hostile',
    title: 'a batch is answered as a batch, or refused once with -32600.',
    requirements: { june: ['B6'], november: ['N80'] },
    async run(scene) {
      const agent = await scene.open();
      const unknown = (id: number) => ({ jsonrpc: '2.0', id, method: '_emend.check/unknown', params: {} });
      const given = await framesAfter(agent, [unknown(901), unknown(902)], [901, 902]);
      if (isRefusedOnce(given)) return;
      const isBatch = given.some(({ message }) => Array.isArray(message) && message.length === 2);
      if (isBatch && scene.dialect !== 'november') return;
      if (scene.dialect === 'november') fail('it was not refused once with -32600 and the id null', ...given);
      warn('it was answered by single messages', ...given);
    },
  },
  {
    id: 'output.empty-batch',
    company: 'hostile',
    title: 'an empty batch is answered with one -32600 whose id is null.',
    requirements: { june: ['B6'], november: ['N80'] },
    async run(scene) {
      const agent = await scene.open();
      const given = await framesAfter(agent, [], []);
      if (!isRefusedOnce(given)) fail('it was not', ...given);
    },
  },
  {
    id: 'output.exit',
    company: 'own',
    title: 'the agent ends within 10 seconds when its input ends.',
    requirements: inAll('K1'),
    async run(scene) {
      const line = await scene.connect({ graceMilliseconds: longestExit });
      if (line.exited === undefined) skip('the agent is no process of the kit');
      const agent = await scene.open(line);
      await needing('session.new', () => agent.newSession());
      await line.close();
      const { code, signal } = await line.exited;
      if (signal !== undefined) fail(`it had to be ended by force (${signal})`);
      if (code !== 0) warn(`it ended with the status ${code}`);
    },
  },
  {
    id: 'output.no-processes',
    company: 'own',
    title: 'an agent that ends leaves no process behind.',
    requirements: inAll('K6'),
    async run(scene) {
      const line = await scene.connect({ graceMilliseconds: longestExit, leftoverGraceMilliseconds: longestLeftover });
      if (line.exited === undefined) skip('the agent is no process of the kit');
      const agent = await scene.open(line);
      const sessionId = await needing('session.new', () => agent.newSession());
      agent.line.responders.set('session/request_permission', allowing);
      // Tools are what starts processes.
      await scene.turn(agent, sessionId, scene.prompts.tool ?? scene.prompts.ordinary);
      await line.close();
      if ((await line.leavesProcesses()) === true) fail('a process that it had started still ran when it had exited');
    },
  },
]);

/** Sends something and returns what the agent sends for it. Answers may come in any order, so that one to a later request ends nothing. */
async function framesAfter(agent: AgentLine, sent: unknown, wanted: readonly number[]): Promise<readonly SeenFrame[]> {
  await agent.settled();
  const from = agent.line.frames.length;
  const given = () => agent.line.frames.slice(from).filter((frame) => frame.from === 'agent');
  const isComplete = () => {
    const messages = given().map(({ message }) => message);
    const isRefused = messages.some((message) => isAnswer(message) && message['id'] === null);
    const ids = messages.flatMap((message) => (isAnswer(message) ? [message['id']] : []));
    return isRefused || messages.some(Array.isArray) || (wanted.length > 0 && wanted.every((id) => ids.includes(id)));
  };
  agent.line.send(sent);
  await agent.line.next(isComplete, 'an answer to the batch');
  // What it still says to it comes before this is answered, or is missed.
  await agent.settled();
  return given().filter(({ message }) => !isFenceAnswer(agent, message));
}

function isFenceAnswer({ line }: AgentLine, message: unknown): boolean {
  if (!isAnswer(message)) return false;
  const asked = line.frames.find((frame) => {
    return frame.from === 'client' && isObject(frame.message) && frame.message['id'] === message['id'];
  });
  return asked !== undefined;
}

function isRefusedOnce(given: readonly SeenFrame[]): boolean {
  const [answer, ...more] = given.filter(({ message }) => isAnswer(message) && message['id'] === null);
  const { error } = (answer?.message ?? {}) as { readonly error?: unknown };
  return more.length === 0 && isObject(error) && error['code'] === -32600;
}
