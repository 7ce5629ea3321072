import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { openRecording } from '@emend/inspector';

/**
 * Opens a recording as the server of the inspector does. Writes a line of JSON as soon as its end is shown, and another one with the
 * median of the times that other frames, or new ones, took.
 */
const [, , file = '', what = 'seek'] = process.argv;
const opened = await openRecording(file, { kind: 'command', name: file });
const { inspector } = opened;

async function overview(frames: number): Promise<Awaited<ReturnType<typeof inspector.ask<'overview'>>>> {
  for (;;) {
    const found = await inspector.ask('overview', {});
    if (found.progress === 1 && found.frames >= frames) return found;
    await wait(1);
  }
}

/** Asks what a page asks to show a frame. */
async function show(frame: number, session: string): Promise<void> {
  await inspector.ask('conversation', { frame, session, start: -30, end: Number.MAX_SAFE_INTEGER });
  await inspector.ask('frame', { frame });
}

const { frames, sessions } = await overview(0);
const { total } = await inspector.ask('rows', { filter: '', open: [], start: 0, end: 0 });
await inspector.ask('rows', { filter: '', open: [], start: total - 50, end: total });
await show(frames, sessions[0]?.id ?? '');

function peak(): number {
  return 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}

async function seekTimes(): Promise<number[]> {
  const times: number[] = [];
  let chance = 12_345;
  for (let index = 0; index < 60; index++) {
    chance = (chance * 1_103_515_245 + 12_345) % 2_147_483_648;
    const frame = 1 + (chance % frames);
    const began = performance.now();
    await show(frame, sessions[frame % sessions.length]?.id ?? '');
    times.push(performance.now() - began);
  }
  return times;
}

async function liveTimes(): Promise<number[]> {
  const session = sessions[0]?.id ?? '';
  const update = { sessionUpdate: 'agent_message_chunk', messageId: 'live', content: { type: 'text', text: ' word' } };
  const message = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: session, update } };
  const times: number[] = [];
  for (let index = 1; index <= 300; index++) {
    appendFileSync(file, `${JSON.stringify({ at: 9e9 + index, from: 'agent', message })}\n`);
    const began = performance.now();
    opened.grew();
    await overview(frames + index);
    await show(frames + index, session);
    times.push(performance.now() - began);
  }
  return times;
}

function tell(figures: object): void {
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}

tell({ peak: peak() });
tell({ median: median(what === 'live' ? await liveTimes() : await seekTimes()) });
await opened.close();
