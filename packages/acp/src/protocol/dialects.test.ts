import { expect, test } from 'vitest';
import { dialects } from './dialects.ts';

test('each dialect names its number, its words on the command line, and its methods', () => {
  const rows = Object.entries(dialects).map(([dialect, { protocolVersion, name }]) => [dialect, protocolVersion, name]);
  expect(rows).toEqual([
    ['v1', 1, '1'],
    ['june', 2, '2'],
    ['november', 2, 'november'],
  ]);
  expect(dialects.v1.methods['session/set_mode']?.handledBy).toBe('agent');
  expect(dialects.june.methods['session/set_mode']).toBe(undefined);
  expect(dialects.november.methods['tool_call/cancel']?.handledBy).toBe('agent');
});
