import type { LogEntry, LogEvent, Logged } from '../log/event.ts';
import { LogError, type LogFailure } from '../log/log-error.ts';
import type { SessionLog } from '../log/session-log.ts';

/** A log, fresh for one check, and a way to open its store once more, as another process would. */
export interface LogUnderTest {
  readonly log: SessionLog;
  open?(): Promise<SessionLog>;
  /** How long a follower may take to notice something before the check fails, in milliseconds; 4000 by default. */
  readonly patience?: number;
}

/** One thing every log must do; `check` rejects with an error that says what went wrong. */
export interface LogCheck {
  /** The rules of the log's specification that it checks. */
  readonly rules: readonly string[];
  readonly name: string;
  check(make: () => Promise<LogUnderTest>): Promise<void>;
}

/** Returns a check of a fresh log, which is closed at the end. */
export function onLog(check: (log: SessionLog, patience?: number) => Promise<void>): LogCheck['check'] {
  return async (make) => {
    const { log, patience } = await make();
    await check(log, patience);
    await log.close();
  };
}

/** Returns a check of a fresh log that has one session, `s`. */
export function onSession(check: (log: SessionLog, patience?: number) => Promise<void>): LogCheck['check'] {
  return onLog(async (log, patience) => {
    await log.create(session('s'));
    await check(log, patience);
  });
}

/** A session of this id, created at a time. */
export const session = (sessionId: string, at = 1, cwd = '/project') => ({ sessionId, cwd, at });

/** Returns a name of a given length that compresses badly: some stores cannot index long names as they are. */
export function longName(length: number): string {
  let [name, seed] = ['', 1];
  while (name.length < length) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    name += seed.toString(36);
  }
  return name.slice(0, length);
}

/** One chunk of an agent message. */
export function chunk(messageId: string, text: string): Logged<'update'> {
  const content = { type: 'text', text } as const;
  return { type: 'update', update: { sessionUpdate: 'agent_message_chunk', messageId, content } };
}

/** A whole agent message, or a patch of one. */
export function message(messageId: string, content: readonly string[] | null): Logged<'update'> {
  const blocks = content?.map((text) => ({ type: 'text', text }) as const) ?? null;
  return { type: 'update', update: { sessionUpdate: 'agent_message', messageId, content: blocks } };
}

/** A patch of a tool call. */
export function toolCall(toolCallId: string, fields: object): Logged<'update'> {
  return { type: 'update', update: { sessionUpdate: 'tool_call_update', toolCallId, ...fields } };
}

/** A prompt of one text. */
export const prompt = (text: string): LogEvent => ({ type: 'prompt_sent', prompt: [{ type: 'text', text }] });

/** The end of a turn. */
export const turnEnd: LogEvent = { type: 'turn_ended', stopReason: 'end_turn' };

/** Every entry from a position on. */
export async function entriesOf(log: SessionLog, sessionId: string, from?: number): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const batch of log.read(sessionId, from)) entries.push(...batch);
  return entries;
}

/** Every event from a position on. */
export async function eventsOf(log: SessionLog, sessionId: string, from?: number): Promise<readonly LogEvent[]> {
  return (await entriesOf(log, sessionId, from)).map(({ event }) => event);
}

/** Waits for what a follower does after something happened; fails with a sentence if it is not woken by that. */
export async function woken<T>(following: Promise<T>, happened: string, patience = 4_000): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `a follower did not notice within ${patience} ms that ${happened}: does the store ring its bells?`;
    timer = setTimeout(() => reject(new Error(message)), patience);
  });
  try {
    return await Promise.race([following, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for a call to be refused for this reason and gives the error. */
export async function refused(call: Promise<unknown>, failure: LogFailure): Promise<LogError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof LogError && error.failure === failure) return error;
    throw new Error(`refused with ${String(error)} instead of ${failure}`);
  }
  throw new Error(`not refused, though ${failure} was expected`);
}
