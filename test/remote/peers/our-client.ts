import { type Client, type ClientOptions, connect, type Transport } from '@emend/acp';
import { foldedSession } from '@emend/acp/session';
import { expect } from 'vitest';

const cwd = process.cwd();

/** What our client has seen of a whole session. */
export interface OurSession {
  readonly dialect: string;
  /** The titles of what it was asked. */
  readonly asked: readonly string[];
  readonly ends: readonly string[];
  readonly isListed: boolean;
  /** Kind and text of each message and title and status of each tool call, live and after a load. */
  readonly live: readonly string[];
  readonly loaded: readonly string[];
  /** Events that nobody waited for. */
  readonly events: readonly string[];
}

/** Runs a whole session with our client and an agent of the tests. */
export async function wholeSessionOfOurs(transport: Transport, options: ClientOptions = {}): Promise<OurSession> {
  const asked: string[] = [];
  const events: string[] = [];
  const client = await connect(transport, {
    ...options,
    requestPermission(request) {
      asked.push(request.title);
      return request.options[0]?.optionId ?? '';
    },
    onEvent: ({ type }) => void events.push(type),
  });
  try {
    return { asked, events, ...(await talk(client)) };
  } finally {
    await client.close();
  }
}

async function talk(client: Client): Promise<Omit<OurSession, 'asked' | 'events'>> {
  const session = await client.newSession({ cwd });
  const sessionId = session.id;
  const ends: string[] = [];
  for (const words of ['hello', 'ask']) ends.push((await session.prompt(words)).stopReason);
  const isWaiting = () => toldOf(session.state).includes('agent: waiting');
  const turn = session.prompt('wait');
  await expect.poll(isWaiting).toBe(true);
  session.cancel();
  ends.push((await turn).stopReason);
  const live = toldOf(session.state);
  const { sessions } = await client.listSessions();
  const isListed = sessions.some((each) => each.sessionId === sessionId);
  // Servers of the official SDK may answer before the replay, since the two come on different streams.
  const again = await client.loadSession({ sessionId, cwd, settle: { quiet: 300 } });
  const loaded = toldOf(again.state);
  await again.close();
  return { dialect: client.dialect, ends, isListed, live, loaded };
}

function toldOf(state: Parameters<typeof foldedSession>[0]): string[] {
  const { messages, toolCalls } = foldedSession(state);
  const textOf = (content: readonly object[]) => content.map((block) => ('text' in block ? block.text : '')).join('');
  return [
    ...messages.map(({ kind, content }) => `${kind}: ${textOf(content as readonly object[])}`),
    ...toolCalls.map(({ title, status }) => `tool: ${title} ${status}`),
  ];
}

const told = ['agent: Hello, world.', 'agent: waiting', 'tool: Write out.txt completed'];
const toldWithPrompts = [
  'user: hello',
  'agent: Hello, world.',
  'user: ask',
  'user: wait',
  'agent: waiting',
  'tool: Write out.txt completed',
];

/** What our client sees of a whole session with the v1 agent of the tests, which does not repeat prompts. */
export const wantedOfV1: OurSession = {
  dialect: 'v1',
  asked: ['Write out.txt'],
  ends: ['end_turn', 'end_turn', 'cancelled'],
  isListed: true,
  live: told,
  loaded: toldWithPrompts,
  events: [],
};

/** What our client sees of a whole session with the November agent of the tests. */
export const wantedOfNovember: OurSession = { ...wantedOfV1, dialect: 'november', live: toldWithPrompts };
