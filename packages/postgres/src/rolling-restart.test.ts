import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { restoreSession } from '@emend/acp/log';
import { foldedSession, type Message } from '@emend/acp/session';
import { messageText } from '@emend/acp/view';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledProgram } from '../../../test/support/bundled-program.ts';
import { openSwitch } from './test-support/address-switch.ts';
import { startNode } from './test-support/running-node.ts';
import { newSchema, opened, server, serverUrl } from './test-support/running-server.ts';
import { type Refusal, type StayingClient, stayingClient } from './test-support/staying-client.ts';

const dialects = ['v1', 'june', 'november'] as const;
const folder = mkdtempSync(join(tmpdir(), 'emend-restart-'));
let program = '';
beforeAll(async () => {
  program = await bundledProgram(new URL('./test-support/node-process.ts', import.meta.url));
});
afterAll(() => {
  rmSync(program, { force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** How long a node may go on with its turns. They are much shorter, so that no busy machine meets it. */
const grace = 60_000;
const pieces = [0, 1, 2];

/** A client that prompts again and again, and what it was told. */
class Load {
  readonly client: StayingClient;
  readonly #mark: string;
  /** The prompts that were answered, in order. */
  readonly answered: string[] = [];
  readonly refusals: Refusal[] = [];
  /** The longest time for which all its prompts were refused, in milliseconds. */
  longestRefusal = 0;

  constructor(client: StayingClient, mark: string) {
    this.client = client;
    this.#mark = mark;
  }

  async run(isOver: () => boolean): Promise<void> {
    let refusedSince: number | undefined;
    for (let turn = 0; !isOver() || refusedSince !== undefined; turn += 1) {
      // No prompt is sent twice, so that one that ran twice can be told.
      const text = `stream ${pieces.length} ${this.#mark}.${turn}:`;
      const begun = performance.now();
      const end = await this.client.prompt(text);
      if ('stopReason' in end) {
        expect(end).toMatchObject({ stopReason: 'end_turn' });
        this.answered.push(text);
        refusedSince = undefined;
      } else {
        this.refusals.push(end);
        refusedSince ??= begun;
        await delay(50);
      }
      this.longestRefusal = Math.max(this.longestRefusal, performance.now() - (refusedSince ?? Infinity));
    }
  }
}

/** What the agent has to have said to a prompt. */
function answerTo(prompt: string): string {
  const mark = prompt.split(' ')[2];
  return pieces.map((number) => `${mark}${number};`).join('');
}

/** The turns of a session as the log has them: what was asked, what was said, and how it ended. */
async function turnsIn(schema: string, sessionId: string): Promise<readonly (readonly unknown[])[]> {
  const { state } = await restoreSession(await opened(schema), sessionId);
  const messages = state.messages.toArray();
  return (foldedSession(state).turns ?? []).map(({ message, stopReason }) => {
    const at = messages.findIndex(({ messageId }) => messageId === message);
    const following = messages[at + 1];
    const words = following?.kind === 'agent' ? messageText(following) : '';
    return [at === -1 ? undefined : messageText(messages[at] as Message), words, stopReason];
  });
}

test.skipIf(server === undefined)(
  '[X39] a rolling restart of all nodes under load loses no acknowledged word, runs no prompt twice, and refuses none for longer than the grace time',
  async () => {
    const schema = newSchema();
    const runs = join(folder, schema);
    const start = (name: string) => startNode(program, { database: serverUrl, schema, runs, grace, node: { name } });
    const nodes = await Promise.all(['a', 'b', 'c'].map(start));
    const balancers = await Promise.all(nodes.map(({ port }) => openSwitch(port)));
    // Each session begins on another node, and has a client of each dialect, each of them on a node of its own.
    const sessions = await Promise.all(
      nodes.map(async (_, number) => {
        const clients = dialects.map((dialect, index) => {
          const { url } = balancers[(number + index) % 3] as (typeof balancers)[0];
          return stayingClient(dialect, { url, first: (number + index) % 2 === 0 ? 'websocket' : 'http' });
        });
        const [first, ...others] = clients as [StayingClient, ...StayingClient[]];
        const sessionId = await first.open();
        await Promise.all(others.map((client) => client.join(sessionId)));
        return { sessionId, loads: clients.map((client, index) => new Load(client, `${dialects[index]}-${number}`)) };
      }),
    );
    const loads = sessions.flatMap((session) => session.loads);
    let isOver = false;
    const running = Promise.all(loads.map((load) => load.run(() => isOver)));
    const allAnswered = async (): Promise<void> => {
      const before = loads.map(({ answered }) => answered.length);
      await expect.poll(() => loads.every(({ answered }, at) => answered.length > (before[at] ?? 0) + 1)).toBe(true);
    };
    await allAnswered();
    for (const [number, node] of nodes.entries()) {
      // A balancer leads new connections elsewhere while a server restarts.
      const stays = number === 2 ? 0 : number + 1;
      balancers[number]?.use((nodes[stays] as (typeof nodes)[0]).port);
      await node.end();
      const next = await start(`${'abc'[number]} again`);
      nodes[number] = next;
      balancers[number]?.use(next.port);
      await allAnswered();
    }
    isOver = true;
    await running;

    const ran = readFileSync(runs, 'utf8').split('\n').slice(0, -1);
    expect(ran.filter((prompt, at) => ran.indexOf(prompt) !== at)).toEqual([]);
    for (const { sessionId, loads: ofSession } of sessions) {
      const turns = await turnsIn(schema, sessionId);
      for (const { answered } of ofSession) {
        const known = turns.filter(([prompt]) => answered.includes(prompt as string));
        expect(known).toEqual(answered.map((prompt) => [prompt, answerTo(prompt), 'end_turn']));
      }
      // Every client shows what the log has, and so does one that loads it now.
      const whole = turns.map(([prompt, words]) => `${prompt}${words}`).join('');
      for (const { client } of ofSession) {
        await client.join(sessionId);
        expect(client.shown()).toBe(whole);
      }
    }
    // Only what can be tried again was refused, or what a client that connects anew cannot be told.
    const refused = new Set(loads.flatMap((load) => load.refusals.map(({ reason }) => reason)));
    // A client that was refused its session on a new connection closes that, or says so.
    const expected =
      /^(?:draining|owner_lost|turn_lost|forgotten|closed)$|the session could not be (?:loaded|opened) again/;
    expect([...refused].filter((reason) => !expected.test(reason))).toEqual([]);
    expect(Math.max(...loads.map(({ longestRefusal }) => longestRefusal))).toBeLessThan(grace);
  },
);
