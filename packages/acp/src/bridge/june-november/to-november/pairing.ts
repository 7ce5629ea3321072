import type { NotificationMessage } from '../../../jsonrpc/message.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import { isEarlyMessage } from '../../early-message.ts';
import { noting, type Outbox } from '../../outbox.ts';
import type { Pairing } from '../../pairing.ts';
import { sessionOf } from '../../reading.ts';
import { isIdOfBoth } from '../ids.ts';
import type { JuneNovemberOptions } from '../options.ts';
import { toNovember } from '../rules.ts';
import { crossNotification } from './agent-updates.ts';
import { askOfJune } from './client-requests.ts';
import { cancelSession } from './closing.ts';
import { type Memory, newMemory } from './memory.ts';
import { act } from './prompts.ts';
import { askElicitation, askPermission } from './questions.ts';

/** Takes that the client wants a request back. A prompt that is part of the conversation can only be cancelled. */
function withdraw(memory: Memory, message: NotificationMessage, out: Outbox): void {
  const { requestId } = isObject(message.params) ? message.params : {};
  const asked = memory.prompts.get(requestId as string | number);
  if (asked === undefined) {
    // The answer of an accepted prompt is still to come from the agent, which must not take it for withdrawn.
    if (!isAccepted(memory, requestId)) out.toAgent.push(message);
    return;
  }
  const { sessionId, prompt } = asked;
  const { tellAgent, actions } = memory.session(sessionId).turns.withdrawn(prompt);
  if (tellAgent) out.toAgent.push(message);
  act(memory, sessionId, actions, out);
}

function isAccepted({ sessions }: Memory, requestId: unknown): boolean {
  return [...sessions.values()].some(({ turns }) => turns.accepted?.call.id === requestId);
}

/** Returns whether a message takes a question back that the client has been told to be taken back already. */
function isWithdrawn({ withdrawn }: Memory, { method, params }: NotificationMessage): boolean {
  if (method !== '$/cancel_request' || !isObject(params)) return false;
  return withdrawn.has(params['requestId'] as string | number);
}

/** Returns the translation between a November client and a June agent. */
export function novemberClientOfJuneAgent(options: JuneNovemberOptions): Pairing {
  const memory = newMemory(options);

  function fromClient(message: NotificationMessage, out: Outbox): void {
    const sessionId = message.method === 'session/cancel' ? sessionOf(message.params) : undefined;
    if (sessionId !== undefined) cancelSession(memory, sessionId, () => out.toAgent.push(message), out);
    else if (message.method === '$/cancel_request') withdraw(memory, message, out);
    else out.toAgent.push(message);
  }

  function fromAgent(message: NotificationMessage, out: Outbox): void {
    if (message.method === 'session/update') crossNotification(memory, message, out);
    else if (isWithdrawn(memory, message)) return;
    else if (message.method !== 'elicitation/complete' || memory.offers.elicitation.size > 0)
      out.toClient.push(message);
    else {
      const note = noting(toNovember, undefined, out);
      note({ kind: 'loss', rule: 'elicitation', path: 'method', lost: message.params, done: 'not sent' });
    }
  }

  return {
    request(from, request, out, call) {
      if (from === 'client') return askOfJune(memory, request, call, out);
      if (request.method === 'session/request_permission') return askPermission(memory, request, call, out);
      if (request.method === 'elicitation/create') return askElicitation(memory, request, call, out);
      return { method: request.method, params: request.params };
    },
    notification(from, notification, out) {
      if (from === 'client') fromClient(notification, out);
      else fromAgent(notification, out);
    },
    flush() {},
    end() {},
    hasWaiting: () => false,
    withoutBatches: 'client',
    takesId: isIdOfBoth,
    dropsUnmatched: options.isRecording !== true,
    isEarly: (message) => isEarlyMessage(memory, message),
  };
}
