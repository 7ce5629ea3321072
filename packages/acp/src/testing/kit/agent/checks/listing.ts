import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { needing } from '../../needing.ts';
import { type Answer, resultOf } from '../../peer-line.ts';
import { fail, skip, warn } from '../../verdict.ts';
import { isAbsolute } from '../absolute-path.ts';
import { area, validResult } from '../agent-check.ts';
import type { AgentLine } from '../agent-line.ts';
import type { AgentScene } from '../agent-scene.ts';

/** How many pages of a list are read before it counts as endless. */
const mostPages = 1_000;

/** How an agent lists its sessions. */
export const listingChecks = area('shared', [
  {
    id: 'list.complete',
    title: 'session/list has every session that the agent stores, page by page, and each once.',
    requirements: { v1: ['A18'], june: ['A18', 'A19'], november: ['N20', 'N45'] },
    async run(scene) {
      const { agent, sessionId } = await withTurn(scene);
      let listed: readonly unknown[] = [];
      let twice: unknown;
      // A session that is made while pages are read may push another one to the next page: only what comes every time is wrong.
      for (let reading = 0; reading < 3; reading += 1) {
        listed = (await entriesOf(agent)).map((entry) => entry['sessionId']);
        twice = listed.find((id, index) => listed.indexOf(id) !== index);
        if (twice === undefined) break;
      }
      if (twice !== undefined) fail(`the session "${twice}" is listed twice`, ...agent.line.frames.slice(-2));
      if (!listed.includes(sessionId)) warn('a session that has a turn is not listed', ...agent.line.frames.slice(-2));
    },
  },
  {
    id: 'list.valid',
    title: 'the answer to session/list is valid.',
    requirements: { v1: ['A18'], june: ['A18', 'B1'], november: ['N45', 'B1'] },
    async run(scene) {
      const { agent } = await withTurn(scene);
      const answer = await agent.line.request('session/list', {});
      resultOf(answer, 'session/list');
      validResult(scene.dialect, 'session/list', answer);
    },
  },
  {
    id: 'list.cwd',
    title: 'a session is listed with the working directory that it was made with.',
    requirements: { v1: ['A9', 'B3'], june: ['A9', 'B3'], november: ['A9', 'B3'] },
    async run(scene) {
      const { agent, sessionId } = await withTurn(scene);
      const entries = await needing('list.complete', () => entriesOf(agent));
      const entry = entries.find((each) => each['sessionId'] === sessionId);
      if (entry === undefined) skip('needs list.complete, which warns: the session is not listed');
      const { cwd } = entry;
      const listed = agent.line.frames.findLast(({ from }) => from === 'agent');
      if (typeof cwd !== 'string') skip('needs list.valid, which fails');
      if (!isAbsolute(cwd)) fail(`the directory "${cwd}" is not absolute`, listed);
      // What a link leads to is the same directory under another path.
      if (lastName(cwd) !== lastName(scene.cwd)) fail(`it is in "${cwd}", not in "${scene.cwd}"`, listed);
    },
  },
  {
    id: 'list.none',
    title: 'a list of the sessions of a directory where there are none is empty.',
    requirements: { v1: ['A18'], june: ['A18'], november: ['A18'] },
    async run(scene) {
      const { agent } = await withTurn(scene);
      const cwd = `${scene.cwd.replace(/[\\/]$/, '')}/emend-check-nowhere`;
      const answer = await agent.line.request('session/list', { cwd });
      const other = sessionsOf(answer).find((entry) => entry['cwd'] !== cwd);
      if (other === undefined) return;
      const seen = 'sessions of other directories are listed';
      if (scene.dialect === 'june') fail(seen, agent.line.frames.at(-2), answer.frame);
      warn(seen, agent.line.frames.at(-2), answer.frame);
    },
  },
  {
    id: 'list.pages',
    company: 'own',
    title: 'a list of several pages has every session, and each once.',
    requirements: { v1: ['A18'], june: ['A18', 'A19'], november: ['N20', 'A19'] },
    async run(scene) {
      scene.requires('canList');
      const { agent, sessionId } = await scene.session();
      const made = new Set<unknown>([sessionId]);
      const first = async () => resultOf(await agent.line.request('session/list', {}), 'session/list');
      let page = await first();
      while (!isPaged(page) && made.size < mostMade) {
        const size = Math.min(20, mostMade - made.size);
        for (let count = 0; count < size; count += 1) made.add(await needing('session.new', () => agent.newSession()));
        page = await first();
        const listed = Array.isArray(page['sessions']) ? page['sessions'].filter(isObject) : [];
        if (!listed.some((entry) => made.has(entry['sessionId']))) skip('a session without a turn is not listed');
      }
      if (!isPaged(page)) skip(`${made.size} sessions are on one page`);
      // Other sessions come and go while pages are read: only what is wrong every time is wrong.
      let [twice, missing]: unknown[] = [];
      for (let reading = 0; reading < 3; reading += 1) {
        const entries = await needing('list.complete', () => entriesOf(agent));
        const ids = entries.map((entry) => entry['sessionId']);
        twice = ids.find((id, index) => ids.indexOf(id) !== index);
        missing = [...made].find((id) => !ids.includes(id));
        if (twice === undefined && missing === undefined) return;
      }
      const seen = agent.line.frames.slice(-4);
      if (twice !== undefined) fail(`the session "${twice}" is on two pages`, ...seen);
      fail(`the session "${missing}" is on no page`, ...seen);
    },
  },
  {
    id: 'list.bad-cursor',
    company: 'hostile',
    title: 'a cursor that the agent has not given is an error, and harms nothing.',
    requirements: { v1: ['K5'], june: ['A19', 'K5'], november: ['K5'] },
    async run(scene) {
      scene.requires('canList');
      const { line } = await scene.open();
      const taken: Answer[] = [];
      for (const cursor of strangeCursors) {
        const answer = await line.request('session/list', { cursor });
        if (answer.error === undefined) taken.push(answer);
      }
      const after = await line.request('session/list', {});
      await needing('list.valid', async () => sessionsOf(after));
      const [list] = taken;
      // The other dialects do not say what becomes of it.
      if (list !== undefined && scene.dialect === 'june') warn('it was answered with a list', list.frame);
    },
  },
]);

/** Cursors that no agent gives. */
const strangeCursors = ['emend-check-no-such-cursor', '-1', 'bnVsbA==', '{"offset":-1}', '\u0000ä', 'x'.repeat(10_000)];

/** How many sessions are made at most to get a list of several pages. */
const mostMade = 61;

/** Returns whether there is another page after one. */
function isPaged({ nextCursor }: JsonObject): boolean {
  return nextCursor !== undefined && nextCursor !== null;
}

/** Returns the last name in a path. */
function lastName(path: string): string | undefined {
  return path.split(/[\\/]/).findLast((name) => name !== '');
}

async function withTurn(scene: AgentScene): Promise<{ readonly agent: AgentLine; readonly sessionId: string }> {
  scene.requires('canList');
  const { agent, sessionId } = await scene.session();
  await scene.turn(agent, sessionId);
  return { agent, sessionId };
}

/** Returns what every page of the list of sessions has. */
export async function entriesOf(agent: AgentLine): Promise<JsonObject[]> {
  const entries: JsonObject[] = [];
  const cursors = new Set<unknown>();
  let cursor: unknown;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await agent.line.request('session/list', cursor === undefined ? {} : { cursor });
    entries.push(...sessionsOf(answer));
    const { nextCursor } = resultOf(answer, 'session/list');
    if (nextCursor === undefined || nextCursor === null) return entries;
    if (cursors.has(nextCursor)) fail(`the cursor ${JSON.stringify(nextCursor)} comes twice`, answer.frame);
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
  return fail(`the list has more than ${mostPages} pages`, agent.line.frames.at(-1));
}

function sessionsOf(answer: Answer): JsonObject[] {
  const { sessions } = resultOf(answer, 'session/list');
  if (!Array.isArray(sessions)) fail('the answer to session/list has no array of sessions', answer.frame);
  return sessions.filter(isObject);
}
