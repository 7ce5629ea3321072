import { dialects } from '../../../../protocol/dialects.ts';
import { needing } from '../../needing.ts';
import { resultOf } from '../../peer-line.ts';
import { fail, warn } from '../../verdict.ts';
import { area, inAll, refused, validResult } from '../agent-check.ts';
import { agentWords, at } from '../agent-words.ts';

/** How an agent begins a connection. */
export const handshakeChecks = area('own', [
  {
    id: 'handshake.answers',
    title: 'initialize is answered with a version and capabilities in the words of the dialect.',
    requirements: { v1: ['A1'], june: ['A1', 'A2', 'A38'], november: ['N4', 'N6'] },
    async run(scene) {
      const line = await scene.connect();
      const answer = await line.request('initialize', agentWords[scene.dialect].initialize());
      const result = resultOf(answer, 'initialize');
      const { protocolVersion } = dialects[scene.dialect];
      if (result['protocolVersion'] !== protocolVersion) {
        fail(`protocolVersion is ${JSON.stringify(result['protocolVersion'])}, not ${protocolVersion}`, answer.frame);
      }
      validResult(scene.dialect, 'initialize', answer);
      if (scene.dialect === 'november' && 'agentInfo' in result) fail('the answer has agentInfo, too', answer.frame);
      if (scene.dialect === 'june' && 'info' in result) fail('the answer has info, too', answer.frame);
    },
  },
  {
    id: 'handshake.name',
    company: 'shared',
    title: 'the agent says its name and version.',
    requirements: { v1: ['A3'], june: ['A3'] },
    async run(scene) {
      const { initialized, line } = await scene.open();
      if (initialized['agentInfo'] === undefined || initialized['agentInfo'] === null) {
        warn('the answer to initialize has no agentInfo', line.frames[1]);
      }
    },
  },
  {
    id: 'handshake.session-capability',
    company: 'shared',
    title: 'an agent with sessions says so.',
    requirements: { june: ['A4'], november: ['N20'] },
    async run(scene) {
      const { initialized, line } = await scene.open();
      if (at(initialized, 'capabilities', 'session') == null) warn('capabilities.session is missing', line.frames[1]);
    },
  },
  {
    id: 'handshake.higher-version',
    title: 'a version that does not exist yet is answered with the newest one the agent has.',
    requirements: { v1: ['A2'], june: ['A2'], november: ['N6'] },
    async run(scene) {
      const line = await scene.connect();
      const answer = await line.request('initialize', {
        ...agentWords[scene.dialect].initialize(),
        protocolVersion: 4_711,
      });
      const { protocolVersion } = resultOf(answer, 'initialize with version 4711');
      if (protocolVersion !== 1 && protocolVersion !== 2) fail(`the agent answers ${protocolVersion}`, answer.frame);
    },
  },
  {
    id: 'handshake.malformed',
    title: 'initialize without a version is answered with an error, and a right one is taken after it.',
    requirements: inAll('B14'),
    async run(scene) {
      const line = await scene.connect();
      const answer = await line.request('initialize', {});
      // The text of v1 does not say what a version is good for that is not there.
      if (answer.error === undefined && scene.dialect === 'v1') warn('it was answered with a result', answer.frame);
      refused(answer, scene.dialect);
      resultOf(await line.request('initialize', agentWords[scene.dialect].initialize()), 'a second initialize');
    },
  },
  {
    id: 'handshake.wrong-type',
    title: 'initialize with a version that is no number is answered with an error.',
    requirements: { june: ['B14'], november: ['B14', 'N8'] },
    async run(scene) {
      const line = await scene.connect();
      const params = { ...agentWords[scene.dialect].initialize(), protocolVersion: '2' };
      refused(await line.request('initialize', params), scene.dialect, -32602);
    },
  },
  {
    id: 'handshake.repeated',
    title: 'initialize that comes a second time is answered, and the agent goes on.',
    requirements: { v1: ['A1'], june: ['A1'], november: ['N11'] },
    async run(scene) {
      const agent = await scene.open();
      const again = await agent.line.request('initialize', agentWords[scene.dialect].initialize());
      if (scene.dialect === 'november') resultOf(again, 'initialize, repeated before any other request');
      await needing('session.new', () => agent.newSession());
    },
  },
]);
