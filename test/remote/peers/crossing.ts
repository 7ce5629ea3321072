import { setTimeout as pause } from 'node:timers/promises';
import { type Agent, agent, type Client, type ClientOptions, connect, type Transport } from '@emend/acp';
import { foldedSession } from '@emend/acp/session';
import { expect } from 'vitest';

/** How much crosses the network: updates of one turn, and questions among them. */
export interface CrossingSize {
  readonly updates: number;
  readonly questions: number;
}

/** Everything that both sides have seen. */
export interface Crossed {
  /** The state of the session at the end. */
  readonly state: unknown;
  readonly updates: number;
  readonly asked: readonly string[];
  /** How each question was answered, as the agent has seen it. */
  readonly answers: readonly string[];
  readonly stopReason: string;
}

const perMessage = 500;

/** An agent whose turn has many updates and questions, and that remembers what reaches it. */
export class CountingAgent {
  /** Numbers in requests and notifications, in the order in which they came. */
  readonly arrived: number[] = [];
  readonly answers: string[] = [];
  readonly agent: Agent;
  #ids = 0;

  constructor({ updates, questions }: CrossingSize) {
    const number = (params: unknown) => Number((params as { readonly number: number }).number);
    const take = (params: unknown) => {
      this.arrived.push(number(params));
      return { twice: 2 * number(params) };
    };
    this.agent = agent({
      info: { name: 'counting', version: '1' },
      mintId: (purpose) => `${purpose}-${++this.#ids}`,
      requests: { '_test/call': take },
      notifications: { '_test/note': (params) => void take(params) },
      prompt: async (turn) => {
        const every = Math.ceil(updates / (questions + 1));
        let message = turn.message();
        for (let at = 1; at <= updates; at += 1) {
          if (at % perMessage === 0) message = turn.message();
          await message.append(`${at} `);
          if (at % every !== 0 || this.answers.length === questions) continue;
          const tool = turn.toolCall({ title: `Question ${at}` });
          const { isAllowed } = await turn.requestPermission(tool);
          this.answers.push(`${at} ${isAllowed}`);
          await tool.finish();
        }
      },
    });
  }
}

/** Options of a crossing. */
export interface CrossingOptions extends ClientOptions {
  /** Called for every update, in place of waiting for time to pass. */
  readonly onProgress?: (updates: number) => void;
}

/** Runs one turn of a counting agent, while the client calls and notifies it all the time, and checks that what the client said came in order. */
export async function crossing(
  transport: Transport,
  counting: CountingAgent,
  options: CrossingOptions = {},
): Promise<Crossed> {
  const asked: string[] = [];
  let updates = 0;
  const client = await connect(transport, {
    ...options,
    onUpdate: () => {
      updates += 1;
      options.onProgress?.(updates);
    },
    requestPermission: (request) => {
      asked.push(request.title);
      return request.options[0]?.optionId ?? '';
    },
  });
  try {
    const session = await client.newSession({ cwd: process.cwd() });
    const turn = session.prompt('go');
    let isOver = false;
    const ended = Promise.resolve(turn).finally(() => {
      isOver = true;
    });
    // If the talk fails, it is that error which counts.
    ended.catch(() => {});
    const said = await talkUntil(client, () => isOver);
    const { stopReason } = await ended;
    await client.request('_test/call', { number: said });
    expect(counting.arrived).toEqual(Array.from({ length: said + 1 }, (_, at) => at));
    return { state: foldedSession(session.state), updates, asked, answers: [...counting.answers], stopReason };
  } finally {
    await client.close();
  }
}

/** Sends requests and notifications with numbers from 0 up, several in flight at once, and checks the answers; returns how many were sent. */
async function talkUntil(client: Client, isOver: () => boolean): Promise<number> {
  let next = 0;
  while (!isOver()) {
    const calls: Promise<unknown>[] = [];
    const wanted: unknown[] = [];
    for (let each = 0; each < 4; each += 1) {
      calls.push(client.request('_test/call', { number: next }));
      wanted.push({ twice: 2 * next });
      void client.notify('_test/note', { number: next + 1 });
      next += 2;
    }
    expect(await Promise.all(calls)).toEqual(wanted);
    await pause(2);
  }
  return next;
}

/** Returns what a crossing of this size must have been. */
export function wantedCrossing(state: unknown, { updates, questions }: CrossingSize): Partial<Crossed> {
  const every = Math.ceil(updates / (questions + 1));
  const points = Array.from({ length: questions }, (_, at) => (at + 1) * every).filter((at) => at <= updates);
  return {
    state,
    asked: points.map((at) => `Question ${at}`),
    answers: points.map((at) => `${at} true`),
    stopReason: 'end_turn',
  };
}
