import type { NotificationMessage, RequestMessage } from '../../../jsonrpc/message.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import { isEarlyMessage } from '../../early-message.ts';
import { rawUpdateMethod } from '../../meta-keys.ts';
import { addFault, noting, type Outbox } from '../../outbox.ts';
import type { Asked, Pairing } from '../../pairing.ts';
import { readLeniently, sessionOf } from '../../reading.ts';
import { isClientMethod } from '../client-methods.ts';
import { askElicitation, elicitationMethod } from '../elicitation.ts';
import { carryOutcome } from '../outcome.ts';
import { toJune, toV1 } from '../rules.ts';
import * as v1 from '../v1.ts';
import { askOfV1 } from './client-requests.ts';
import { type JuneClientOptions, type Memory, newMemory } from './memory.ts';
import { dropUntoldMode } from './offers.ts';
import { updateReader } from './open-options.ts';
import { refreshTerminals } from './terminals.ts';
import { showRest } from './told-output.ts';
import { crossAskedToolCall } from './tool-calls.ts';
import { crossUpdate, isV1Update } from './updates.ts';

function crossNotification(memory: Memory, message: NotificationMessage, out: Outbox): void {
  const sessionUpdate =
    isObject(message.params) && isObject(message.params['update'])
      ? message.params['update']['sessionUpdate']
      : undefined;
  if (typeof sessionUpdate === 'string' && !isV1Update(sessionUpdate)) {
    // Not in v1: June keeps what it does not know, so it crosses unchanged (P1).
    out.toClient.push(message);
    return;
  }
  const note = noting(toJune, sessionOf(message.params), out);
  const read = readLeniently(updateReader(sessionUpdate), message.params, note);
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

function askPermission(memory: Memory, request: RequestMessage, out: Outbox): Asked {
  const note = noting(toJune, sessionOf(request.params), out);
  const read = readLeniently(v1.methods['session/request_permission'].params, request.params, note);
  if (!read.ok) return read;
  const { sessionId } = read.value;
  const crossing = memory.crossing(sessionId, out);
  const params = { ...read.value, toolCall: crossAskedToolCall(crossing, read.value.toolCall) };
  return {
    method: request.method,
    params,
    settle: (response, later) => carryOutcome(response, noting(toV1, sessionId, later)),
  };
}

function refuseClientMethod(request: RequestMessage, out: Outbox): Asked {
  const note = noting(toJune, sessionOf(request.params), out);
  note({ kind: 'loss', rule: 'client-method', path: 'method', lost: request.method, done: 'refused with -32601' });
  return { error: { code: -32601, message: `Method not found: ${request.method}` } };
}

/** Returns the translation between a June client and a v1 agent. */
export function juneClientOfV1Agent(options: JuneClientOptions): Pairing {
  const memory = newMemory(options);

  function flush(out: Outbox): void {
    for (const { sessionId, update } of memory.terminals.due()) memory.crossing(sessionId, out).send(update);
    for (const { id, showing } of memory.sessions.values()) {
      if (showing.size > 0) refreshTerminals(memory.crossing(id, out));
    }
  }

  return {
    request(from, request, out) {
      if (from === 'client') return askOfV1(memory, request, out);
      if (request.method === 'session/request_permission') return askPermission(memory, request, out);
      if (isClientMethod(request.method)) return refuseClientMethod(request, out);
      if (request.method === elicitationMethod) {
        return askElicitation(memory.offers, request, noting(toJune, sessionOf(request.params), out));
      }
      return { method: request.method, params: request.params };
    },
    notification(from, notification, out) {
      if (from === 'client') out.toAgent.push(notification);
      else if (notification.method === 'session/update') crossNotification(memory, notification, out);
      // An update that another bridge could not translate to v1.
      else if (notification.method === rawUpdateMethod)
        out.toClient.push({ ...notification, method: 'session/update' });
      else out.toClient.push(notification);
    },
    flush,
    end(out) {
      flush(out);
      for (const id of memory.sessions.keys()) {
        const crossing = memory.crossing(id, out);
        showRest(crossing);
        dropUntoldMode(crossing);
      }
    },
    hasWaiting: () => false,
    isEarly: (message) => isEarlyMessage(memory, message),
  };
}
