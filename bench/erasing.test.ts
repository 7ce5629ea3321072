import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { erasing, untilErased } from './erasing.ts';
import { runMeasure } from './rounds.ts';
import { standsIn } from './traces.ts';

function files(contents: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'emend-erasing-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content);
  return folder;
}

test('a secret is found in the file and in what stands beside it', async () => {
  const folder = files({ db: 'a secret here', 'db-wal': 'and a secret there', 'db-shm': 'none' });
  expect(await standsIn(folder, 'secret')).toEqual(['db-wal', 'db']);
  expect(await standsIn(folder, 'secrets')).toEqual([]);
});

test('a secret that is never erased fails the measure with the files that have it', async () => {
  const folder = files({ db: 'blank', 'db-wal': 'a secret' });
  await expect(untilErased(folder, 'secret', async () => {}, 0)).rejects.toThrow(
    /^the secret still stands in db-wal after /,
  );
});

test('a secret that was never stored fails the measure', async () => {
  const folder = files({ db: 'nothing' });
  let isRedacted = false;
  const redact = async () => {
    isRedacted = true;
  };
  await expect(untilErased(folder, 'secret', redact, 0)).rejects.toThrow('the secret was never in the files');
  expect(isRedacted).toBe(false);
});

test('the time runs from the answer to the redaction until the last file is clean', async () => {
  const folder = files({ db: 'a secret', 'db-wal': 'a secret' });
  let answered = Number.POSITIVE_INFINITY;
  const redact = async () => {
    const start = performance.now();
    while (performance.now() < start + 20);
    answered = performance.now();
    setImmediate(() => {
      for (const name of ['db', 'db-wal']) writeFileSync(join(folder, name), 'blank');
    });
  };
  const taken = await untilErased(folder, 'secret', redact, 20_000);
  const since = performance.now() - answered;
  expect([taken > 0, taken <= since]).toEqual([true, true]);
  expect(await standsIn(folder, 'secret')).toEqual([]);
});

test('redactions in a real log are measured, one secret a round', async () => {
  const measure = await erasing(400);
  const { figures } = await runMeasure(measure, { warmUp: 1, measured: 2 });
  expect(Object.keys(figures)).toEqual(['ours']);
});
