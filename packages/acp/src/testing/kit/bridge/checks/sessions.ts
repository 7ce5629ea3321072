import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { updateOf } from '../../agent/agent-line.ts';
import { ErrorAnswer, resultOf } from '../../peer-line.ts';
import { fail, skip, warn } from '../../verdict.ts';
import { type BridgeCheck, forPairs, inEveryPair } from '../bridge-check.ts';
import { hasDialect, isEqualPair } from '../dialect-pair.ts';
import { fromBridge, hasAll, hasMethod, holdsText, paramsOf, problemIn, seen, updatesIn } from '../seen-messages.ts';

const words = (text: string) => ({ type: 'text', text });

/** What an agent tells again: a user message, an agent message and a tool call. */
const history: readonly JsonObject[] = [
  { sessionUpdate: 'user_message_chunk', messageId: 'old-user', content: words('What was said before?') },
  { sessionUpdate: 'agent_message_chunk', messageId: 'old-agent', content: words('First part, ') },
  { sessionUpdate: 'agent_message_chunk', messageId: 'old-agent', content: words('second part.') },
];

/** How sessions cross a bridge. */
export const sessionChecks: readonly BridgeCheck[] = [
  {
    id: 'session.new',
    title: 'session/new reaches the agent with its working directory, and the client gets the id of the session.',
    requirements: inEveryPair(['A8', 'A9']),
    async run(scene) {
      const { client, agent } = await scene.open();
      const sessionId = await client.newSession();
      const asked = await seen(agent.line, hasMethod('session/new'), 'session/new');
      const problem = problemIn(scene.pair.agent, asked);
      if (problem !== undefined) fail(`the request that the agent gets is malformed: ${problem}`, asked);
      if (paramsOf(asked)['cwd'] !== scene.cwd) fail('the agent gets another working directory', asked);
      const given = agent.line.frames.map(({ message }) => (isObject(message) ? message['result'] : undefined));
      if (!given.some((result) => isObject(result) && result['sessionId'] === sessionId))
        fail(`the client gets the session id "${sessionId}"`, ...fromBridge(client.line).slice(-1));
    },
  },
  {
    id: 'session.mcp-servers',
    title: 'MCP servers reach the agent in the form of its dialect, with their arguments and environment.',
    requirements: inEveryPair(['P1'], { translated: ['A13'] }),
    async run(scene) {
      const { client, agent } = await scene.open();
      const tag = scene.pair.client === 'v1' ? {} : { type: 'stdio' };
      const server = {
        name: 'files',
        command: '/bin/mcp',
        args: ['--root', 'a b'],
        env: [{ name: 'KEY', value: 'v=1' }],
      };
      const answer = await client.line.request('session/new', { cwd: scene.cwd, mcpServers: [{ ...tag, ...server }] });
      resultOf(answer, 'session/new');
      const asked = await seen(agent.line, hasMethod('session/new'), 'session/new');
      const problem = problemIn(scene.pair.agent, asked);
      if (problem !== undefined) fail(`the request that the agent gets is malformed: ${problem}`, asked);
      const servers = paramsOf(asked)['mcpServers'];
      const [got] = Array.isArray(servers) ? servers : [];
      if (!isObject(got)) fail('the agent does not get the MCP server', asked);
      const { type, ...rest } = got;
      if (scene.pair.agent !== 'v1' && type !== 'stdio') fail('the MCP server has not the type "stdio"', asked);
      for (const [key, value] of Object.entries(server))
        if (!hasAll(rest[key], value)) fail(`the agent gets another ${key} of the MCP server`, asked);
    },
  },
  {
    id: 'session.replay',
    title: 'an earlier session is told again complete and in order, before the answer.',
    requirements: forPairs((pair) => [
      'A14',
      ...(hasDialect(pair, 'november') ? ['N33'] : []),
      ...(pair.agent === 'november' && pair.client !== 'november' ? ['N101'] : []),
      ...(pair.client === 'november' && pair.agent !== 'november' ? ['N115'] : []),
    ]),
    async run(scene) {
      const { client, agent } = await scene.open();
      if (!client.words.canReplay(client.initialized)) skip('the client is not told that sessions can be told again');
      agent.history = history;
      const { method, params } = client.words.replay('old-session', scene.cwd);
      const asked = client.line.ask(method, params);
      resultOf(await asked.answer, method);
      const frames = fromBridge(client.line).filter((frame) => updateOf(frame)?.sessionId === 'old-session');
      const answeredAt = client.line.frames.findIndex(
        ({ message }) => isObject(message) && message['id'] === asked.id && 'result' in message,
      );
      const late = frames.find((frame) => client.line.frames.indexOf(frame) > answeredAt);
      if (late !== undefined && updateOf(late)?.update['sessionUpdate'] !== 'state_update')
        fail('the session is told after the answer', late);
      if (!holdsText(frames, 'What was said before?')) fail('the message of the user is not told again', ...frames);
      if (!holdsText(frames, 'First part, ')) fail('the message of the agent is not told again', ...frames);
      const told = updatesIn(frames)
        .map((update) => textOf(update))
        .join('');
      if (!told.includes('What was said before?First part, second part.')) fail(`it is told as "${told}"`, ...frames);
      if (told.split('second part.').length > 2) fail('a message is told twice', ...frames);
    },
  },
  {
    id: 'session.list',
    title: 'session/list passes with its cursor, and every session of the answer.',
    requirements: inEveryPair(['A18', 'C12']),
    async run(scene) {
      const { client, agent } = await scene.open();
      if (!client.words.canList(client.initialized)) skip('the client is not told that sessions can be listed');
      const sessions = [
        { sessionId: 'a', cwd: '/w/a', title: 'One', updatedAt: '2026-11-16T10:00:00Z' },
        { sessionId: 'b', cwd: '/w/b' },
      ];
      agent.line.responders.set('session/list', () => ({ sessions, nextCursor: 'page 2/ä' }));
      const answer = await client.line.request('session/list', { cursor: 'page 1/ö', cwd: '/w' });
      const result = resultOf(answer, 'session/list');
      const asked = paramsOf(await seen(agent.line, hasMethod('session/list'), 'session/list'));
      if (asked['cursor'] !== 'page 1/ö' || asked['cwd'] !== '/w')
        fail('the agent gets another cursor or directory', ...fromBridge(agent.line).slice(-1));
      if (result['nextCursor'] !== 'page 2/ä') fail('the client gets another cursor', answer.frame);
      if (!hasAll(result['sessions'], sessions)) fail('the client gets other sessions', answer.frame);
    },
  },
  {
    id: 'session.close',
    title: 'session/close reaches the agent, and its answer the client.',
    requirements: inEveryPair(['A17'], { november: ['N34'] }),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      if (!client.words.canClose(client.initialized)) skip('the client is not told that sessions can be closed');
      const answer = await client.line.request('session/close', { sessionId });
      resultOf(answer, 'session/close');
      const asked = fromBridge(agent.line).find(hasMethod('session/close'));
      if (asked === undefined) fail('the agent is not told that the session is closed', answer.frame);
      if (paramsOf(asked)['sessionId'] !== sessionId) fail('the agent is told of another session', asked);
    },
  },
  {
    id: 'session.error',
    title: 'the error of an agent reaches the client with its code and its message.',
    requirements: inEveryPair(['B17']),
    async run(scene) {
      const { client, agent } = await scene.open();
      agent.line.responders.set('session/new', () => {
        throw new ErrorAnswer(-32050, 'No more sessions today.');
      });
      const answer = await client.line.request('session/new', { cwd: scene.cwd, mcpServers: [] });
      if (answer.error === undefined) fail('the client is told of a success', answer.frame);
      if (answer.error['code'] !== -32050)
        fail(`the client gets the code ${answer.error['code']} in place of -32050`, answer.frame);
      if (!String(answer.error['message']).includes('No more sessions today.'))
        warn('the message of the error is lost', answer.frame);
    },
  },
  {
    id: 'session.two',
    title: 'two sessions at once do not mix.',
    requirements: forPairs((pair) => (isEqualPair(pair) ? ['P1'] : ['P1', 'A8'])),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const other = await client.newSession();
      agent.onPrompt = (turn) => {
        turn.say(`This is for ${turn.sessionId}.`);
        turn.end();
      };
      const turns = await Promise.all([client.turn(sessionId, 'one'), client.turn(other, 'two')]);
      for (const [index, id] of [sessionId, other].entries()) {
        const frames = client.updatesOf(id);
        if (!holdsText(frames, `This is for ${id}.`))
          fail(`the update of ${id} does not arrive in it`, turns[index]?.end);
        if (holdsText(frames, `This is for ${index === 0 ? other : sessionId}.`))
          fail('an update arrives in the other session', ...frames);
      }
    },
  },
];

function textOf({ sessionUpdate, content }: JsonObject): string {
  if (typeof sessionUpdate !== 'string' || !sessionUpdate.includes('message')) return '';
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.map((block) => (isObject(block) && typeof block['text'] === 'string' ? block['text'] : '')).join('');
}
