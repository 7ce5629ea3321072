import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LogError } from '@emend/acp/log';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Chance } from '../../../soak/chance.ts';
import { bundledProgram } from '../../../test/support/bundled-program.ts';
import { counts } from '../../../test/support/counts.ts';
import { seededChance } from '../../../test/support/seed.ts';
import type { Engine } from './engine.ts';
import { openSqliteLog } from './sqlite-log.ts';
import { eventAt, eventsUpTo } from './test-support/endless-session.ts';
import { entriesOf, foldedOf, foldedOfEvents } from './test-support/folded.ts';
import { engines, scratchFile, scratchFolder } from './test-support/scratch.ts';

vi.setConfig({ testTimeout: 900_000 });

let appender = '';
beforeAll(async () => {
  appender = await bundledProgram(new URL('./test-support/appender.ts', import.meta.url));
});
afterAll(() => rmSync(appender, { force: true }));

/** Lets a process append for a while and kills it; gives the last position that it saw acknowledged. */
async function appendAndKill(path: string, engine: Engine, after: number): Promise<number> {
  const child = spawn(process.execPath, [appender, path, engine], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (output === '') setTimeout(() => child.kill('SIGKILL'), after);
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const signal = await new Promise((resolve) => child.once('close', (_, by) => resolve(by)));
  if (signal !== 'SIGKILL') throw new Error(`the appending process ended by itself: ${errors}`);
  const lines = output.split('\n').slice(0, -1);
  return Math.max(0, ...lines.map(Number));
}

/** Checks that a log holds the endless session up to some position, and gives the position. */
async function prefixOf(path: string, engine: Engine): Promise<number> {
  const log = await openSqliteLog(path, { engine });
  try {
    const found = await log.find('s');
    if (found === undefined) return -1;
    expect(foldedOf(await entriesOf(log, 's'))).toEqual(foldedOfEvents(eventsUpTo(found.position)));
    return found.position;
  } finally {
    await log.close();
  }
}

describe.each(engines)('a log by %s', (engine) => {
  test('what was acknowledged survives a kill at any moment, and the rest is a prefix', async () => {
    const chance = seededChance();
    let path = scratchFile();
    for (let kill = 0; kill < counts({ short: 6, long: 20 }); kill++) {
      // A fresh file now and then, so that creating it is hit as well, and folding a long one does not take for ever.
      if (kill % 15 === 14) path = scratchFile();
      const acknowledged = await appendAndKill(path, engine, chance.next() * 120);
      expect(await prefixOf(path, engine)).toBeGreaterThanOrEqual(acknowledged);
    }
  });

  test('a cut write-ahead log opens on a prefix', async () => {
    const chance = seededChance();
    const path = scratchFile();
    const log = await openSqliteLog(path, { engine });
    onTestFinished(() => log.close());
    await log.create({ sessionId: 's', cwd: '/project', at: 0 });
    const folder = scratchFolder();
    const lost = new Set<boolean>();
    for (let position = 0; position < counts({ short: 200, long: 2_000 }); position++) {
      await log.append('s', [eventAt(position)], { expected: position, at: position });
      if (position % 41 === 40) await log.compact('s');
      if (position % 10 !== 0) continue;
      const copy = join(folder, `${position}.db`);
      copyFileSync(path, copy);
      copyFileSync(`${path}-wal`, `${copy}-wal`);
      const { size } = statSync(`${copy}-wal`);
      truncateSync(`${copy}-wal`, position % 50 === 0 ? size : Math.floor(chance.next() * size));
      lost.add((await prefixOf(copy, engine)) <= position);
    }
    expect(lost).toEqual(new Set([true, false]));
  });

  test.each([
    'cut at any byte of the last page',
    'zeros in the last page',
    'noise in the last page',
    'noise in any page',
  ])('a damaged file is read as it was or refused: %s', async (damage) => {
    const chance = seededChance();
    const path = scratchFile();
    const log = await openSqliteLog(path, { engine });
    await log.create({ sessionId: 's', cwd: '/project', at: 0 });
    const events = eventsUpTo(41 * 12);
    await log.append('s', events, { expected: 0, at: 1 });
    await log.close();
    expect(existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0).toBe(false);
    const whole = readFileSync(path);
    const outcomes = new Set<string>();
    const isCut = damage.startsWith('cut');
    const rounds = isCut ? pageSize : counts({ short: 5, long: 60 });
    for (let round = 0; round < rounds; round += isCut ? counts({ short: 31, long: 4 }) : 1) {
      writeFileSync(path, damaged(whole, damage, round, chance));
      outcomes.add(await prefixOf(path, engine).then(String, (error: unknown) => failureOf(error)));
      for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
    }
    expect([...outcomes].filter((outcome) => outcome !== 'corrupt' && outcome !== String(events.length))).toEqual([]);
  });
});

function failureOf(error: unknown): string {
  return error instanceof LogError ? error.failure : String(error);
}

const pageSize = 4096;

function damaged(whole: Buffer, damage: string, round: number, chance: Chance): Buffer {
  const bytes = Buffer.from(whole);
  const pages = bytes.length / pageSize;
  if (damage.startsWith('cut')) return bytes.subarray(0, bytes.length - 1 - round);
  const page = damage.endsWith('any page') ? chance.between(0, pages - 1) : pages - 1;
  const from = page * pageSize + chance.between(0, pageSize / 2 - 1);
  const to = (page + 1) * pageSize;
  if (damage.startsWith('zeros')) return bytes.fill(0, from, to);
  for (let index = from; index < to; index++) bytes[index] = chance.between(0, 255);
  return bytes;
}
