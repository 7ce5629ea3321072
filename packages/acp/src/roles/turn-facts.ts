import type { TurnCalls } from '../permissions/turn-calls.ts';
import type { SessionEvent } from '../session/event.ts';
import { toolCallOf } from '../session/permission-request.ts';
import type { SessionState } from '../session/state.ts';

const ofUser: ReadonlySet<string> = new Set(['user_message', 'user_message_chunk']);

/** Lets a policy know what an event says of tool calls; `state` is that of the session before it. */
export function seeEvent(calls: TurnCalls, event: SessionEvent, { tracking }: SessionState): void {
  if (beginsTurn(event, tracking.cursor.turns.running !== -1)) calls.begin();
  else if (event.type === 'update') calls.see(event.update);
  else if (event.type === 'permission_opened') {
    const call = toolCallOf(event);
    calls.see({ ...call, sessionUpdate: 'tool_call_update' });
  }
}

/** A client does not see the prompts of others, but what they said and when the agent has nothing more to do. */
function beginsTurn(event: SessionEvent, isRunning: boolean): boolean {
  switch (event.type) {
    case 'prompt_sent':
      // One that waits behind a turn begins when that one ends.
      return !isRunning;
    case 'turn_ended':
    case 'load_started':
    case 'load_ended':
      return true;
    case 'activity':
      return event.state === 'idle';
    case 'update': {
      const { update } = event;
      return (
        ofUser.has(update.sessionUpdate) || (update.sessionUpdate === 'state_update' && update['state'] === 'idle')
      );
    }
    default:
      return false;
  }
}
