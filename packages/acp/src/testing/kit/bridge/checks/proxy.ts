import { isEqual } from '../../../../bridge/equal.ts';
import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { fail, warn } from '../../verdict.ts';
import { type BridgeCheck, forPairs } from '../bridge-check.ts';
import { isEqualPair } from '../dialect-pair.ts';
import { fromBridge, hasMethod, paramsOf } from '../seen-messages.ts';

const onlyProxies = (...rules: readonly string[]) => forPairs((pair) => (isEqualPair(pair) ? rules : undefined));

/** What a proxy does between two peers that speak alike: nothing. */
export const proxyChecks: readonly BridgeCheck[] = [
  {
    id: 'proxy.updates',
    title: 'between two peers of one dialect, updates arrive as they were sent.',
    requirements: onlyProxies('P1'),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const updates: readonly JsonObject[] = [
        { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'Hello ' } },
        {
          sessionUpdate: scene.pair.agent === 'v1' ? 'tool_call' : 'tool_call_update',
          toolCallId: 'c',
          title: 'Read',
          kind: 'read',
          status: 'pending',
        },
        {
          sessionUpdate: 'tool_call_update',
          toolCallId: 'c',
          status: 'completed',
          rawOutput: { n: 1e21, deep: [[null]] },
        },
        { sessionUpdate: 'usage_update', used: 0, size: 1 },
        { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'there' } },
      ];
      agent.onPrompt = (turn) => {
        for (const update of updates) turn.update(update);
        turn.end();
      };
      await client.turn(sessionId, 'Go');
      const sent = agent.line.frames.filter(hasMethod('session/update')).map(paramsOf);
      const got = fromBridge(client.line).filter(hasMethod('session/update'));
      if (!isEqual(got.map(paramsOf), sent))
        fail(
          'they have changed',
          ...agent.line.frames.filter(hasMethod('session/update')).slice(0, 3),
          ...got.slice(0, 3),
        );
    },
  },
  {
    id: 'proxy.unknown-keys',
    title: 'between two peers of one dialect, keys and values that nobody knows arrive as they were sent.',
    requirements: onlyProxies('P1', 'P2'),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const odd = { later: { a: [1, null] } };
      agent.onPrompt = (turn) => {
        turn.update({
          sessionUpdate: 'agent_message_chunk',
          messageId: 'm',
          content: { type: 'text', text: 'x', ...odd },
          ...odd,
        });
        turn.end('_emend.check/reason', odd);
      };
      const { end, stopReason, updates } = await client.turn(sessionId, 'Go');
      if (stopReason !== '_emend.check/reason') warn(`the stop reason arrives as "${stopReason}"`, end);
      const kept = updates.filter(({ message }) => JSON.stringify(message).includes(JSON.stringify(odd.later)));
      if (kept.length === 0) warn('unknown keys of an update are lost', ...updates.slice(0, 3));
      await client.line.request('session/new', { cwd: scene.cwd, mcpServers: [], ...odd });
      const arrived = fromBridge(agent.line).findLast(hasMethod('session/new'));
      if (arrived === undefined || !isObject(paramsOf(arrived)['later']))
        warn('unknown keys of a request are lost', ...fromBridge(agent.line).slice(-1));
    },
  },
];
