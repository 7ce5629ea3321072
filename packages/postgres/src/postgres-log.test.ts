import { logContract, sharedLogContract } from '@emend/acp/testing';
import { describe, onTestFinished, test } from 'vitest';
import { openPostgresLog, type PostgresLog } from './postgres-log.ts';
import { server } from './test-support/running-server.ts';

let schemas = 0;

describe.skipIf(server === undefined)('PostgreSQL', () => {
  for (const { rules, name, check } of [...logContract, ...sharedLogContract]) {
    test(`[${rules}] ${name}`, async () => {
      schemas += 1;
      const schema = `contract_${process.pid}_${schemas}`;
      const logs: PostgresLog[] = [];
      onTestFinished(async () => void (await Promise.all(logs.map((log) => log.close()))));
      const open = async () => {
        const log = await openPostgresLog(server?.url ?? '', { schema });
        logs.push(log);
        return log;
      };
      await check(async () => ({ log: await open(), open, patience: 100_000 }));
    });
  }
});
