import type { Dialect } from '../../../../protocol/dialects.ts';
import type { JsonObject } from '../../../../protocol/reading/guard.ts';
import { type SeenFrame, skip } from '../../verdict.ts';
import type { ClientCheck } from '../client-check.ts';
import { sessionId } from '../client-line.ts';

const _meta = { 'emend.check/unknown': { deep: [1, null, 'x'] } };
const text = { type: 'text', text: 'Hello' };

/** Ids that are texts like any other. */
const oddIds = [' ', '0', 'ä 漢/😀\n"', '__proto__', 'constructor', '{"a":1}', 'x'.repeat(5_000)];

/** How a client takes what an agent tells it. */
export const updateChecks: readonly ClientCheck[] = [
  {
    id: 'updates.known',
    title: 'a client takes every kind of update of its dialect.',
    requirements: { v1: ['C17', 'C18'], june: ['C17', 'C18'], november: ['N50', 'N51'] },
    run: (stage) => survives(stage, 'updates of every kind', ({ words }) => words.knownUpdates()),
  },
  {
    id: 'updates.unknown',
    title: 'a client survives updates of a kind that it does not know.',
    requirements: { v1: ['K5'], june: ['B14'], november: ['N83'] },
    run: (stage) =>
      survives(stage, 'updates of an unknown kind', () => [
        { sessionUpdate: '_emend_check', some: [1, { deep: true }] },
        { sessionUpdate: 'emend_check_of_the_future', content: text },
      ]),
  },
  {
    id: 'updates.unknown-keys',
    title: 'a client ignores keys that it does not know.',
    requirements: { v1: ['B9'], june: ['B9'], november: ['N83'] },
    run: (stage) =>
      survives(stage, 'updates with unknown keys', ({ words }) =>
        words.knownUpdates().map((update) => ({ ...update, emendCheck: { more: [1] }, _meta })),
      ),
  },
  {
    id: 'updates.odd-ids',
    title: 'a client takes ids of messages and tool calls as they are, whatever they look like.',
    requirements: { v1: ['K5'], june: ['C16'], november: ['C16', 'N50'] },
    run: (stage) =>
      survives(stage, 'updates with odd ids', ({ words }) =>
        oddIds.flatMap((id) => [
          words.announced({ toolCallId: id, status: 'pending' }),
          words.changed({ toolCallId: id, status: 'completed' }),
          // One id for a thought and a message is two messages.
          { ...words.chunk('Thought', id), sessionUpdate: 'agent_thought_chunk' },
          words.chunk('Said', id),
        ]),
      ),
  },
  {
    id: 'updates.unknown-values',
    title: 'a client survives values that it does not know, where the dialect is open for them.',
    requirements: { june: ['B14', 'C24'], november: ['N58', 'N72', 'C24'] },
    run: (stage) => survives(stage, 'updates with unknown values', () => unknownValues[stage.dialect] ?? []),
  },
  {
    id: 'updates.malformed',
    title: 'a client survives updates that are malformed.',
    requirements: { v1: ['K5'], june: ['B14'], november: ['N82'] },
    run: (stage) => survives(stage, 'malformed updates', () => malformed),
  },
  {
    id: 'updates.malformed-notification',
    title: 'a client survives a session/update without what it must have.',
    requirements: { v1: ['K5'], june: ['K5'], november: ['N82'] },
    async run(stage) {
      const { client } = await stage.prompted();
      const sent = [{}, null, [], 'x', { sessionId }, { sessionId: 7, update: text }, { update: text }].map((params) =>
        client.line.send({ jsonrpc: '2.0', method: 'session/update', params }),
      );
      await stage.alive(client, 'a malformed session/update', ...sent);
    },
  },
  {
    id: 'updates.unknown-session',
    title: 'a client survives an update of a session that it has not opened.',
    requirements: { v1: ['K5'], june: ['K5'], november: ['K5'] },
    async run(stage) {
      const { client } = await stage.prompted();
      const sent = client.update(client.words.chunk('Not for you'), 'emend-check-of-others');
      await stage.alive(client, 'an update of another session', sent);
    },
  },
  {
    id: 'updates.early',
    title: 'a client survives an update that comes before the answer which names its session.',
    requirements: { v1: ['K5'], june: ['K5'], november: ['N53'] },
    async run(stage) {
      if (!stage.survey.didPrompt) skip(stage.survey.whyNoPrompt);
      const early: SeenFrame[] = [];
      await stage.start({
        prepare: (each) =>
          each.line.responders.set('session/new', () => {
            const isCommands = ({ sessionUpdate }: JsonObject) => sessionUpdate === 'available_commands_update';
            early.push(
              ...each.words
                .knownUpdates()
                .filter(isCommands)
                .map((update) => each.update(update)),
            );
            return { sessionId };
          }),
      });
      const { client } = await stage.opened();
      client.begin(await client.request('session/prompt'));
      await stage.alive(client, 'an update before the answer to session/new', ...early);
    },
  },
  {
    id: 'updates.late',
    title: 'a client survives updates that come after the end of the turn.',
    requirements: { v1: ['C21'], june: ['C21'], november: ['N57'] },
    async run(stage) {
      const { client, prompt } = await stage.prompted();
      client.update(client.words.announced({ toolCallId: 'late', status: 'in_progress' }));
      const sent = [
        client.end(prompt),
        client.update(client.words.changed({ toolCallId: 'late', status: 'completed' })),
        client.say('One more thing.'),
      ];
      await stage.aliveOrDone(client, 'updates after the end of the turn', ...sent);
    },
  },
  {
    id: 'updates.many',
    title: 'a client takes many updates at once.',
    requirements: { v1: ['K3'], june: ['K3'], november: ['K3'] },
    async run(stage) {
      const { client } = await stage.prompted();
      for (let count = 0; count < 500; count += 1) client.update(client.words.chunk(`word ${count} `, 'many'));
      await stage.alive(client, '500 updates at once');
    },
  },
  {
    id: 'updates.stop-reasons',
    title:
      'a client takes every reason for the end of a turn, also one that it does not know where the dialect is open.',
    requirements: { v1: ['C27'], june: ['C27', 'B14'], november: ['N54', 'N83'] },
    async run(stage) {
      const { client, prompt } = await stage.prompted();
      const sent = client.end(prompt, stage.dialect === 'v1' ? 'refusal' : '_emend_check');
      await stage.aliveOrDone(client, 'the end of the turn', sent);
    },
  },
];

/** Sends updates in a turn, and checks that the client is alive after them. */
async function survives(
  stage: Parameters<ClientCheck['run']>[0],
  what: string,
  updates: (client: Awaited<ReturnType<typeof stage.prompted>>['client']) => readonly unknown[],
): Promise<void> {
  const { client } = await stage.prompted();
  const sent = updates(client).map((update) => client.update(update));
  await stage.alive(client, what, ...sent);
}

const call = { sessionUpdate: 'tool_call_update', toolCallId: 'odd', title: 'Odd' };
const entry = { content: 'Look', priority: '_soon', status: '_held' };
const openValues: readonly JsonObject[] = [
  { ...call, kind: '_dance', status: '_resting' },
  {
    ...call,
    content: [
      { type: '_hologram', size: 3 },
      { type: 'content', content: { type: '_smell', strength: 1 } },
    ],
  },
  { sessionUpdate: 'agent_message_chunk', messageId: 'odd', content: { type: '_smell', strength: 1 } },
];
const unknownValues: Readonly<Partial<Record<Dialect, readonly JsonObject[]>>> = {
  june: [
    ...openValues,
    { sessionUpdate: 'plan_update', plan: { type: '_graph', id: 'odd', nodes: [] } },
    { sessionUpdate: 'plan_update', plan: { type: 'items', id: 'main', entries: [entry] } },
    { sessionUpdate: 'config_option_update', configOptions: [{ id: 'odd', name: 'Odd', type: '_dial', turns: 3 }] },
  ],
  november: [
    ...openValues,
    { sessionUpdate: 'plan_update', plan: { type: '_graph', planId: 'odd', nodes: [] } },
    { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'main', entries: [entry] } },
    {
      sessionUpdate: 'config_option_update',
      configOptions: [{ configId: 'odd', name: 'Odd', type: '_dial', turns: 3 }],
    },
    { sessionUpdate: 'available_commands_update', availableCommands: [{ type: '_song', name: 'a', description: 'b' }] },
    { sessionUpdate: 'state_update', state: '_dreaming' },
    { sessionUpdate: 'state_update', state: 'running', background: [{ type: '_tide' }] },
  ],
};

const malformed: readonly unknown[] = [
  null,
  7,
  {},
  { sessionUpdate: 7 },
  { sessionUpdate: 'agent_message_chunk' },
  { sessionUpdate: 'agent_message_chunk', messageId: null, content: 'text' },
  { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text' } },
  { sessionUpdate: 'tool_call_update' },
  { sessionUpdate: 'tool_call_update', toolCallId: 7, content: 'x', locations: {} },
  { sessionUpdate: 'usage_update', used: 'much', size: null },
  { sessionUpdate: 'available_commands_update', availableCommands: 'none' },
];
