import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LogEvent, Logged } from '@emend/acp/log';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Chance } from '../../../soak/chance.ts';
import { counts } from '../../../test/support/counts.ts';
import { seed } from '../../../test/support/seed.ts';
import { openSqliteLog, type SqliteLog } from './sqlite-log.ts';
import { entriesOf } from './test-support/folded.ts';
import { engines, scratchFolder } from './test-support/scratch.ts';

let chance: Chance;
beforeEach(() => {
  chance = new Chance(seed);
});
/** A whole number from 0, or from the first of two, up to but without the last. */
const random = (from: number, to?: number) =>
  to === undefined ? chance.between(0, from - 1) : chance.between(from, to - 1);

/** The shortest part of a secret that counts. */
const telling = 6;

const text = (value: string) => ({ type: 'text', text: value }) as const;
const update = (fields: Logged<'update'>['update']): LogEvent => ({ type: 'update', update: fields });
// Secrets, noise and checksums are of different characters, so that no part of a secret is found in the others by chance.
const letters = 'GHIJKLMNOPQRSTUVWXYZghijklmnopqrstuvwxyz';
const secretLetters = new RegExp(`[${letters}]{${telling},}`, 'g');
const secretOf = (length: number) => Array.from({ length }, () => letters[random(letters.length)]).join('');
const noise = () => Array.from({ length: random(1, 200) }, () => ' .,;:!?'[random(7)]).join('');

function pieces(secret: string): string[] {
  const found: string[] = [];
  for (let from = 0; from < secret.length; ) {
    const to = Math.min(secret.length, from + random(1, 40));
    found.push(secret.slice(from, to));
    from = to;
  }
  return found;
}

/** Everything that stands in the files of a log, the write-ahead log included. */
function bytesOf(folder: string): Buffer {
  return Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file))));
}

/** The parts of secrets that stand in some bytes; longer parts are made of these. */
function partsIn(secrets: readonly string[], bytes: Buffer): ReadonlySet<string> {
  const parts = new Set<string>();
  for (const secret of secrets) {
    for (let from = 0; from + telling <= secret.length; from++) parts.add(secret.slice(from, from + telling));
  }
  const found = new Set<string>();
  for (const [run] of bytes.toString('latin1').matchAll(secretLetters)) {
    for (let from = 0; from + telling <= run.length; from++) {
      const part = run.slice(from, from + telling);
      if (parts.has(part)) found.add(part);
    }
  }
  return found;
}

/** Ways to hold a secret and to let go of it. */
interface Way {
  say(secret: string, id: string): LogEvent[];
  redact(id: string): LogEvent[];
}

const ways: Record<string, Way> = {
  'a streamed message, replaced': {
    say: (secret, id) =>
      pieces(secret).map((piece) =>
        update({ sessionUpdate: 'agent_message_chunk', messageId: id, content: text(piece) }),
      ),
    redact: (id) => [update({ sessionUpdate: 'agent_message', messageId: id, content: [text('[redacted]')] })],
  },
  'a streamed thought, cleared': {
    say: (secret, id) =>
      pieces(secret).map((piece) =>
        update({ sessionUpdate: 'agent_thought_chunk', messageId: id, content: text(piece) }),
      ),
    redact: (id) => [update({ sessionUpdate: 'agent_thought_clear', messageId: id })],
  },
  'a tool call': {
    say: (secret, id) => [
      update({ sessionUpdate: 'tool_call_update', toolCallId: id, title: `run ${secret}`, rawInput: { secret } }),
      ...pieces(secret).map((piece) =>
        update({
          sessionUpdate: 'tool_call_content_chunk',
          toolCallId: id,
          content: { type: 'content', content: text(piece) },
        }),
      ),
      update({ sessionUpdate: 'tool_call_update', toolCallId: id, rawOutput: secret }),
    ],
    redact: (id) => [
      update({
        sessionUpdate: 'tool_call_update',
        toolCallId: id,
        title: 'run',
        rawInput: null,
        content: [],
        rawOutput: null,
      }),
    ],
  },
  'a question': {
    say: (secret, id) => [
      update({ sessionUpdate: 'tool_call_update', toolCallId: id, title: 'run' }),
      {
        type: 'permission_opened',
        requestId: id,
        toolCall: { toolCallId: id },
        options: [{ optionId: 'yes', name: secret, kind: 'allow_once' }],
      },
      { type: 'permission_answered', requestId: id },
    ],
    redact: (id) => [update({ sessionUpdate: 'tool_call_update', toolCallId: id, title: null })],
  },
  'the commands': {
    say: (secret) => [
      update({ sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'x', description: secret }] }),
    ],
    redact: () => [update({ sessionUpdate: 'available_commands_update', availableCommands: [] })],
  },
  'a prompt': {
    say: (secret, id) => [
      { type: 'prompt_sent', prompt: [text(secret)], requestId: id },
      update({ sessionUpdate: 'user_message', messageId: id, content: [text(secret)] }),
    ],
    redact: (id) => [update({ sessionUpdate: 'user_message', messageId: id, content: null })],
  },
};

class Writer {
  readonly #log: SqliteLog;
  readonly #positions = new Map<string, number>();

  constructor(log: SqliteLog) {
    this.#log = log;
  }

  async write(sessionId: string, events: readonly LogEvent[]): Promise<void> {
    if (!this.#positions.has(sessionId)) await this.#log.create({ sessionId, cwd: '/project', at: 0 });
    let expected = this.#positions.get(sessionId) ?? 0;
    for (const event of events) {
      const appended = this.#log.append(sessionId, [event], { expected, at: 1 });
      expected += 1;
      if (random(10) === 0) await appended;
    }
    this.#positions.set(sessionId, expected);
  }
}

async function opened(engine: (typeof engines)[number]) {
  const folder = scratchFolder();
  const log = await openSqliteLog(join(folder, 'sessions.db'), { engine });
  onTestFinished(() => log.close());
  // The scrub that every opening asks for must not be the one that erases.
  await log.scrubbed();
  return { folder, log, writer: new Writer(log) };
}

describe.each(engines)('a log by %s', (engine) => {
  test.each(Object.keys(ways))('a secret leaves the files: %s', async (name) => {
    const way = ways[name] as Way;
    for (let round = 0; round < counts({ short: 3, long: 12 }); round++) {
      const { folder, log, writer } = await opened(engine);
      const secret = secretOf(random(40, 8_000));
      await writer.write(
        'other',
        Array.from({ length: 20 }, () => update({ sessionUpdate: '_x', noise: noise() })),
      );
      await writer.write('s', [...way.say(secret, 'x'), { type: 'turn_ended' }]);
      if (random(2) === 0) await log.compact('s');
      await log.find('s');
      await new Promise((resolve) => setImmediate(resolve));
      const before = partsIn([secret], bytesOf(folder));
      expect(before.size).toBeGreaterThan(0);
      await writer.write('s', way.redact('x'));
      await log.compact('s');
      await log.scrubbed();
      const after = partsIn([secret], bytesOf(folder));
      expect([...before].filter((part) => after.has(part))).toEqual([]);
    }
  });

  test('secrets leave the files whatever was folded, replaced and deleted around them', async () => {
    for (let round = 0; round < counts({ short: 2, long: 8 }); round++) {
      const { folder, log, writer } = await opened(engine);
      const said: { session: string; id: string; way: Way; secret: string }[] = [];
      for (let step = 0; step < 200; step++) {
        const session = `s${random(6)}`;
        const way = Object.values(ways)[random(Object.keys(ways).length)] as Way;
        const secret = secretOf(random(11, random(20) === 0 ? 12_000 : 400));
        said.push({ session, id: `x${step}`, way, secret });
        await writer.write(session, [...way.say(secret, `x${step}`), update({ sessionUpdate: '_x', noise: noise() })]);
        if (random(4) === 0) await writer.write(session, [{ type: 'turn_ended' }]);
        if (random(6) === 0) await log.compact(session);
      }
      const kept: string[] = [];
      for (const { session, id, way, secret } of said.sort(() => random(3) - 1)) {
        if (session === 's0') continue;
        if (random(5) === 0) kept.push(session);
        else {
          await writer.write(session, way.redact(id));
          const gone = said.find((each) => each.secret === secret);
          if (gone !== undefined) Object.assign(gone, { isGone: true });
        }
        if (random(20) === 0) await log.compact(session);
      }
      await log.delete('s0');
      await log.scrubbed();
      const gone = said.filter((each) => each.session === 's0' || 'isGone' in each);
      expect(gone.length).toBeGreaterThan(50);
      const secrets = gone.map(({ secret }) => secret);
      const still = new Set<string>();
      // Secrets that were kept may share a part with others by chance.
      for (const sessionId of ['s1', 's2', 's3', 's4', 's5']) {
        const texts = JSON.stringify(await entriesOf(log, sessionId));
        for (const part of partsIn(secrets, Buffer.from(texts))) still.add(part);
      }
      expect(still.size).toBeLessThan(10);
      expect([...partsIn(secrets, bytesOf(folder))].filter((part) => !still.has(part))).toEqual([]);
    }
  });

  test('the title and the working directory of a deleted session leave the files', async () => {
    const { folder, log, writer } = await opened(engine);
    for (let index = 0; index < 300; index++) {
      await log.create({ sessionId: `session-${index}`, cwd: `/projects/secret-folder-${index}`, at: index });
    }
    await writer.write('s', [update({ sessionUpdate: 'session_info_update', title: 'A title that nobody may see' })]);
    await writer.write('s', [update({ sessionUpdate: 'session_info_update', title: 'Short' })]);
    for (let index = 0; index < 300; index += 2) await log.delete(`session-${index}`);
    await log.scrubbed();
    const after = bytesOf(folder);
    expect(after.includes('nobody may see')).toBe(false);
    const left = Array.from({ length: 300 }, (_, index) => index).filter((index) => after.includes(`folder-${index}"`));
    expect(left).toEqual(Array.from({ length: 150 }, (_, index) => 2 * index + 1));
  });
});
