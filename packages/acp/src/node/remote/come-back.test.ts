import { expect, test } from 'vitest';
import { freePort } from '../../../../../test/support/free-port.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import type { RemoteState } from '../../remote/client/options.ts';
import { agent } from '../../roles/agent/agent.ts';
import { connect } from '../../roles/client/connect.ts';
import type { ClientEvent } from '../../roles/client/options.ts';
import type { ClientSession } from '../../roles/client/session.ts';
import { remote } from './remote.ts';
import { serveHttp } from './serve-http.ts';

/** An agent whose turns say a word, wait for `goOn` or a cancel, and say another. */
function patient() {
  let goOn = () => {};
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const served = agent({
    sessions: { log: new MemoryLog() },
    async prompt(turn) {
      const message = turn.message();
      await message.append('before ');
      await Promise.race([mayGoOn, new Promise((resolve) => turn.signal.addEventListener('abort', resolve))]);
      await message.append('after');
    },
  });
  return { served, goOn };
}

function textOf({ state }: ClientSession): string {
  return state.messages
    .toArray()
    .flatMap(({ content }) => content.toArray().map((block) => ('text' in block ? block.text : '')))
    .join('|');
}

test.each(['websocket', 'http'] as const)(
  '[W26] a turn goes on when the server has forgotten the connection of its client, which finds it (%s)',
  async (first) => {
    const { served, goOn } = patient();
    const service = await serveHttp(served, { authenticate: 'secret' });
    const states: RemoteState[] = [];
    const events: ClientEvent[] = [];
    const client = await connect(
      remote(service.url, { token: 'secret', first, onState: (state) => void states.push(state) }),
      { onEvent: (event) => void events.push(event) },
    );
    const session = await client.newSession({ cwd: '/' });
    const prompt = session.prompt('one');
    await expect.poll(() => textOf(session)).toBe('one|before ');
    const [forgotten] = service.connections;
    await forgotten?.end('lost');
    await expect.poll(() => events.some(({ type }) => type === 'reconnected')).toBe(true);
    expect([textOf(session).startsWith('one|before '), session.isBusy]).toEqual([true, true]);
    goOn();
    expect((await prompt).stopReason).toBe('end_turn');
    // In a history, the texts of a message are one.
    expect(textOf(session).replace('before |after', 'before after')).toBe('one|before after');
    expect(events).toEqual([
      { type: 'connection-lost', cause: expect.objectContaining({ reason: 'forgotten' }) },
      { type: 'reconnected', loaded: [session.id], resumed: [], lost: [], restoring: [] },
    ]);
    expect(states.filter(({ type }) => type === 'open')).toEqual([
      { type: 'open', carrier: first, isResumed: false },
      { type: 'open', carrier: first, isResumed: false },
    ]);
    await client.close();
    await service.close();
  },
);

test.each(['websocket', 'http'] as const)(
  '[W29] a client goes on with a server that was away and has started anew (%s)',
  async (first) => {
    const { served } = patient();
    const port = await freePort();
    const before = await serveHttp(served, { authenticate: 'secret', port });
    const client = await connect(remote(before.url, { token: 'secret', first, platform: { random: () => 0.1 } }), {
      onEvent: () => {},
    });
    const session = await client.newSession({ cwd: '/' });
    const prompt = session.prompt('one');
    await expect.poll(() => textOf(session)).toBe('one|before ');
    await before.close();
    const after = await serveHttp(served, { authenticate: 'secret', port });
    // The server has ended the turn, since it was not to wait for it.
    expect((await prompt).stopReason).toBe('cancelled');
    const next = session.prompt('two');
    await expect.poll(() => textOf(session)).toContain('two|before ');
    session.cancel();
    expect((await next).stopReason).toBe('cancelled');
    await client.close();
    await after.close();
  },
);

test.each(['websocket', 'http'] as const)(
  '[RE80] a server that cannot be reached ends a first connection, and is waited for by one in place of another (%s)',
  async (first) => {
    const states: string[] = [];
    // Nothing listens there.
    const transport = remote('http://127.0.0.1:9', { first, onState: ({ type }) => void states.push(type) });
    void transport.send('{"jsonrpc":"2.0","id":1,"method":"initialize"}');
    await expect(transport.frames[Symbol.asyncIterator]().next()).rejects.toMatchObject({ reason: 'unreachable' });
    expect(states).toEqual(['connecting', 'closed']);
    const again = await transport.again?.();
    void again?.send('{"jsonrpc":"2.0","id":1,"method":"initialize"}');
    await expect.poll(() => states.slice(2, 4)).toEqual(['connecting', 'waiting']);
    await again?.close();
    await transport.close();
  },
);
