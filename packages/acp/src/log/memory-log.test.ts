import { describe, test } from 'vitest';
import { logContract } from '../testing/log-contract.ts';
import { MemoryLog } from './memory-log.ts';

describe('[LG1] [LG2] [LG3] [LG4] [LG5] [LG6] [LG7] [LG8] [LG9] [LG11] [LG12] [LG13] [LG14] [LG15] a memory log', () => {
  for (const { name, check } of logContract) test(name, () => check(async () => ({ log: new MemoryLog() })));
});
