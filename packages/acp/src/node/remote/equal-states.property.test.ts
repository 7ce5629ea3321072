import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import type { LogEvent } from '../../log/event.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { foldEntries } from '../../log/restore.ts';
import { type Agent, agent } from '../../roles/agent/agent.ts';
import type { Client } from '../../roles/client/client.ts';
import { connect } from '../../roles/client/connect.ts';
import type { ClientSession } from '../../roles/client/session.ts';
import { foldedSession } from '../../session/folded.ts';
import { textOf } from '../../session/plain-text.ts';
import { newSessionState, type SessionState } from '../../session/state.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import type { Transport } from '../../transport/transport.ts';
import { openWay, type Way } from '../test-support/open-way.ts';
import { remote } from './remote.ts';
import { type HttpService, serveHttp } from './serve-http.ts';

const cwd = '/w';
const dialects = ['v1', 'june', 'november'] as const;
const carriers = ['websocket', 'http'] as const;

/** An agent whose turns use everything that a session shows, in several turns of the event loop. */
function talkingAgent(log: MemoryLog): Agent {
  return agent({
    sessions: { log },
    async prompt(turn) {
      const { text } = turn;
      const message = turn.message();
      for (const word of ['This ', 'is ', 'about ', text]) {
        await message.append(word);
        await new Promise(setImmediate);
      }
      const call = turn.toolCall({ title: 'Look', kind: 'read', rawInput: { path: text } });
      await call.update({ status: 'in_progress' });
      await new Promise(setImmediate);
      await turn.thought({ content: `Hm, ${text}.` });
      const content = [{ type: 'content' as const, content: { type: 'text' as const, text: `found ${text}` } }];
      await call.update({ status: 'completed', rawOutput: { found: text }, content });
      await turn.usage({ used: Number(text), size: 1_000 });
      await turn.info({ title: `Title ${text}` });
      await turn.commands([{ name: `command-${text}`, description: 'd' }]);
      await new Promise(setImmediate);
      await turn.message({ content: `The end of ${text}.` });
    },
  });
}

/** Returns a transport over which the client and the server speak v1. */
function inV1(transport: Transport): Transport {
  const { again } = transport;
  return {
    ...transport,
    frames: transport.frames,
    close: () => transport.close(),
    send: (frame) => transport.send(frame.replace(/("method":"initialize".*"protocolVersion":)2/, '$11')),
    ...(again && { again: async () => inV1(await again()) }),
  };
}

interface Visitor {
  readonly dialect: (typeof dialects)[number];
  readonly client: Client;
  readonly session: ClientSession;
  readonly way: Way;
  /** What it has prompted: v1 does not repeat that to it. */
  readonly typed: Set<string>;
}

async function visit(
  { url }: HttpService,
  dialect: Visitor['dialect'],
  first: (typeof carriers)[number],
  sessionId?: string,
): Promise<Visitor> {
  const way = await openWay(url);
  const transport = remote(way.url, { first });
  const prefers = dialect === 'november' ? dialect : 'june';
  const client = await connect(dialect === 'v1' ? inV1(transport) : transport, { prefers });
  const opened = sessionId === undefined ? client.newSession({ cwd }) : client.loadSession({ sessionId, cwd });
  return { dialect, client, session: await opened, way, typed: new Set() };
}

/** Everything that a state shows. How text is cut into blocks does not matter, nor what v1 has no place for. */
function shown(state: SessionState, { dialect, typed }: Pick<Visitor, 'dialect' | 'typed'>): unknown {
  const { messages, toolCalls, plans, timeline, availableCommands, configOptions, info, usage } = foldedSession(state);
  const isV1 = dialect === 'v1';
  const told = messages.map(({ content, _meta, ...rest }) => ({
    ...rest,
    text: textOf(content),
    ...(!isV1 && { _meta }),
  }));
  const own = new Set(
    told.filter(({ kind, text }) => isV1 && kind === 'user' && typed.has(text)).map(({ messageId }) => messageId),
  );
  return {
    messages: told.filter(({ messageId }) => !own.has(messageId)),
    toolCalls,
    plans,
    timeline: timeline.filter((entry) => !('message' in entry && own.has(entry.message))),
    availableCommands,
    configOptions,
    info,
    usage,
  };
}

async function countOf(log: MemoryLog, sessionId: string, type: LogEvent['type']): Promise<number> {
  return (await entriesOf(log, sessionId)).filter(({ event }) => event.type === type).length;
}

/** Waits until a number of turns has ended, and all have what the log has. */
async function allAsInTheLog(log: MemoryLog, visitors: readonly Visitor[], turns: number): Promise<void> {
  const [{ session } = { session: { id: '' } }] = visitors;
  await expect.poll(() => countOf(log, session.id, 'turn_ended'), { interval: 5 }).toBe(turns);
  const state = foldEntries(newSessionState(), await entriesOf(log, session.id));
  for (const visitor of visitors)
    await expect.poll(() => shown(visitor.session.state, visitor), { interval: 5 }).toEqual(shown(state, visitor));
}

function prompt({ session, typed }: Visitor, text: string): void {
  typed.add(text);
  // Who is cut off or leaves may not get the answer.
  void session.prompt(text).catch(() => {});
}

test('[RO90] [RO91] [X1] two, ten and ever more clients of all dialects, over WebSockets and HTTP, have the same state at the end of every turn', async () => {
  const log = new MemoryLog();
  await using service = await serveHttp(talkingAgent(log), { port: 0, limits: { connectionsPerPrincipal: 200 } });
  const visitors = [await visit(service, 'june', 'websocket')];
  const [{ session }] = visitors as [Visitor];
  for (const [turn, size] of [2, 10, counts({ short: 12, long: 100 })].entries()) {
    while (visitors.length < size) {
      const number = visitors.length;
      const dialect = dialects[number % 3] as Visitor['dialect'];
      visitors.push(await visit(service, dialect, number % 2 === 0 ? 'websocket' : 'http', session.id));
    }
    // Each time another one prompts.
    prompt(visitors[turn] as Visitor, `${turn}`);
    await allAsInTheLog(log, visitors, turn + 1);
  }
  await Promise.all(visitors.map(({ client }) => client.close()));
});

const step = fc.record({
  who: fc.nat(9),
  dialect: fc.constantFrom(...dialects),
  carrier: fc.constantFrom(...carriers),
  does: fc.constantFrom('attach', 'detach', 'cut', 'cut', 'prompt', 'prompt', 'wait'),
});

test('[RO90] [RO91] [RO92] [X1, X3] property: whoever attaches, leaves or is cut off, and whenever, all have the state of the log at the end of every turn', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (steps) => {
      const log = new MemoryLog();
      await using service = await serveHttp(talkingAgent(log), { port: 0, limits: { connectionsPerPrincipal: 200 } });
      const first = await visit(service, 'june', 'websocket');
      let visitors = [first, await visit(service, 'v1', 'http', first.session.id)];
      let sent = 0;
      for (const { who, dialect, carrier, does } of steps) {
        const visitor = visitors[who % visitors.length] as Visitor;
        if (does === 'attach') visitors.push(await visit(service, dialect, carrier, first.session.id));
        else if (does === 'detach' && visitors.length > 2) {
          visitors = visitors.filter((each) => each !== visitor);
          // A prompt of somebody who leaves before it has arrived is none.
          await expect.poll(() => countOf(log, first.session.id, 'prompt_sent'), { interval: 5 }).toBe(sent);
          await visitor.client.close();
        } else if (does === 'cut') visitor.way.cut();
        else if (does === 'prompt') {
          await allAsInTheLog(log, visitors, sent);
          sent += 1;
          prompt(visitor, `${sent}`);
        } else await new Promise(setImmediate);
      }
      await allAsInTheLog(log, visitors, sent);
      await Promise.all(visitors.map(({ client }) => client.close()));
    }),
    { numRuns: counts({ short: 6, long: 80 }) },
  );
});
