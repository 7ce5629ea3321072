import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { type Json, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { agent } from './agent.ts';

/** A log that looks for sessions when it is let to. */
class GatedLog extends MemoryLog {
  #gate: Promise<void> | undefined;
  open: () => void = () => {};

  shut(): void {
    this.#gate = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  override async find(sessionId: string) {
    await this.#gate;
    return super.find(sessionId);
  }
}

const textIn = ({ content }: Json): string => /"text":"([^"]*)"/.exec(JSON.stringify(content ?? {}))?.[1] ?? '';

/** What a client is told, in a word each: texts of messages, and the answers to its requests. */
function told(messages: readonly Json[], names: Readonly<Record<string, string>>): readonly string[] {
  return messages.flatMap(({ id, method, params }) => {
    if (method === undefined) return [`answer to ${names[String(id)]}`];
    const update = (params as Json)['update'] as Json | undefined;
    const text = update === undefined ? '' : textIn(update);
    return text === '' ? [] : [text];
  });
}

test.each(['v1', 'june', 'november'] as const)(
  '[RO145] [X4] the answer to a prompt of a %s client that loads the session again comes after what the prompt has led to, and nobody waits for it',
  async (dialect) => {
    const log = new GatedLog();
    const served = agent({
      sessions: { log },
      // It does not wait until its words are sent, as an agent in front of another one does not.
      prompt: (turn) => void turn.message({ content: `said ${turn.text}` }),
    });
    const other = await rawClientOf(served, 'june');
    const sessionId = await other.open();
    const client = await rawClientOf(served, dialect);
    await client.load(sessionId);
    const before = client.received.length;
    log.shut();
    const prompted = client.ask('session/prompt', textPrompt(sessionId, 'first'));
    const loaded = client.ask('session/load', { sessionId, cwd: '/w', mcpServers: [] });
    await other.until(({ params }) => JSON.stringify(params ?? {}).includes('said first'));
    // Others go on meanwhile.
    await other.ask('session/prompt', textPrompt(sessionId, 'second'));
    log.open();
    await Promise.all([prompted, loaded]);
    await client.ask('session/prompt', textPrompt(sessionId, 'third'));
    await client.until(({ params }) => JSON.stringify(params ?? {}).includes('said third'));
    const words = told(client.received.slice(before), { 3: 'first', 4: 'load', 5: 'third' });
    const count = (text: string) => words.filter((word) => word === text).length;
    expect(['said first', 'second', 'said second', 'said third'].map(count)).toEqual([1, 1, 1, 1]);
    // A v1 client is not told its own words, unless it loads them.
    expect(count('first')).toBe(1);
    if (dialect !== 'november') expect(words.indexOf('answer to first')).toBeGreaterThan(words.indexOf('said first'));
    await Promise.all([client.close(), other.close()]);
  },
);
