import type { ClientSession } from '@emend/acp';
import { present } from '@emend/acp/protocol';
import type { TalkQuestion, TalkSession } from '../../api/talk.ts';

/** The most options and commands that are told. */
const mostOptions = 50;
const mostCommands = 300;

/** What the state of a session is made of. */
interface Parts {
  readonly session: ClientSession;
  readonly isStopping: boolean;
  readonly remark: string | undefined;
  readonly questions: readonly TalkQuestion[];
}

/** Returns what the page shows of a session; the same object as before if nothing of it has changed. */
export function sessionState({ session, isStopping, remark, questions }: Parts, before?: TalkSession): TalkSession {
  const { configOptions, availableCommands, info, activity } = session.state;
  const isRunning = session.isBusy || activity.state !== 'idle';
  const next: TalkSession = {
    id: session.id,
    isRunning,
    isStopping: isStopping && isRunning,
    configOptions: firstOf(configOptions, mostOptions),
    availableCommands: firstOf(availableCommands, mostCommands),
    questions,
    ...present({ title: info?.title, remark }),
  };
  if (before === undefined) return next;
  const keys = new Set([...Object.keys(before), ...Object.keys(next)]) as Set<keyof TalkSession>;
  for (const key of keys) if (before[key] !== next[key]) return next;
  return before;
}

function firstOf<T>(list: readonly T[], most: number): readonly T[] {
  return list.length <= most ? list : list.slice(0, most);
}
