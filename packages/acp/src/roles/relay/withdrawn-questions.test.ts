import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { connect } from '../client/connect.ts';
import { idle, insert, novemberAgent } from '../test-support/november-agent.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import type { PlainAgent, Voice } from '../test-support/v1-agent.ts';
import { relayAgent } from './relay-agent.ts';

const questions = {
  permission: {
    method: 'session/request_permission',
    params: {
      sessionId: 's',
      title: 'Write?',
      subject: { type: 'tool_call', toolCall: { toolCallId: 'c', title: 'Write' } },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
    },
    logged: [{ type: 'permission_opened' }, { type: 'permission_answered', outcome: { outcome: 'cancelled' } }],
  },
  elicitation: {
    method: 'elicitation/create',
    params: {
      sessionId: 's',
      mode: 'form',
      message: 'Who?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    },
    logged: [{ type: 'elicitation_opened' }, { type: 'elicitation_answered' }],
  },
} as const;

/** How a question of an agent ends before anybody has answered. */
const ends: Readonly<Record<string, (voice: Voice) => void>> = {
  'takes it back': (voice) => voice.ask(undefined, '$/cancel_request', { requestId: 7 }),
  'ends the turn': (voice) => voice.update(idle('end_turn')),
  ends: (voice) => voice.end(),
};

/** A session with two clients that do not answer, of an agent that does nothing about a prompt but begin. */
async function shared(connections: 'session' | 'shared') {
  const log = new MemoryLog();
  const agents: PlainAgent[] = [];
  let prompts = 0;
  const relay = await relayAgent({
    sessions: { log },
    connections,
    connect(options) {
      const started = novemberAgent({
        'session/prompt': (message, voice) => insert(voice, message, `prompt-${++prompts}`),
      });
      agents.push(started);
      return connect(started.transport, options);
    },
  });
  const visit = (): Promise<RawClient> =>
    rawClientOf(relay.agent, 'june', {
      capabilities: { elicitation: { form: {} } },
      serving: { unattended: 'wait', whenClientLeaves: 'finish', onEvent() {} },
    });
  const one = await visit();
  const two = await visit();
  const sessionId = await one.open();
  await two.load(sessionId);
  return {
    sessionId,
    visit,
    clients: [one, two] as const,
    voice: () => (agents.at(-1) as PlainAgent).voice,
    prompted: (count: number) => expect.poll(() => prompts).toBe(count),
    /** The types of what the log has of questions and turns, and the outcomes. */
    async logged(): Promise<readonly object[]> {
      const found: object[] = [];
      for await (const batch of log.read(sessionId)) {
        for (const { event } of batch) {
          const { type, outcome } = event as { readonly type: string; readonly outcome?: object };
          if (/^(?:permission|elicitation|turn_ended)/.test(type)) found.push({ type, ...(outcome && { outcome }) });
        }
      }
      return found;
    },
    async [Symbol.asyncDispose]() {
      await one.close();
      await two.close();
      await relay.close();
    },
  };
}

/** Waits until a client was asked, and returns a promise that resolves when the question is taken back. */
async function askedOf(client: RawClient, method: string): Promise<() => Promise<Json>> {
  const { id } = await client.until((message) => message['method'] === method);
  return () =>
    client.until((message) => {
      return message['method'] === '$/cancel_request' && (message['params'] as Json)['requestId'] === id;
    });
}

const cases = (['permission', 'elicitation'] as const).flatMap((kind) =>
  Object.keys(ends).flatMap((end) => (['session', 'shared'] as const).map((by) => [kind, end, by] as const)),
);

test.each(cases)(
  '[RO141] the clients are no longer asked (%s) when the agent behind %s, with a connection by %s',
  async (kind, end, by) => {
    const { method, params, logged } = questions[kind];
    await using session = await shared(by);
    const { clients, sessionId, voice, prompted, visit } = session;
    const turn = clients[0].ask('session/prompt', textPrompt(sessionId, 'go'));
    await prompted(1);
    voice().ask(7, method, params);
    const asked = await Promise.all(clients.map((client) => askedOf(client, method)));
    ends[end]?.(voice());
    await Promise.all(asked.map((takenBack) => takenBack()));
    if (end === 'takes it back') voice().update(idle('end_turn'));
    await turn;
    expect(await session.logged()).toEqual([...logged, { type: 'turn_ended' }]);
    const late = await visit();
    await late.load(sessionId);
    expect(late.received.filter((message) => message['method'] === method)).toEqual([]);
    await late.close();
  },
);

test.each(['permission', 'elicitation'] as const)(
  '[RO141] a question (%s) that was asked in no turn does not keep the next prompt waiting when its agent has ended',
  async (kind) => {
    const { method, params, logged } = questions[kind];
    await using session = await shared('session');
    const { clients, sessionId, voice, prompted } = session;
    voice().ask(7, method, params);
    const asked = await Promise.all(clients.map((client) => askedOf(client, method)));
    const turn = clients[0].ask('session/prompt', textPrompt(sessionId, 'go'));
    voice().end();
    await Promise.all(asked.map((takenBack) => takenBack()));
    // Another agent has the session now.
    await prompted(1);
    voice().update(idle('end_turn'));
    expect(await turn).toEqual({ stopReason: 'end_turn' });
    expect(await session.logged()).toEqual([...logged, { type: 'turn_ended' }]);
  },
);

test.each(Object.keys(ends).flatMap((end) => (['session', 'shared'] as const).map((by) => [end, by] as const)))(
  '[RO141] [RO123] what is not known is no longer asked when the agent behind %s, with a connection by %s',
  async (end, by) => {
    const method = '_own/asked';
    await using session = await shared(by);
    const { clients, sessionId, voice, prompted } = session;
    const turn = clients[0].ask('session/prompt', textPrompt(sessionId, 'go'));
    await prompted(1);
    voice().ask(7, method, { sessionId: 's' });
    const takenBack = await askedOf(clients[0], method);
    ends[end]?.(voice());
    await takenBack();
    if (end === 'takes it back') voice().update(idle('end_turn'));
    await turn;
    expect(clients[1].received.filter((message) => message['method'] === method)).toEqual([]);
  },
);
