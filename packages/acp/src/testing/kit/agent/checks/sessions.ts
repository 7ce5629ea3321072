import { isObject } from '../../../../protocol/reading/guard.ts';
import { resultOf } from '../../peer-line.ts';
import { fail, skip, warn } from '../../verdict.ts';
import type { AgentCheck } from '../agent-check.ts';
import type { AgentLine } from '../agent-line.ts';

const nowhere = 'emend-check-no-such-session';

/** How many pages of a list are read before it counts as endless. */
const mostPages = 1_000;

/** How an agent makes, lists and ends sessions. */
export const sessionChecks: readonly AgentCheck[] = [
  {
    id: 'session.new',
    title: 'session/new is answered with the id of a session.',
    requirements: { v1: ['A5', 'A8'], june: ['A5', 'A8'], november: ['N20'] },
    async run(scene) {
      await (await scene.open()).newSession();
    },
  },
  {
    id: 'session.unique-ids',
    title: 'every session has an id of its own.',
    requirements: { v1: ['A8'], june: ['A8'], november: ['A8'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      const other = await agent.newSession();
      if (sessionId === other) fail(`two sessions have the id "${other}"`, agent.line.frames.at(-1));
    },
  },
  {
    id: 'session.two-at-once',
    title: 'two sessions run at once, and each gets its own updates.',
    requirements: { v1: ['A5'], june: ['A5'], november: ['N20'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      const other = await agent.newSession();
      const turns = [sessionId, other].map((id) => agent.turn(id, scene.prompts.ordinary));
      for (const { answer } of await Promise.all(turns)) {
        if (answer.error !== undefined) fail(`a prompt failed: ${answer.error['message']}`, answer.frame);
      }
      const known = new Set<unknown>([sessionId, other]);
      const stray = agent.line.frames.find(({ from, message }) => {
        const params = isObject(message) && message['method'] === 'session/update' ? message['params'] : undefined;
        return from === 'agent' && isObject(params) && !known.has(params['sessionId']);
      });
      if (stray !== undefined) fail('an update names a session that nobody made', stray);
    },
  },
  {
    id: 'session.relative-cwd',
    title: 'a working directory that is not absolute is refused.',
    requirements: { june: ['B3'], november: ['N37'] },
    async run(scene) {
      const { line } = await scene.open();
      const { error, frame } = await line.request('session/new', { cwd: 'not/absolute', mcpServers: [] });
      if (error !== undefined && (scene.dialect !== 'november' || error['code'] === -32602)) return;
      if (scene.dialect !== 'november') warn('it was taken', frame);
      fail(error === undefined ? 'it was taken' : `it was refused with ${error['code']}, not -32602`, frame);
    },
  },
  {
    id: 'session.list',
    title: 'session/list has every session that the agent stores, page by page, and each once.',
    requirements: { v1: ['A18'], june: ['A18'], november: ['N20', 'N45'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      if (!agent.words.canList(agent.initialized)) skip('session/list is not advertised');
      await agent.turn(sessionId, scene.prompts.ordinary);
      const listed = await listAll(agent);
      const twice = listed.find((id, index) => listed.indexOf(id) !== index);
      if (twice !== undefined) fail(`the session "${twice}" is listed twice`, ...agent.line.frames.slice(-2));
      if (!listed.includes(sessionId)) warn('a session that has a turn is not listed', ...agent.line.frames.slice(-2));
    },
  },
  {
    id: 'session.list-bad-cursor',
    title: 'a cursor that the agent has not given is an error.',
    requirements: { june: ['A19'] },
    async run(scene) {
      const agent = await scene.open();
      if (!agent.words.canList(agent.initialized)) skip('session/list is not advertised');
      const { error, frame } = await agent.line.request('session/list', { cursor: 'emend-check-no-such-cursor' });
      if (error === undefined) warn('it was answered with a list', frame);
    },
  },
  {
    id: 'session.close',
    title: 'a session that is closed takes no prompts any more.',
    requirements: { v1: ['A17'], june: ['A17'], november: ['N34'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      if (!agent.words.canClose(agent.initialized)) skip('session/close is not advertised');
      resultOf(await agent.line.request('session/close', { sessionId }), 'session/close');
      const prompt = [{ type: 'text', text: scene.prompts.ordinary }];
      const { error, frame } = await agent.line.request('session/prompt', { sessionId, prompt });
      if (error === undefined) fail('a prompt to a closed session was answered with a result', frame);
    },
  },
  {
    id: 'session.close-unknown',
    title: 'closing a session that does not exist is answered, with success or an error.',
    requirements: { v1: ['A17'], june: ['A17'], november: ['N34'] },
    async run(scene) {
      const agent = await scene.open();
      if (!agent.words.canClose(agent.initialized)) skip('session/close is not advertised');
      const { error, frame } = await agent.line.request('session/close', { sessionId: nowhere });
      if (scene.dialect === 'november' && error !== undefined) warn('it was answered with an error', frame);
    },
  },
  {
    id: 'session.delete-unadvertised',
    title: 'session/delete is refused if it is not advertised.',
    requirements: { june: ['A20'], november: ['N20'] },
    async run(scene) {
      const agent = await scene.open();
      if (agent.words.canDelete(agent.initialized)) skip('session/delete is advertised');
      const { error, frame } = await agent.line.request('session/delete', { sessionId: nowhere });
      if (error === undefined) fail('it was answered with a result', frame);
      if (error['code'] !== -32601) warn(`it was refused with ${error['code']}, not -32601`, frame);
    },
  },
];

async function listAll(agent: AgentLine): Promise<unknown[]> {
  const ids: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await agent.line.request('session/list', cursor === undefined ? {} : { cursor });
    const { sessions, nextCursor } = resultOf(answer, 'session/list');
    if (!Array.isArray(sessions)) fail('the answer to session/list has no array of sessions', answer.frame);
    for (const session of sessions) ids.push(isObject(session) ? session['sessionId'] : undefined);
    if (nextCursor === undefined || nextCursor === null) return ids;
    cursor = nextCursor;
  }
  return fail(`the list has more than ${mostPages} pages`, agent.line.frames.at(-1));
}
