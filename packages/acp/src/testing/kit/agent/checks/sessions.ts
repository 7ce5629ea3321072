import { isObject } from '../../../../protocol/reading/guard.ts';
import { fail, skip, warn } from '../../verdict.ts';
import { area, inAll, refused, validResult } from '../agent-check.ts';
import { at } from '../agent-words.ts';

/** How an agent makes sessions. */
export const sessionChecks = area('shared', [
  {
    id: 'session.new',
    company: 'own',
    title: 'session/new is answered with the id of a session.',
    requirements: { v1: ['A5', 'A8'], june: ['A5', 'A8'], november: ['N20'] },
    async run(scene) {
      await (await scene.open()).newSession();
    },
  },
  {
    id: 'session.valid-answer',
    title: 'the answer to session/new is valid: lists are lists, options have values.',
    requirements: { v1: ['B1'], june: ['B1', 'A21'], november: ['B1', 'N45'] },
    async run(scene) {
      const { line } = await scene.open();
      const answer = await line.request('session/new', { cwd: scene.cwd, mcpServers: [] });
      if (answer.error !== undefined) skip('needs session.new, which fails');
      if (isObject(answer.result) && typeof answer.result['sessionId'] !== 'string') {
        skip('needs session.new, which fails');
      }
      validResult(scene.dialect, 'session/new', answer);
    },
  },
  {
    id: 'session.unique-ids',
    title: 'every session has an id of its own.',
    requirements: inAll('A8'),
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
      if (other === sessionId) skip('needs session.unique-ids, which fails');
      const known = new Set<unknown>([sessionId, other]);
      const turns = await Promise.all([...known].map((id) => scene.turn(agent, String(id))));
      for (const { updates, end } of turns) {
        if (updates.length === 0) warn('a session got no update of its own', end);
      }
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
      const answer = await line.request('session/new', { cwd: 'not/absolute', mcpServers: [] });
      if (scene.dialect === 'november') return refused(answer, scene.dialect, -32602);
      if (answer.error === undefined) warn('it was taken', answer.frame);
    },
  },
  {
    id: 'session.relative-directories',
    title: 'further directories that are not absolute are refused, never dropped.',
    requirements: { june: ['A11'], november: ['N37'] },
    async run(scene) {
      const { line, initialized } = await scene.open();
      const offer = at(initialized, 'capabilities', 'session', 'additionalDirectories');
      if (!isObject(offer)) skip('further directories are not advertised');
      for (const directory of ['not/absolute', '']) {
        const params = { cwd: scene.cwd, mcpServers: [], additionalDirectories: [directory] };
        refused(await line.request('session/new', params), scene.dialect, -32602);
      }
    },
  },
  {
    id: 'session.unknown-mcp',
    title: 'an MCP server of a kind that the agent does not have is refused.',
    requirements: { november: ['N37'] },
    async run(scene) {
      const { line } = await scene.open();
      const server = { type: 'emend-check-no-such-transport', name: 'nothing' };
      refused(await line.request('session/new', { cwd: scene.cwd, mcpServers: [server] }), scene.dialect, -32602);
    },
  },
  {
    id: 'session.duplicate-mcp',
    title: 'two MCP servers of one name are refused.',
    requirements: { november: ['N37'] },
    async run(scene) {
      const { line } = await scene.open();
      const server = { type: 'stdio', name: 'emend-check', command: '/emend-check-no-such-command', args: [], env: [] };
      const mcpServers = [server, server];
      refused(await line.request('session/new', { cwd: scene.cwd, mcpServers }), scene.dialect, -32602);
    },
  },
  {
    id: 'session.missing-cwd',
    title: 'session/new without a working directory, or with one that is no text, is an error.',
    requirements: inAll('B14'),
    async run(scene) {
      const { line } = await scene.open();
      for (const params of [{ mcpServers: [] }, { cwd: 4_711, mcpServers: [] }]) {
        refused(await line.request('session/new', params), scene.dialect, -32602);
      }
    },
  },
]);
