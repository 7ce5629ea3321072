import { expect, test } from 'vitest';
import { streamSenders } from './stream-senders.ts';

const request = (id: unknown, method: string) => ({ jsonrpc: '2.0', id, method, params: {} });
const result = (id: unknown, value: unknown) => ({ jsonrpc: '2.0', id, result: value });

function sendersOf(...messages: unknown[]): string[] {
  const senderOf = streamSenders();
  return messages.map(senderOf);
}

test('[BR64] an answer to an id that both sides use goes to the request that it fits', () => {
  const prompt = request(1, 'session/prompt');
  const ended = result(1, { stopReason: 'end_turn' });
  const permitted = result(1, { outcome: { outcome: 'cancelled' } });
  const ask = request(1, 'session/request_permission');
  expect(sendersOf(prompt, ask, permitted, ended)).toEqual(['client', 'agent', 'client', 'agent']);
  expect(sendersOf(prompt, ask, ended, permitted)).toEqual(['client', 'agent', 'agent', 'client']);
  const write = request(1, 'fs/write_text_file');
  expect(sendersOf(prompt, write, ended, result(1, {}))).toEqual(['client', 'agent', 'agent', 'client']);
  const extension = request(1, '_ext/ask');
  expect(sendersOf(prompt, extension, ended, result(1, 7))).toEqual(['client', 'agent', 'agent', 'client']);
  expect(sendersOf(prompt, extension, result(1, 7), ended)).toEqual(['client', 'agent', 'client', 'agent']);
});

test('[BR64] of one id the last hundred open requests are remembered', () => {
  const prompt = request(1, 'session/prompt');
  const ended = result(1, { stopReason: 'end_turn' });
  const questions = (count: number) => Array.from({ length: count }, () => request(1, 'session/request_permission'));
  expect(sendersOf(prompt, ...questions(99), ended).at(-1)).toBe('agent');
  expect(sendersOf(prompt, ...questions(100), ended).at(-1)).toBe('client');
});
