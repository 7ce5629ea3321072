import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { connect } from '../client/connect.ts';
import { idle, insert, novemberAgent } from '../test-support/november-agent.ts';
import { type Json, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import type { PlainAgent } from '../test-support/v1-agent.ts';
import { relayAgent } from './relay-agent.ts';

const page = { mode: 'url', message: 'Sign in.', url: 'https://a.example', elicitationId: 'page' };

const isPage = ({ method }: Json): boolean => method === 'elicitation/create';

/** Two clients of a session whose agent asks them to visit a page. */
async function asked(connections: 'session' | 'shared') {
  const agents: PlainAgent[] = [];
  const relay = await relayAgent({
    sessions: { log: new MemoryLog() },
    connections,
    connect(options) {
      const agent = novemberAgent({
        'session/prompt': (message, voice) => {
          insert(voice, message, 'prompt');
          voice.ask('page', 'elicitation/create', { sessionId: 's', ...page });
        },
      });
      agents.push(agent);
      return connect(agent.transport, options);
    },
  });
  const visit = () => rawClientOf(relay.agent, 'june', { capabilities: { elicitation: { url: {} } } });
  const [one, two] = [await visit(), await visit()] as const;
  const sessionId = await one.open();
  await two.load(sessionId);
  const turn = one.ask('session/prompt', textPrompt(sessionId, 'go'));
  const questions = await Promise.all([one, two].map((client) => client.until(isPage)));
  const agent = agents.at(-1) as PlainAgent;
  const answer = (): unknown => agent.received.find(({ id, method }) => id === 'page' && method === undefined);
  const complete = (elicitationId: string): void =>
    agent.voice.ask(undefined, 'elicitation/complete', { elicitationId });
  /** Ends the turn, and returns which pages each client was told to be complete, and which of its questions were taken back. */
  const end = async (): Promise<readonly Json[]> => {
    agent.voice.update(idle('end_turn'));
    expect(await turn).toEqual({ stopReason: 'end_turn' });
    const told = [one, two].map(({ received }, index) => {
      const params = (name: string) => received.flatMap((sent) => (sent['method'] === name ? [sent['params']] : []));
      const isWithdrawn = (params('$/cancel_request') as Json[]).some(
        ({ requestId }) => requestId === questions[index]?.['id'],
      );
      return { completed: params('elicitation/complete'), isWithdrawn };
    });
    await Promise.all([one, two].map((client) => client.close()));
    await relay.close();
    return told;
  };
  return { clients: [one, two] as const, one, questions, answer, complete, end };
}

test.each(['session', 'shared'] as const)(
  '[RO123] [RO141] a page that the agent says is complete is no longer asked for, and all are told, with a connection by %s',
  async (connections) => {
    const { clients, answer, complete, end } = await asked(connections);
    complete('page');
    await expect.poll(answer).toMatchObject({ result: { action: 'accept' } });
    await Promise.all(clients.map((client) => client.until(({ method }) => method === '$/cancel_request')));
    const told = { completed: [{ elicitationId: 'page' }], isWithdrawn: true };
    expect(await end()).toEqual([told, told]);
  },
);

test.each(['session', 'shared'] as const)(
  '[RO123] clients are told that a page is complete after one of them has answered, once, and of no other page, with a connection by %s',
  async (connections) => {
    const { one, questions, answer, complete, end } = await asked(connections);
    one.reply(questions[0] as Json, { result: { action: 'accept' } });
    await expect.poll(answer).toMatchObject({ result: { action: 'accept' } });
    for (const id of ['another', 'page', 'page']) complete(id);
    const completed = [{ elicitationId: 'page' }];
    expect(await end()).toEqual([
      { completed, isWithdrawn: false },
      { completed, isWithdrawn: true },
    ]);
  },
);
