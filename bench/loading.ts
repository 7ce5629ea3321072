import { performance } from 'node:perf_hooks';
import { joinedReplay, type LogEvent, restoreSession } from '@emend/acp/log';
import type { SqliteLog } from '@emend/sqlite';
import { atMost, atMostTimes } from './goals.ts';
import type { Measure } from './harness.ts';
import { chunk, lastingLog } from './scratch-log.ts';

interface Loaded {
  readonly seconds: number;
  readonly updates: number;
  readonly bytes: number;
}

/** Measures loading a session of many streamed messages: the time, and the bytes on the wire. */
export async function loading(messages: number, tokens: number): Promise<Measure[]> {
  const { opened } = await lastingLog();
  await fill(opened, messages, tokens);
  const ours = async (): Promise<Loaded> => {
    const start = performance.now();
    const { state } = await restoreSession(opened, 's');
    const lines = joinedReplay(state).map(line);
    return loaded(lines, start, messages);
  };
  const chunked = async (): Promise<Loaded> => {
    const start = performance.now();
    const lines: string[] = [];
    for (let message = 0; message < messages; message++) {
      for (let token = 0; token < tokens; token++) {
        const event = chunk(message, token);
        if (event.type === 'update') lines.push(line(event.update));
      }
    }
    return loaded(lines, start, messages * tokens);
  };
  const found = { ours: await ours(), chunked: await chunked() };
  const title = `load of ${messages.toLocaleString('en-US')} messages of ${tokens} tokens`;
  const sent = (unit: 'updates' | 'bytes'): Measure => ({
    name: `${title}: ${unit} sent`,
    unit,
    better: 'lower',
    goal: atMostTimes(0.1, 'chunk by chunk'),
    runs: 'alike',
    contestants: { ours: async () => found.ours[unit], 'chunk by chunk': async () => found.chunked[unit] },
  });
  const time: Measure = {
    name: `${title}: time`,
    unit: 's',
    better: 'lower',
    goal: atMost(0.8, ' s, from the file to the lines'),
    contestants: { ours: async () => (await ours()).seconds },
  };
  return [sent('updates'), sent('bytes'), time];
}

const line = (update: object) =>
  JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } });

function loaded(lines: readonly string[], start: number, expected: number): Loaded {
  const bytes = lines.reduce((sum, text) => sum + text.length + 1, 0);
  if (lines.length !== expected) throw new Error(`${lines.length} updates instead of ${expected}`);
  return { seconds: (performance.now() - start) / 1000, updates: lines.length, bytes };
}

/** Ten messages a turn, folded after each turn as an agent does. */
async function fill(opened: SqliteLog, messages: number, tokens: number): Promise<void> {
  let expected = 0;
  for (let message = 0; message < messages; message += 10) {
    const events: LogEvent[] = [{ type: 'prompt_sent', prompt: [] }];
    for (let each = message; each < Math.min(message + 10, messages); each++) {
      for (let token = 0; token < tokens; token++) events.push(chunk(each, token));
    }
    events.push({ type: 'turn_ended', stopReason: 'end_turn' });
    await opened.append('s', events, { expected, at: expected });
    expected += events.length;
    await opened.compact('s');
  }
}
