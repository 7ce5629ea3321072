import { isObject } from '../../../../protocol/reading/guard.ts';
import { resultOf } from '../../peer-line.ts';
import { fail, skip } from '../../verdict.ts';
import { area, noSession, refused } from '../agent-check.ts';
import { agentWords } from '../agent-words.ts';

const right = () => agentWords.november.initialize();

/** What the November draft adds to the beginning of a connection. */
export const novemberHandshakeChecks = area('own', [
  {
    id: 'handshake.unsupported-version',
    title: 'a version below all that the agent has is answered with -32022 and the versions that there are.',
    requirements: { november: ['N7'] },
    async run(scene) {
      const line = await scene.connect();
      const answer = await line.request('initialize', { ...right(), protocolVersion: 0 });
      refused(answer, scene.dialect, -32022);
      const data = answer.error?.['data'];
      const isTold = isObject(data) && data['requested'] === 0 && Array.isArray(data['supported']);
      if (!isTold) fail('its data does not have the requested version and the supported ones', answer.frame);
      resultOf(await line.request('initialize', right()), 'initialize after it');
    },
  },
  {
    id: 'handshake.lower-version',
    title: 'a request for version 1 is answered with 1, or with -32022 if the agent does not have it.',
    requirements: { november: ['N6', 'N7'] },
    async run(scene) {
      const line = await scene.connect();
      const answer = await line.request('initialize', { ...right(), protocolVersion: 1 });
      if (answer.error !== undefined) return refused(answer, scene.dialect, -32022);
      const { protocolVersion } = resultOf(answer, 'initialize with version 1');
      if (protocolVersion !== 1) fail(`the agent answers ${protocolVersion}`, answer.frame);
    },
  },
  {
    id: 'handshake.info-required',
    title: 'a client of version 2 that does not say its name is answered with -32602.',
    requirements: { november: ['N8'] },
    async run(scene) {
      const line = await scene.connect();
      const params = { protocolVersion: 2, info: { name: 4_711 }, capabilities: {} };
      refused(await line.request('initialize', params), scene.dialect, -32602);
    },
  },
  {
    id: 'handshake.lenient',
    title: 'malformed capabilities and a malformed _meta are read as absent.',
    requirements: { november: ['N9'] },
    async run(scene) {
      const line = await scene.connect();
      const answer = await line.request('initialize', { ...right(), capabilities: 'all', _meta: 4_711 });
      resultOf(answer, 'initialize with malformed capabilities');
    },
  },
  {
    id: 'handshake.first',
    title: 'before a handshake requests are refused with -32600 and notifications ignored.',
    requirements: { november: ['N10'] },
    async run(scene) {
      const line = await scene.connect();
      line.notify('session/cancel', { sessionId: noSession });
      const answer = await line.request('session/new', { cwd: scene.cwd, mcpServers: [] });
      refused(answer, scene.dialect, -32600);
      resultOf(await line.request('initialize', right()), 'initialize after it');
    },
  },
  {
    id: 'handshake.late-repeat',
    title: 'initialize after another request is refused with -32600.',
    requirements: { november: ['N11'] },
    async run(scene) {
      const { agent } = await scene.session();
      refused(await agent.line.request('initialize', right()), scene.dialect, -32600);
    },
  },
  {
    id: 'auth.terminal',
    company: 'shared',
    title: 'a sign-in in a terminal is offered only to clients that can show one.',
    requirements: { november: ['N21'] },
    async run(scene) {
      const { initialized, line } = await scene.open();
      const { authMethods } = initialized;
      if (!Array.isArray(authMethods) || authMethods.length === 0) skip('the agent offers no ways to sign in');
      const isTerminal = (method: unknown) => isObject(method) && method['type'] === 'terminal';
      if (authMethods.some(isTerminal)) fail('a method of the type "terminal" is offered', line.frames[1]);
    },
  },
  {
    id: 'auth.not-offered',
    company: 'shared',
    title: 'auth/login is refused if there is nothing to sign in to.',
    requirements: { november: ['N21'] },
    async run(scene) {
      const { initialized, line } = await scene.open();
      const { authMethods } = initialized;
      if (Array.isArray(authMethods) && authMethods.length > 0) skip('the agent offers ways to sign in');
      refused(await line.request('auth/login', { methodId: 'emend-check-no-such-method' }), scene.dialect);
    },
  },
]);
