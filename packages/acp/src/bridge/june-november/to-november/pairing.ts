import type { NotificationMessage } from '../../../jsonrpc/message.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import { addFault, noting, type Outbox } from '../../outbox.ts';
import type { Pairing } from '../../pairing.ts';
import { readLeniently, sessionOf } from '../../reading.ts';
import * as june from '../june.ts';
import type { JuneNovemberOptions } from '../options.ts';
import { toNovember } from '../rules.ts';
import { type Memory, newMemory } from './memory.ts';
import { crossUpdate } from './updates.ts';

function crossNotification(memory: Memory, message: NotificationMessage, out: Outbox): void {
  const note = noting(toNovember, sessionOf(message.params), out);
  const read = readLeniently(june.ReceivedSessionNotification, message.params, note);
  if (!read.ok) {
    note({ kind: 'loss', rule: 'malformed', path: 'params', lost: read.error.data, done: 'not sent' });
    addFault(out, { type: 'malformed-update', issues: read.issues, params: message.params });
    return;
  }
  const { value, repairs } = read;
  if (repairs.length > 0) addFault(out, { type: 'repaired-update', repairs, params: message.params });
  const origin = value === message.params ? message : { ...message, params: value };
  crossUpdate(memory.crossing(value.sessionId, out, origin), value.update);
}

/** Returns the translation between a November client and a June agent. */
export function novemberClientOfJuneAgent(_options: JuneNovemberOptions): Pairing {
  const memory = newMemory();
  return {
    request: (_from, { method, params }) => ({ method, params }),
    notification(from, notification, out) {
      if (from === 'client') out.toAgent.push(notification);
      else if (notification.method === 'session/update') crossNotification(memory, notification, out);
      else out.toClient.push(notification);
    },
    flush() {},
    end() {},
    hasWaiting: () => false,
    isEarly(message) {
      if (memory.unnamed === 0 || !isObject(message) || message['method'] === undefined) return false;
      const sessionId = sessionOf(message['params']);
      return sessionId !== undefined && !memory.sessions.has(sessionId);
    },
  };
}
