import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exportSession } from '@emend/acp/log';
import { type SpawnedAgent, spawnAgent } from '@emend/acp/node';
import type { ClientSession } from '@emend/acp/roles';
import { foldedSession } from '@emend/acp/session';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bundledProgram } from '../../../test/support/bundled-program.ts';
import { counts } from '../../../test/support/counts.ts';
import { seededChance } from '../../../test/support/seed.ts';
import { openSqliteLog } from './sqlite-log.ts';
import { scratchFile } from './test-support/scratch.ts';

const cwd = '/project';
let program = '';
beforeAll(async () => {
  program = await bundledProgram(new URL('./test-support/durable-agent.ts', import.meta.url));
});
afterAll(() => rmSync(program, { force: true }));

function launch(file: string): Promise<SpawnedAgent> {
  return spawnAgent(process.execPath, [program, file], { graceMilliseconds: 300 });
}

/** What the agent says to a prompt, whole. */
function spoken(prompt: string): string {
  return Array.from({ length: 40 }, (_, token) => `${prompt}:${token};`).join('');
}

function textOf(content: readonly unknown[]): string {
  return content.map((block) => (block as { readonly text: string }).text).join('');
}

/** Checks a loaded session: every acknowledged turn is whole, what was in flight is a prefix of what would have been said. */
function check(session: ClientSession, acknowledged: readonly string[], sent: readonly string[]): void {
  const { messages, toolCalls } = foldedSession(session.state);
  const prompts = messages.filter((message) => message.kind === 'user').map((message) => textOf(message.content));
  expect(prompts).toEqual(sent.slice(0, prompts.length));
  const said: string[] = [];
  let prompt = '';
  for (const { kind, content } of messages) {
    if (kind === 'user') prompt = textOf(content);
    else said.push(textOf(content));
    // What is said follows the prompt that it is about; one that the agent never got to has nothing behind it.
    if (kind === 'agent') expect(spoken(prompt).startsWith(textOf(content))).toBe(true);
  }
  for (const prompt of acknowledged) {
    expect(prompts).toContain(prompt);
    expect(said).toContain(spoken(prompt));
  }
  for (const call of toolCalls) expect(['completed', 'failed']).toContain(call.status);
  const completed = toolCalls.filter((call) => call.status === 'completed').map((call) => call.title);
  for (const prompt of acknowledged) expect(completed).toContain(`Work on ${prompt}`);
}

test('an agent killed at any moment loses nothing that it has answered, and what was in flight is a prefix', async () => {
  const chance = seededChance();
  let file = '';
  let sessionId: string | undefined;
  let sent: string[] = [];
  let acknowledged: string[] = [];
  let inFlight = 0;
  for (let kill = 0; kill < counts({ short: 6, long: 25 }); kill++) {
    // A fresh store now and then, so that sessions stay short and creating them is hit as well.
    if (kill % 10 === 0) {
      file = scratchFile();
      sessionId = undefined;
      sent = [];
      acknowledged = [];
    }
    await using agent = await launch(file);
    const session: ClientSession =
      sessionId === undefined ? await agent.newSession({ cwd }) : await agent.loadSession({ sessionId, cwd });
    sessionId = session.id;
    check(session, acknowledged, sent);
    // Prompts of a turn that never reached the log are not there, and need not be.
    sent = foldedSession(session.state)
      .messages.filter((message) => message.kind === 'user')
      .map((message) => textOf(message.content));
    const timer = setTimeout(() => process.kill(agent.process.pid, 'SIGKILL'), chance.next() * 60);
    for (let turn = 0; ; turn++) {
      const prompt = `k${kill}t${turn}`;
      sent.push(prompt);
      const answer = await session.prompt(prompt).catch(() => undefined);
      if (answer === undefined) break;
      acknowledged.push(prompt);
    }
    clearTimeout(timer);
    inFlight += 1;
  }
  expect(inFlight).toBe(counts({ short: 6, long: 25 }));
});

test('a redacted secret soon is in no file of the store, however it was streamed, nor in a replay or an export', async () => {
  const secret = 'S3cret-Aquamarine-0451-Passphrase';
  // Pieces of 6 bytes and more, so that there is something to find.
  const splits = fc.sample(fc.array(fc.nat(secret.length - 1), { maxLength: 4 }), counts({ short: 3, long: 15 }));
  for (const cuts of splits) {
    const places = [...new Set([0, ...cuts, secret.length])].sort((a, b) => a - b);
    const pieces = places.slice(1).map((end, index) => secret.slice(places[index], end));
    const file = scratchFile();
    await using agent = await launch(file);
    const session = await agent.newSession({ cwd });
    await session.prompt('say something before');
    await session.prompt(['leak', ...pieces].join(' '));
    // The test would prove nothing if the secret had never been there.
    expect(fragmentsIn(file, secret).length).toBeGreaterThan(0);
    await session.prompt('redact');
    await expect.poll(() => fragmentsIn(file, secret)).toEqual([]);
    const loaded = await agent.loadSession({ sessionId: session.id, cwd });
    const texts = foldedSession(loaded.state).messages.map((message) => textOf(message.content));
    expect(texts.slice(2)).toEqual(['[removed]', '[removed]', 'redact']);
    const store = await openSqliteLog(file);
    onTestFinished(() => store.close());
    const exported = JSON.stringify(await exportSession(store, session.id));
    expect([exported.includes('[removed]'), stretchesOf(secret).filter((part) => exported.includes(part))]).toEqual([
      true,
      [],
    ]);
  }
});

/** Every stretch of 6 bytes of a text that stands in a file of the store. */
function fragmentsIn(file: string, text: string): string[] {
  const folder = dirname(file);
  const bytes = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
  return stretchesOf(text).filter((stretch) => bytes.includes(stretch));
}

function stretchesOf(text: string): string[] {
  return Array.from({ length: text.length - 5 }, (_, start) => text.slice(start, start + 6));
}
