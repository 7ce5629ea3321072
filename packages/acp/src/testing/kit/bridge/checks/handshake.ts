import { isObject } from '../../../../protocol/reading/guard.ts';
import { agentWords } from '../../agent/agent-words.ts';
import { fail } from '../../verdict.ts';
import { agentImplementation } from '../agent-answers.ts';
import { type BridgeCheck, forPairs, inEveryPair } from '../bridge-check.ts';
import { isEqualPair } from '../dialect-pair.ts';
import { fromBridge, hasMethod, paramsOf, problemIn } from '../seen-messages.ts';

/** How a bridge brings two peers together. */
export const handshakeChecks: readonly BridgeCheck[] = [
  {
    id: 'handshake.answers',
    title: 'a client is answered in its own dialect, with the number of that dialect.',
    requirements: inEveryPair(['B1'], { november: ['N4'] }),
    async run(scene) {
      const { client } = await scene.initialize(await scene.start());
      const [answer] = fromBridge(client.line);
      const problem = answer && problemIn(scene.pair.client, answer, 'initialize');
      if (problem !== undefined) fail(`the answer to initialize is malformed: ${problem}`, answer);
    },
  },
  {
    id: 'handshake.request',
    title: 'the agent gets an initialize request in its own dialect, with the name and version of the client.',
    requirements: inEveryPair(['C1'], { november: ['N1'] }),
    async run(scene) {
      const { agent } = await scene.open();
      const asked = fromBridge(agent.line).findLast(hasMethod('initialize'));
      if (asked === undefined) fail('the agent was never asked');
      const problem = problemIn(scene.pair.agent, asked);
      if (problem !== undefined) fail(`the request that the agent gets is malformed: ${problem}`, asked);
      const params = paramsOf(asked);
      const info = params[scene.pair.agent === 'november' ? 'info' : 'clientInfo'];
      const { clientInfo, info: own } = agentWords[scene.pair.client].initialize();
      const said = clientInfo ?? own;
      if (!isObject(info) || !isObject(said) || info['name'] !== said['name'] || info['version'] !== said['version'])
        fail('the agent does not get the name and version of the client', asked);
    },
  },
  {
    id: 'handshake.agent-info',
    title: 'the client gets the name and version of the agent, under the key of its dialect.',
    requirements: inEveryPair(['A3'], { november: ['N4'] }),
    async run(scene) {
      const { client } = await scene.open();
      const info = client.initialized[scene.pair.client === 'november' ? 'info' : 'agentInfo'];
      const { name, version } = agentImplementation;
      if (!isObject(info) || info['name'] !== name || info['version'] !== version)
        fail(`the client does not get the name and version of the agent`, ...fromBridge(client.line).slice(0, 1));
    },
  },
  {
    id: 'handshake.capabilities',
    title: 'the client is told what the agent can do, and nothing that it cannot, in the form of its dialect.',
    requirements: inEveryPair(['C3']),
    async run(scene) {
      const { client } = await scene.open();
      const [answer] = fromBridge(client.line);
      const can = promptCapabilities(client.initialized, scene.pair.client === 'v1');
      if (!can('image')) fail('the agent takes images, and the client is not told', answer);
      if (!can('embeddedContext')) fail('the agent takes embedded context, and the client is not told', answer);
      if (can('audio')) fail('the agent takes no audio, and the client is told that it does', answer);
      const lacks = (['canReplay', 'canList', 'canClose'] as const).filter(
        (what) => !client.words[what](client.initialized),
      );
      if (lacks.length > 0) fail(`the agent can load, list and close sessions, and the client is not told`, answer);
    },
  },
  {
    id: 'handshake.refused',
    title: 'if the agent refuses every handshake, the client gets an error.',
    requirements: inEveryPair(['A1', 'B5']),
    async run(scene) {
      const error = { code: -32603, message: 'This agent takes no clients.' };
      const { client } = await scene.start(() => ({ error }));
      const answer = await client.request('initialize', agentWords[scene.pair.client].initialize());
      if (answer.error === undefined) fail('the client is told that the handshake has succeeded', answer.frame);
    },
  },
  {
    id: 'handshake.once',
    title: 'an agent that has agreed is not asked to initialize again.',
    requirements: forPairs((pair) => (isEqualPair(pair) ? ['B1'] : ['B1', 'C1'])),
    async run(scene) {
      const { agent, client } = await scene.openNew();
      const from = agent.line.frames.length;
      await client.newSession();
      const again = fromBridge(agent.line, from).find(hasMethod('initialize'));
      if (again !== undefined) fail('the agent was asked to initialize after it had agreed', again);
    },
  },
];

/** Returns what tells whether the client may send a kind of content. */
function promptCapabilities(initialized: unknown, isV1: boolean): (what: string) => boolean {
  const at = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);
  const found = isV1
    ? at(at(initialized, 'agentCapabilities'), 'promptCapabilities')
    : at(at(at(initialized, 'capabilities'), 'session'), 'prompt');
  return (what) => (isV1 ? at(found, what) === true : isObject(at(found, what)));
}
