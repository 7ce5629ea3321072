import type { NotificationMessage, RequestMessage } from '../../../jsonrpc/message.ts';
import { hasMeta } from '../../meta-keys.ts';
import { noting, type Outbox, pile } from '../../outbox.ts';
import type { Asked, Pairing } from '../../pairing.ts';
import { readLeniently, sessionOf } from '../../reading.ts';
import { askElicitation, elicitationMethod } from '../elicitation.ts';
import * as june from '../june.ts';
import type { V1JuneOptions } from '../options.ts';
import { carryOutcome } from '../outcome.ts';
import { toJune, toV1 } from '../rules.ts';
import { askOfJune, sendWaiting, settleSession } from './client-requests.ts';
import { releaseEcho } from './echo.ts';
import { type Memory, newMemory } from './memory.ts';
import { crossPermissionRequest } from './permission.ts';
import { sendAllContent, sendContentBeforeOthers } from './tool-content.ts';
import { crossUpdate } from './updates.ts';

const update = june.ReceivedSessionNotification;

function crossNotification(memory: Memory, message: NotificationMessage, out: Outbox): void {
  const note = noting(toV1, sessionOf(message.params), out);
  const read = readLeniently(update, message.params, note);
  if (!read.ok) {
    note({ kind: 'loss', rule: 'malformed', path: 'params', lost: read.error.data, done: 'not sent' });
    return;
  }
  const { value } = read;
  const origin = value === message.params ? message : { ...message, params: value };
  const crossing = memory.crossing(value.sessionId, out, origin);
  crossUpdate(crossing, value.update);
  if (hasMeta(value) && !crossing.hasSent()) {
    note({ kind: 'loss', rule: 'notification-meta', path: '_meta', lost: value._meta });
  }
}

function askPermission(memory: Memory, request: RequestMessage, out: Outbox): Asked {
  const read = readLeniently(
    june.methods['session/request_permission'].params,
    request.params,
    noting(toV1, undefined, out),
  );
  if (!read.ok) return read;
  const { sessionId } = read.value;
  const crossing = memory.crossing(sessionId, out);
  sendContentBeforeOthers(crossing);
  releaseEcho(crossing);
  const params = crossPermissionRequest(crossing, read.value);
  return {
    method: request.method,
    params,
    settle: (response, later) => carryOutcome(response, noting(toJune, sessionId, later)),
  };
}

/** Returns the translation between a v1 client and a June agent. */
export function v1ClientOfJuneAgent({ rewrite = 'reissue' }: V1JuneOptions): Pairing {
  const memory = newMemory(rewrite);
  return {
    request(from, request, out) {
      if (from === 'client') return askOfJune(memory, request, out);
      if (request.method === 'session/request_permission') return askPermission(memory, request, out);
      sendWaiting(memory, out);
      if (request.method === elicitationMethod) {
        return askElicitation(memory.offers, request, noting(toV1, sessionOf(request.params), out));
      }
      return { method: request.method, params: request.params };
    },
    notification(from, notification, out) {
      if (from === 'agent' && notification.method === 'session/update') crossNotification(memory, notification, out);
      else {
        if (from === 'agent') sendWaiting(memory, out);
        pile(out, from === 'client' ? 'agent' : 'client').push(notification);
      }
    },
    flush(out) {
      for (const session of memory.sessions.values()) {
        if (session.unsent.size > 0) sendAllContent(memory.crossing(session.id, out));
      }
    },
    end(out) {
      for (const id of memory.sessions.keys()) settleSession(memory, id, out);
    },
    hasWaiting: () => [...memory.sessions.values()].some((session) => session.unsent.size > 0),
    isEarly: () => false,
  };
}
