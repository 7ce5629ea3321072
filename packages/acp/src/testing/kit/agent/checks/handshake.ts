import { dialects } from '../../../../protocol/dialects.ts';
import { formatIssue } from '../../../../protocol/reading/issue.ts';
import { resultOf } from '../../peer-line.ts';
import { fail, warn } from '../../verdict.ts';
import { type AgentCheck, inAll } from '../agent-check.ts';
import { isErrorObject } from '../agent-scene.ts';
import { agentWords } from '../agent-words.ts';

/** How an agent begins a connection. */
export const handshakeChecks: readonly AgentCheck[] = [
  {
    id: 'handshake.answers',
    title: 'initialize is answered with a version and capabilities in the words of the dialect.',
    requirements: { v1: ['A1'], june: ['A1', 'A2'], november: ['N4', 'N6'] },
    async run(scene) {
      const line = await scene.connect();
      const answer = await line.request('initialize', agentWords[scene.dialect].initialize());
      const result = resultOf(answer, 'initialize');
      const definition = dialects[scene.dialect];
      if (result['protocolVersion'] !== definition.protocolVersion) {
        fail(`protocolVersion is ${result['protocolVersion']}, not ${definition.protocolVersion}`, answer.frame);
      }
      const read = definition.methods['initialize']?.result?.decode(result, 'strict');
      if (read?.ok === false) fail(`the answer is malformed: ${read.issues.map(formatIssue).join('; ')}`, answer.frame);
    },
  },
  {
    id: 'handshake.name',
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
    title: 'initialize without a version is answered with an error, and the agent goes on.',
    requirements: inAll('B14'),
    async run(scene) {
      const line = await scene.connect();
      const { error, frame } = await line.request('initialize', {});
      if (error === undefined) fail('it was answered with a result', frame);
      if (!isErrorObject(error)) fail('the error has no integer code and no message', frame);
      resultOf(await line.request('initialize', agentWords[scene.dialect].initialize()), 'a second initialize');
    },
  },
];
