import type { NotificationMessage } from '../../../jsonrpc/message.ts';
import { isEarlyMessage } from '../../early-message.ts';
import { addFault, noting, type Outbox } from '../../outbox.ts';
import type { Pairing } from '../../pairing.ts';
import { readLeniently, sessionOf } from '../../reading.ts';
import { isIdOfBoth } from '../ids.ts';
import * as november from '../november.ts';
import type { JuneNovemberOptions } from '../options.ts';
import { toJune } from '../rules.ts';
import { askOfNovember } from './client-requests.ts';
import { type Memory, newMemory, sendWaiting } from './memory.ts';
import { noteUntold, takeState } from './prompts.ts';
import { askElicitation, askPermission, completeElicitation, withdraw } from './questions.ts';
import { sendAllContent } from './tool-content.ts';
import type { ToldState } from './turns.ts';
import { crossUpdate } from './updates.ts';

function crossNotification(memory: Memory, message: NotificationMessage, out: Outbox): void {
  const note = noting(toJune, sessionOf(message.params), out);
  const read = readLeniently(november.UpdateSessionNotification, message.params, note);
  if (!read.ok) {
    note({ kind: 'loss', rule: 'malformed', path: 'params', lost: read.error.data, done: 'not sent' });
    addFault(out, { type: 'malformed-update', issues: read.issues, params: message.params });
    return;
  }
  const { value, repairs } = read;
  if (repairs.length > 0) addFault(out, { type: 'repaired-update', repairs, params: message.params });
  const origin = value === message.params ? message : { ...message, params: value };
  const crossing = memory.crossing(value.sessionId, out, origin);
  const { update } = value;
  const { sessionUpdate } = update;
  if (sessionUpdate === 'state_update') {
    takeState(crossing, update as unknown as ToldState, out);
    return;
  }
  if (sessionUpdate === 'user_message' || sessionUpdate === 'user_message_chunk') {
    crossing.session.turns.saw((update as { readonly messageId: string }).messageId);
  }
  crossUpdate(crossing, update);
}

/** Returns the translation between a June client and a November agent. */
export function juneClientOfNovemberAgent(options: JuneNovemberOptions): Pairing {
  const memory = newMemory(options);

  function fromAgent(message: NotificationMessage, out: Outbox): void {
    switch (message.method) {
      case 'session/update':
        crossNotification(memory, message, out);
        break;
      case '$/cancel_request':
        withdraw(memory, message, out);
        break;
      case 'elicitation/complete':
        completeElicitation(memory, message, out);
        break;
      default:
        sendWaiting(memory, out);
        out.toClient.push(message);
    }
  }

  function flush(out: Outbox): void {
    for (const [id, { values }] of memory.sessions)
      if (values.unsent.size > 0) sendAllContent(memory.crossing(id, out));
  }

  return {
    request(from, request, out, call) {
      if (from === 'client') return askOfNovember(memory, request, call, out);
      sendWaiting(memory, out);
      if (request.method === 'session/request_permission') return askPermission(memory, request, call, out);
      if (request.method === 'elicitation/create') return askElicitation(memory, request, call, out);
      return { method: request.method, params: request.params };
    },
    notification(from, notification, out) {
      if (from === 'agent') {
        fromAgent(notification, out);
        return;
      }
      const sessionId = notification.method === 'session/cancel' ? sessionOf(notification.params) : undefined;
      if (sessionId !== undefined) memory.session(sessionId).turns.cancelled();
      out.toAgent.push(notification);
    },
    flush,
    end(out) {
      flush(out);
      for (const [id, { turns }] of memory.sessions) noteUntold(memory.crossing(id, out), turns.finished());
    },
    hasWaiting: () => [...memory.sessions.values()].some(({ values }) => values.unsent.size > 0),
    withoutBatches: 'agent',
    takesId: isIdOfBoth,
    dropsUnmatched: options.isRecording !== true,
    isEarly: (message) => isEarlyMessage(memory, message),
  };
}
