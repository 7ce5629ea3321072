import { describe, test } from 'vitest';
import { logContract } from '../testing/log-contract.ts';
import { MemoryLog } from './memory-log.ts';

describe('a memory log', () => {
  for (const { rules, name, check } of logContract)
    test(`[${rules}] ${name}`, () => check(async () => ({ log: new MemoryLog(), patience: 100_000 })));
});
