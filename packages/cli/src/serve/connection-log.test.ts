import type { ServerEvent } from '@emend/acp/remote';
import { expect, test } from 'vitest';
import { eventLog } from './connection-log.ts';

test('[SV16] a server that cannot be reached, and what strangers cause, fill no log, each for itself', () => {
  const lines: string[] = [];
  const log = eventLog((line) => lines.push(line));
  const lost: ServerEvent = { type: 'node-lost', node: 'b', reason: 'No answer.' };
  const facts = { connection: 1, kind: 'websocket', principal: 'local' } as const;
  const dropped: ServerEvent = { ...facts, type: 'dropped', reason: 'It is no JSON.' };
  const resumed: ServerEvent = { ...facts, type: 'resumed', missed: 0 };
  for (const event of [lost, dropped, resumed]) for (let count = 0; count < 25; count += 1) log(event);
  expect(lines).toEqual([
    ...Array(20).fill('The server b cannot be reached: No answer.'),
    ...Array(20).fill('Connection 1: a message of the client was dropped: It is no JSON.'),
    ...Array(25).fill('Connection 1 goes on; 0 messages had been missed.'),
  ]);
});
