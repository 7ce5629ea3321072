import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { textOf } from '../../session/plain-text.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { said } from '../test-support/said.ts';
import { type Agent, agent } from './agent.ts';

const serving = { whenClientLeaves: 'finish', unattended: 'wait' } as const;

/** An agent that says something, asks, and says what it was answered. */
function asking(log: MemoryLog): Agent {
  return agent({
    sessions: { log, now: () => 1 },
    async prompt(turn) {
      const message = turn.message();
      await message.append(`${turn.text}? `);
      const { outcome } = await turn.requestPermission({ toolCallId: turn.text, title: 'Publish' });
      await message.append('optionId' in outcome ? String(outcome.optionId) : outcome.outcome);
    },
  });
}

/** A client of the test: what it has typed since its last load, and which questions it has answered. */
interface Visitor {
  readonly client: RawClient;
  readonly dialect: Dialect;
  from: number;
  typed: string[];
  readonly open: Set<string>;
  readonly answered: Set<unknown>;
}

const answers = {
  allow: { result: { outcome: { outcome: 'selected', optionId: 'allow' } } },
  reject: { result: { outcome: { outcome: 'selected', optionId: 'reject' } } },
  unknown: { result: { outcome: { outcome: 'selected', optionId: 'everything' } } },
  error: { error: { code: -32601, message: 'Method not found' } },
};

function answer({ client, answered }: Visitor, how: keyof typeof answers): void {
  for (const message of client.received) {
    if (message['method'] !== 'session/request_permission' || answered.has(message['id'])) continue;
    answered.add(message['id']);
    client.reply(message, answers[how]);
  }
}

/** The rules in a few lines: everybody sees every turn of the log, in its order; a v1 client does not get what it typed itself. */
function expected(turns: readonly (readonly [string, string])[], { dialect, typed }: Visitor): readonly string[] {
  return turns.flatMap(([prompt, outcome]) => {
    const isOwn = dialect === 'v1' && typed.includes(prompt);
    return [...(isOwn ? [] : [`user: ${prompt}`]), `agent: ${prompt}? ${outcome}`];
  });
}

function seen({ client, from }: Visitor): readonly string[] {
  const updates = client.received.slice(from).flatMap(({ method, params }) => {
    return method === 'session/update' ? [(params as Json)['update'] as Json] : [];
  });
  return said(updates);
}

/** What the log has: the prompts in their order, with the answers that counted. */
async function turnsOf(log: MemoryLog, sessionId: string): Promise<readonly (readonly [string, string])[]> {
  const events = (await entriesOf(log, sessionId)).map(({ event }) => event);
  const prompts = events.flatMap((event) => (event.type === 'prompt_sent' ? [textOf(event.prompt)] : []));
  const outcomes = events.flatMap((event) => {
    if (event.type !== 'permission_answered') return [];
    const { outcome } = event;
    return [outcome !== undefined && 'optionId' in outcome ? String(outcome.optionId) : String(outcome?.outcome)];
  });
  return prompts.map((prompt, index) => [prompt, outcomes[index] ?? ''] as const);
}

const step = fc.record({
  who: fc.nat(9),
  dialect: fc.constantFrom<Dialect>('v1', 'june', 'november'),
  does: fc.constantFrom('join', 'leave', 'prompt', 'prompt', 'answer', 'answer', 'load', 'wait'),
  how: fc.constantFrom<keyof typeof answers>('allow', 'reject', 'unknown', 'error'),
});

test('[RO90] [RO91] [RO92] [RO94] [RO96] [X1, X3, X4] property: whoever comes and goes, everybody sees the same turns, and each question is answered once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const log = new MemoryLog();
      const served = asking(log);
      const sent: string[] = [];
      const visit = async (dialect: Dialect): Promise<Visitor> => {
        const client = await rawClientOf(served, dialect, { serving });
        return { client, dialect, from: 0, typed: [], open: new Set(), answered: new Set() };
      };
      const first = await visit('june');
      const sessionId = await first.client.open();
      // There are always two: what the only client says is an answer, whatever it is.
      const second = await visit('november');
      await second.client.load(sessionId);
      let visitors = [first, second];
      const isDone = async (): Promise<boolean> => {
        const ends = (await entriesOf(log, sessionId)).filter(({ event }) => event.type === 'turn_ended');
        return ends.length === sent.length;
      };
      // The edge of a November client holds back what it sends during its own turn, and that goes with it.
      const mayPrompt = async ({ dialect, typed }: Visitor): Promise<boolean> =>
        dialect !== 'november' || typed.length === 0 || isDone();
      for (const { who, dialect, does, how } of steps) {
        const visitor = visitors[who % visitors.length] as Visitor;
        if (does === 'join') {
          const joined = await visit(dialect);
          await joined.client.load(sessionId);
          visitors.push(joined);
        } else if (does === 'leave' && visitors.length > 2) {
          visitors = visitors.filter((each) => each !== visitor);
          await visitor.client.close();
        } else if (does === 'load' && (await isDone())) {
          // What is on its way when a load is sent belongs to what the client had before.
          await visitor.client.ask('session/list', {});
          visitor.from = visitor.client.received.length;
          visitor.typed = [];
          await visitor.client.load(sessionId);
        } else if (does === 'prompt' && visitor.open.size === 0 && (await mayPrompt(visitor))) {
          const text = `p${sent.length}`;
          sent.push(text);
          visitor.typed.push(text);
          visitor.open.add(text);
          void visitor.client.ask('session/prompt', textPrompt(sessionId, text)).then(() => visitor.open.delete(text));
        } else if (does === 'answer') answer(visitor, how);
        else await new Promise(setImmediate);
      }
      // Somebody who answers, after all others have said what they had to say.
      const last = await visit('june');
      await last.client.load(sessionId);
      visitors.push(last);
      for (let look = 0; look < 2_000 && !(await isDone()); look++) {
        answer(last, 'allow');
        await new Promise(setImmediate);
      }
      const turns = await turnsOf(log, sessionId);
      expect(turns.map(([prompt]) => prompt).toSorted()).toEqual(sent.toSorted());
      expect(turns.filter(([, outcome]) => outcome !== 'allow' && outcome !== 'reject')).toEqual([]);
      for (const visitor of visitors) {
        const wanted = expected(turns, visitor);
        for (let look = 0; look < 500 && seen(visitor).join() !== wanted.join(); look++)
          await new Promise(setImmediate);
        expect(seen(visitor)).toEqual(wanted);
      }
      await Promise.all(visitors.map(({ client }) => client.close()));
    }),
    { numRuns: counts({ short: 15, long: 400 }) },
  );
});
