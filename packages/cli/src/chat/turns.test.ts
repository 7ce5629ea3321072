import { agent, connect, memoryPair, serve } from '@emend/acp';
import { expect, test } from 'vitest';
import type { AgentLink } from './agent-link.ts';
import { stopWords } from './stop-words.ts';
import { Turns } from './turns.ts';

/** Turns with an agent that goes on until it is cancelled where it is asked to work. */
async function conversation() {
  const heard: string[] = [];
  const notes: string[] = [];
  let onHeard = () => {};
  let onEnded = () => {};
  const hears = new Promise<void>((resolve) => {
    onHeard = resolve;
  });
  const ends = new Promise<void>((resolve) => {
    onEnded = resolve;
  });
  const [near, far] = memoryPair();
  serve(
    agent({
      async prompt({ text, signal }) {
        heard.push(text);
        onHeard();
        if (!text.startsWith('work')) return;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        heard.push('cancelled');
      },
    }),
    far,
  );
  const client = await connect(near);
  const turns = new Turns({ client } as unknown as AgentLink, import.meta.dirname, {
    note: (text) => notes.push(text),
    noteAfter: (_, text) => notes.push(text),
    ended: onEnded,
  });
  turns.open(await client.newSession({ cwd: '/project' }));
  return { turns, heard, notes, hears, ends };
}

test('what is cancelled while its files are read is not sent', async () => {
  const { turns, heard, notes, ends } = await conversation();
  turns.submit('delete all of @turns.ts and @no-such-file');
  turns.cancel();
  await ends;
  expect({ heard, notes, isRunning: turns.isRunning }).toEqual({
    heard: [],
    notes: [stopWords('cancelled')],
    isRunning: false,
  });
});

test('a turn that runs is cancelled, and all that waits for it', async () => {
  const { turns, heard, notes, hears, ends } = await conversation();
  turns.submit('work on it');
  turns.submit('and then');
  await hears;
  turns.cancel();
  await ends;
  expect({ heard, notes, waiting: turns.waiting }).toEqual({
    heard: ['work on it', 'cancelled'],
    notes: [stopWords('cancelled')],
    waiting: [],
  });
});
