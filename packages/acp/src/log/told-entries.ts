import type { SessionUpdate } from '../protocol/june/generated/session-update.ts';
import { divided } from '../session/november-parts.ts';
import { toolCallOf } from '../session/permission-request.ts';
import { untoldPrompt } from '../session/replay.ts';
import { readerFor } from '../session/session-readers.ts';
import type { SessionState } from '../session/state.ts';
import type { LogEntry, LogEvent } from './event.ts';
import { changeOf } from './subject.ts';

/**
 * Returns the updates by which a client learns the last entries of a log, if it has everything before them. `state` is that of the session
 * after these entries. They are updates of June, with what only November has as on its wire. Returns undefined if they cannot be told by
 * themselves: one of them clears the current message, which depends on what came before, or says in November what June can say.
 */
export function toldEntries(entries: readonly LogEntry[], state: SessionState): SessionUpdate[] | undefined {
  if (!entries.every(({ event }) => standsAlone(event))) return undefined;
  const prompts = entries.filter(({ event }) => event.type === 'prompt_sent').length;
  let index = state.turns.length - prompts;
  return entries.flatMap(({ event }) => {
    if (event.type !== 'prompt_sent') return updateOf(event) ?? [];
    const turn = state.turns.at(index);
    const prompt = turn && untoldPrompt(state, turn, state.dropped.turns + index);
    index += 1;
    return prompt ?? [];
  });
}

function standsAlone(event: LogEvent): boolean {
  const isNovember = 'dialect' in event && event.dialect === 'november';
  const update = isNovember ? updateOf(event) : undefined;
  return update === undefined ? changeOf(event)?.type !== 'clear' : divided(update).june === undefined;
}

function updateOf(event: LogEvent): SessionUpdate | undefined {
  switch (event.type) {
    case 'update': {
      const isPassing =
        readerFor(event.dialect).isNotice(event.update) || event.update.sessionUpdate === 'state_update';
      return isPassing ? undefined : (event.update as SessionUpdate);
    }
    case 'configured':
      return { sessionUpdate: 'config_option_update', configOptions: event.configOptions };
    case 'permission_opened': {
      const toolCall = toolCallOf(event);
      return toolCall && ({ sessionUpdate: 'tool_call_update', ...toolCall } as SessionUpdate);
    }
    default:
      return undefined;
  }
}
