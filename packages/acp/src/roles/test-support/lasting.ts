import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
import { agent } from '../agent/agent.ts';
import type { AsyncAgentDefinition } from '../agent/definition.ts';
import { type ServeOptions, serve } from '../agent/serve.ts';
import { connect } from '../client/connect.ts';
import type { ClientEvent, ClientOptions } from '../client/options.ts';
import type { ClientSession } from '../client/session.ts';
import { countingIds } from './pair.ts';
import { type Refuse, refusing } from './refusing.ts';

/** The dialects that an agent is spoken to in. */
export const dialects = ['v1', 'june', 'november'] as const;

/** An agent that can be reached by one connection after another, and a client that is connected to it. */
export async function lasting(
  definition: AsyncAgentDefinition,
  spoken: (typeof dialects)[number],
  {
    serving,
    highWater,
    refuse,
    reach,
    ...options
  }: ClientOptions & {
    readonly serving?: ServeOptions;
    readonly highWater?: number;
    readonly refuse?: Refuse;
    /** Waits before another connection is opened. */
    readonly reach?: () => Promise<void>;
  } = {},
) {
  const served = agent({ mintId: countingIds(), ...definition });
  const ends: Transport[] = [];
  const events: ClientEvent[] = [];
  function dial(): Transport {
    const [near, far] = memoryPair(highWater === undefined ? {} : { highWater });
    const bridge = spoken === 'v1' ? { dialects: ['v1' as const] } : {};
    const end = refuse === undefined ? far : refusing(far, refuse);
    serve(served, end, { whenClientLeaves: 'finish', onEvent: () => {}, bridge, ...serving });
    ends.push(far);
    return { ...near, again: reach === undefined ? dial : () => reach().then(dial) };
  }
  const client = await connect(dial(), {
    prefers: spoken === 'november' ? 'november' : 'june',
    onEvent: (event) => events.push(event),
    ...options,
  });
  return {
    client,
    events,
    /** Ends the connection from the agent's side, as a server does that has forgotten it. */
    cut: () => ends.at(-1)?.close(),
    connections: () => ends.length,
  };
}

/** The texts of a session by message. */
export function textsOf({ state }: ClientSession): unknown {
  return state.messages.toArray().map(({ kind, content }) => [
    kind,
    content
      .toArray()
      .map((block) => ('text' in block ? block.text : block.type))
      .join(''),
  ]);
}

/** Returns whether a session shows a word. */
export function says(session: ClientSession, word: string): boolean {
  return JSON.stringify(textsOf(session)).includes(word);
}

/** The kinds of the events about the connection. */
export function told(events: readonly ClientEvent[]): unknown {
  return events.flatMap((event): unknown[] => {
    if (event.type === 'connection-lost') return [[event.type, event.cause.reason]];
    return event.type === 'reconnected' ? [event] : [];
  });
}
