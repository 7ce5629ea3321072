import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { resultOf } from '../../peer-line.ts';
import { fail, skip } from '../../verdict.ts';
import { type BridgeCheck, forPairs, inEveryPair } from '../bridge-check.ts';
import { fromBridge, hasAll, hasMethod, holdsText, paramsOf, problemIn, seen } from '../seen-messages.ts';

/** How the requests around sessions cross a bridge. */
export const sessionRequestChecks: readonly BridgeCheck[] = [
  {
    id: 'session.directories',
    title: 'additional directories reach the agent, all of them.',
    requirements: inEveryPair(['A11']),
    async run(scene) {
      const { client, agent } = await scene.open();
      if (!JSON.stringify(client.initialized).includes('additionalDirectories'))
        skip('the client is not told that the agent takes additional directories');
      const additionalDirectories = ['/w/one', '/w/two'];
      const params = { cwd: scene.cwd, mcpServers: [], additionalDirectories };
      resultOf(await client.line.request('session/new', params), 'session/new');
      const asked = await seen(agent.line, hasMethod('session/new'), 'session/new');
      if (!hasAll(paramsOf(asked)['additionalDirectories'], additionalDirectories)) fail('they are lost', asked);
    },
  },
  {
    id: 'session.resume',
    title: 'an earlier session is opened again without being told again.',
    requirements: forPairs((pair) => (pair.client === 'november' ? ['N33'] : ['A16'])),
    async run(scene) {
      const { client, agent } = await scene.open();
      agent.history = [
        { sessionUpdate: 'agent_message_chunk', messageId: 'old', content: { type: 'text', text: 'Said before.' } },
      ];
      const params = { sessionId: 'resumed-session', cwd: scene.cwd, mcpServers: [] };
      resultOf(await client.line.request('session/resume', params), 'session/resume');
      const asked = await seen(agent.line, hasMethod('session/resume'), 'session/resume');
      if (paramsOf(asked)['sessionId'] !== 'resumed-session') fail('the agent is asked for another session', asked);
      if (holdsText(client.updatesOf('resumed-session'), 'Said before.')) fail('it is told again', asked);
    },
  },
  {
    id: 'session.delete',
    title: 'session/delete reaches the agent, and its answer the client.',
    requirements: inEveryPair(['A20']),
    async run(scene) {
      const { client, agent } = await scene.open();
      if (!client.words.canDelete(client.initialized)) skip('the client is not told that sessions can be deleted');
      const answer = await client.line.request('session/delete', { sessionId: 'deleted-session' });
      resultOf(answer, 'session/delete');
      const asked = fromBridge(agent.line).find(hasMethod('session/delete'));
      if (asked === undefined) fail('the agent is not told', answer.frame);
      if (paramsOf(asked)['sessionId'] !== 'deleted-session') fail('the agent is told of another session', asked);
    },
  },
  {
    id: 'session.login',
    title: 'the ways to log in reach the client, and a login the agent, each under the names of its dialect.',
    requirements: forPairs((pair) =>
      pair.client === 'november' || pair.agent === 'november' ? ['C5', 'N99'] : ['C5', 'A38'],
    ),
    async run(scene) {
      const { client, agent } = await scene.open();
      const { authMethods } = client.initialized;
      const [method] = Array.isArray(authMethods) ? authMethods.filter(isObject) : [];
      const key = scene.pair.client === 'november' ? 'methodId' : 'id';
      const [first] = fromBridge(client.line);
      if (method?.[key] !== 'key' || method['name'] !== 'API key') fail('the way to log in is lost', first);
      if (scene.pair.client !== 'v1' && method['type'] !== 'agent') fail('it has not the type "agent"', first);
      const name = (dialect: string) => (dialect === 'november' ? 'auth/login' : 'authenticate');
      const answer = await client.line.request(name(scene.pair.client), { methodId: 'key' });
      if (answer.error !== undefined) fail('the login was refused', answer.frame);
      const asked = fromBridge(agent.line).find(hasMethod(name(scene.pair.agent)));
      if (asked === undefined) fail(`the agent does not get ${name(scene.pair.agent)}`, answer.frame);
      if (paramsOf(asked)['methodId'] !== 'key') fail('the agent gets another way to log in', asked);
    },
  },
  {
    id: 'session.client-methods',
    title: 'an agent of v1 that asks its client for a file is answered.',
    requirements: forPairs((pair) => (pair.agent === 'v1' ? ['B10'] : undefined)),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      client.line.responders.set('fs/read_text_file', () => ({ content: 'what is in it' }));
      const answer = await agent.line.request('fs/read_text_file', { sessionId, path: '/w/a.txt' });
      const passed = fromBridge(client.line).find(hasMethod('fs/read_text_file'));
      if (scene.pair.client === 'v1') {
        if ((answer.result as JsonObject | undefined)?.['content'] !== 'what is in it')
          fail('the agent does not get the file', answer.frame);
      } else if (passed !== undefined) fail('a client is asked that has no files', passed);
      const problem = problemIn('v1', answer.frame, 'fs/read_text_file');
      if (problem !== undefined) fail(`the answer is malformed: ${problem}`, answer.frame);
    },
  },
];
