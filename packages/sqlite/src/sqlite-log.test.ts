import { logContract, sharedLogContract } from '@emend/acp/testing';
import { describe, test } from 'vitest';
import { openSqliteLog } from './sqlite-log.ts';
import { engines, scratchFile } from './test-support/scratch.ts';

for (const engine of engines) {
  describe(`SQLite by ${engine}`, () => {
    for (const { rules, name, check } of [...logContract, ...sharedLogContract]) {
      test(`[${rules}] ${name}`, async () => {
        const path = scratchFile();
        const open = () => openSqliteLog(path, { engine });
        await check(async () => ({ log: await open(), open, patience: 100_000 }));
      });
    }
  });
}
