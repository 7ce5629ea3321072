import { type Agent, agent, type ClientSession, connect, memoryPair, serve } from '@emend/acp';
import type { LogEntry, LogEvent, SessionLog } from '@emend/acp/log';
import { foldEntries } from '@emend/acp/log';
import { foldedSession, newSessionState } from '@emend/acp/session';

const cwd = '/project';

/** A session as it was stored when it had one client only and no node: nothing says who did what. */
export const earlierEvents = [
  { type: 'opened', additionalDirectories: ['/more'] },
  { type: 'prompt_sent', prompt: [{ type: 'text', text: 'go' }], requestId: 1 },
  {
    type: 'update',
    update: { sessionUpdate: 'user_message', messageId: 'u', content: [{ type: 'text', text: 'go' }] },
  },
  { type: 'update', update: { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'Publish' } },
  {
    type: 'permission_opened',
    requestId: 7,
    toolCall: { toolCallId: 'c' },
    options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
  },
  { type: 'permission_answered', requestId: 7, outcome: { outcome: 'selected', optionId: 'y' } },
  { type: 'update', update: { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' } },
  {
    type: 'update',
    update: { sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: 'text', text: 'Done.' }] },
  },
  { type: 'turn_ended', requestId: 1, stopReason: 'end_turn' },
] as const satisfies readonly LogEvent[];

/** Stores the session of then. */
export async function storeEarlier(log: SessionLog, sessionId: string): Promise<void> {
  await log.create({ sessionId, cwd, at: 1 });
  await log.append(sessionId, earlierEvents, { expected: 0, at: 2 });
}

/** All entries of a session. */
export async function entriesIn(log: SessionLog, sessionId: string): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const batch of log.read(sessionId)) entries.push(...batch);
  return entries;
}

const textsOf = ({ state }: ClientSession) =>
  foldedSession(state).messages.map(({ content }) => (content[0] as { text: string }).text);

async function joined(served: Agent, sessionId: string, principal: string) {
  const [near, far] = memoryPair();
  serve(served, far, { principal, whenClientLeaves: 'finish' });
  const client = await connect(near, { requestPermission: ({ options }) => options[0]?.optionId ?? '' });
  return { client, session: await client.loadSession({ sessionId, cwd }) };
}

/** What both clients of `goOnWith` show of a session that `storeEarlier` has stored. */
export const goneOn = {
  before: [
    ['go', 'Done.'],
    ['go', 'Done.'],
  ],
  after: [
    ['go', 'Done.', 'again', 'Done again.'],
    ['go', 'Done.', 'again', 'Done again.'],
  ],
};

/** Two clients load the session of then and go on with it; returns what each of them shows before and after. */
export async function goOnWith(log: SessionLog, sessionId: string): Promise<unknown> {
  const served = agent({
    sessions: { log, now: () => 3 },
    async prompt(turn) {
      await turn.requestPermission({ toolCallId: 'd', title: 'Again' });
      await turn.message({ content: 'Done again.' });
    },
  });
  const [ada, ben] = [await joined(served, sessionId, 'ada'), await joined(served, sessionId, 'ben')];
  const shown = () => [textsOf(ada.session), textsOf(ben.session)];
  const before = shown();
  await ada.session.prompt('again');
  // What was sent before the answer has arrived with it.
  await ben.client.listSessions();
  const after = shown();
  await Promise.all([ada.client.close(), ben.client.close()]);
  return { before, after };
}

/** What each kind of event had as members in the release before sessions were shared. */
const knownMembers: Readonly<Record<string, readonly string[]>> = {
  opened: ['additionalDirectories'],
  update: ['update', 'dialect', 'erased'],
  prompt_sent: ['prompt', 'requestId', 'dialect', 'messageId', 'erased'],
  turn_ended: ['requestId', 'stopReason', 'error', 'erased'],
  permission_opened: ['requestId', 'toolCall', 'options', 'title', 'description', 'subject', '_meta', 'erased'],
  permission_answered: ['requestId', 'outcome', 'erased'],
};

/** Entries as a reader of that release takes them: without the members that it does not know. Throws at a kind of event that it does not know. */
export function asReadThen(entries: readonly LogEntry[]): readonly LogEntry[] {
  return entries.map((entry) => {
    const known = knownMembers[entry.event.type];
    if (known === undefined) throw new Error(`${entry.event.type} was not known`);
    const members = Object.entries(entry.event).filter(([name]) => name === 'type' || known.includes(name));
    return { ...entry, event: Object.fromEntries(members) as unknown as LogEvent };
  });
}

/** The members that a reader of then does not know, each once. */
export function newMembersIn(entries: readonly LogEntry[]): readonly string[] {
  const names = entries.flatMap(({ event }) =>
    Object.keys(event)
      .filter((name) => name !== 'type' && !knownMembers[event.type]?.includes(name))
      .map((name) => `${event.type}.${name}`),
  );
  return [...new Set(names)].toSorted();
}

/** The state that entries lead to. */
export const stateOf = (entries: readonly LogEntry[]) => foldedSession(foldEntries(newSessionState(), entries));
