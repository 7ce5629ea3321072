import { expect, onTestFinished, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { agent } from '../../roles/agent/agent.ts';
import { type Json, rawClientOn, textPrompt } from '../../roles/test-support/raw-client.ts';
import { said } from '../../roles/test-support/said.ts';
import { openWay } from '../test-support/open-way.ts';
import { remote } from './remote.ts';
import { type HttpService, serveHttp } from './serve-http.ts';

/** Two servers of one agent each, with one log; all sessions are on the first. In its turns the agent says a secret, and erases it. */
async function startNodes() {
  const log = new MemoryLog();
  const owners = new Set<string>();
  let goOn = () => {};
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const services: HttpService[] = [];
  const keyOf = (number: number) => `the-key-of-node-${number}-0123456789abcdef`;
  for (const number of [0, 1]) {
    const served = agent({
      sessions: { log, now: () => 1 },
      newSession: (_, session) => void owners.add(session.id),
      async prompt(turn) {
        // More than the sockets on the way take, so that the rest waits in the server.
        if (turn.text === 'long') void turn.message().append('long '.repeat(2_200_000));
        const secret = turn.message();
        for (const word of ['my ', 'secret ', 'word']) void secret.append(word);
        const thought = turn.thought();
        void thought.append('a secret thought');
        const call = turn.toolCall({ title: 'Look', kind: 'read', rawInput: { path: 'secret' } });
        void call.update({ content: [{ type: 'content', content: { type: 'text', text: 'a secret result' } }] });
        void turn.message().append('Between.');
        await mayGoOn;
        void call.update({ status: 'completed', rawInput: { path: 'plain' }, content: [] });
        void thought.replace('nothing');
        void secret.replace('nothing');
        void turn.message().append('The end.');
      },
    });
    const service = await serveHttp(served, {
      nodes: {
        key: keyOf(number),
        async ownerOf(sessionId) {
          if (!owners.has(sessionId)) return undefined;
          return { node: 'node 0', url: services[0]?.url ?? '', key: keyOf(0), isHere: number === 0 };
        },
      },
    });
    services.push(service);
    onTestFinished(() => service.close());
  }
  return { urls: services.map(({ url }) => url), goOn };
}

/** The short run has what differs most. */
const isLong = counts({ short: 0, long: 1 }) === 1;
const cases = (['june', 'november', 'v1'] as const).flatMap((dialect) =>
  (['websocket', 'http'] as const).flatMap((first) =>
    (['its own node', 'another node'] as const).flatMap((where) =>
      (['away', 'slow'] as const)
        .filter((how) => isLong || (where === 'another node' && first === 'websocket') || how === 'away')
        .map((how) => [dialect, first, how, where] as const),
    ),
  ),
);

test.each(cases)(
  '[RO125] [RE95] [X13] what was erased is in nothing that a %s client (%s) gets that was %s, from a session on %s',
  async (dialect: Dialect, first, how, where) => {
    const { urls, goOn } = await startNodes();
    const [url = '', other = ''] = urls;
    const writer = await rawClientOn(remote(url, { first: 'websocket' }), 'june');
    const sessionId = await writer.open();
    const way = await openWay(where === 'another node' ? other : url);
    const client = await rawClientOn(remote(way.url, { first }), dialect);
    onTestFinished(async () => {
      await Promise.all([client.close(), writer.close()]);
    });
    await client.load(sessionId);
    way.close(how);
    const before = client.received.length;
    const turn = writer.ask('session/prompt', textPrompt(sessionId, how === 'slow' ? 'long' : 'short'));
    await writer.until((message) => JSON.stringify(message).includes('Between.'));
    expect(client.received.length).toBe(before);
    goOn();
    await turn;
    way.open();
    await client.until((message) => JSON.stringify(message).includes('The end.'));
    expect(JSON.stringify(client.received)).not.toContain('secret');
    const [seen, written] = [said(client.updates()), said(writer.updates())];
    if (dialect !== 'v1') expect(seen).toEqual(written);
    // What is replaced is sent once more in v1, at the end: it has no way to change what was sent.
    else expect(seen.filter((text) => text !== 'agent: ').toSorted()).toEqual(written.toSorted());
    const calls = client.updates().filter(({ toolCallId }: Json) => toolCallId !== undefined);
    expect(calls.at(-1)).toMatchObject({ rawInput: { path: 'plain' } });
  },
);
