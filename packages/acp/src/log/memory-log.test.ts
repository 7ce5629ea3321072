import { describe, test } from 'vitest';
import { logContract } from '../testing/log-contract.ts';
import { MemoryLog } from './memory-log.ts';

describe('a memory log', () => {
  for (const { name, check } of logContract) test(name, () => check(async () => ({ log: new MemoryLog() })));
});
