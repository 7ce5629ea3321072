import {
  kindOf,
  type NotificationMessage,
  type RequestId,
  type RequestMessage,
  type ResponseMessage,
} from '../jsonrpc/message.ts';
import { type Outbox, pile, type Side } from './outbox.ts';
import type { ErrorBody, Pairing } from './pairing.ts';
import { WaitingById } from './waiting-by-id.ts';

/** The answers to a batch, collected until they can go back as one. */
interface Batch {
  open: number;
  isReading: boolean;
  readonly answers: ResponseMessage[];
}

interface Waiting {
  readonly settle: ((response: ResponseMessage, out: Outbox) => ResponseMessage) | undefined;
  readonly batch: Batch | undefined;
}

const invalidRequest: ErrorBody = { code: -32600, message: 'Invalid Request' };

/** Matches answers with requests and takes batches apart; what a message means is the pairing's business. */
export interface Exchange {
  /** Takes a message, or anything that should be one, from a side. */
  receive(from: Side, value: unknown, out: Outbox): void;
  /** The ids of the requests of a side that have no answer yet. */
  waitingOf(side: Side): readonly RequestId[];
}

function other(side: Side): Side {
  return side === 'client' ? 'agent' : 'client';
}

function answerTo(id: RequestId, error: ErrorBody): ResponseMessage {
  return { jsonrpc: '2.0', id, error };
}

/** An exchange of messages over a pairing; request ids cross as they are, since each side has its own. */
export function exchange(pairing: Pairing): Exchange {
  const waiting: Record<Side, WaitingById<Waiting>> = { client: new WaitingById(), agent: new WaitingById() };

  function finish(to: Side, batch: Batch, out: Outbox): void {
    if (batch.isReading || batch.open > 0 || batch.answers.length === 0) return;
    pile(out, to).push(batch.answers.splice(0));
  }

  function respond(to: Side, response: ResponseMessage, batch: Batch | undefined, out: Outbox): void {
    if (batch === undefined) {
      pile(out, to).push(response);
      return;
    }
    batch.open -= 1;
    batch.answers.push(response);
    finish(to, batch, out);
  }

  function ask(from: Side, request: RequestMessage, batch: Batch | undefined, out: Outbox): void {
    if (batch !== undefined) batch.open += 1;
    const asked = pairing.request(from, request, out);
    if ('error' in asked) {
      respond(from, answerTo(request.id, asked.error), batch, out);
      return;
    }
    waiting[from].add(request.id, { settle: asked.settle, batch });
    const isSame = asked.method === request.method && asked.params === request.params;
    const forwarded: RequestMessage = isSame ? request : { ...request, method: asked.method, params: asked.params };
    pile(out, other(from)).push(forwarded);
  }

  function settle(from: Side, response: ResponseMessage, out: Outbox): void {
    const asker = other(from);
    const entry = waiting[asker].take(response.id);
    if (entry === undefined) {
      pairing.unmatched(from, response, out);
      return;
    }
    respond(asker, entry.settle === undefined ? response : entry.settle(response, out), entry.batch, out);
  }

  function receiveOne(from: Side, value: unknown, batch: Batch | undefined, out: Outbox): void {
    switch (kindOf(value)) {
      case 'request':
        ask(from, value as RequestMessage, batch, out);
        break;
      case 'notification':
        pairing.notification(from, value as NotificationMessage, out);
        break;
      case 'response':
        settle(from, value as ResponseMessage, out);
        break;
      default:
        if (batch === undefined) pile(out, from).push(answerTo(null, invalidRequest));
        else batch.answers.push(answerTo(null, invalidRequest));
    }
  }

  return {
    receive(from, value, out) {
      if (!Array.isArray(value)) {
        receiveOne(from, value, undefined, out);
        return;
      }
      if (value.length === 0) {
        pile(out, from).push(answerTo(null, invalidRequest));
        return;
      }
      const batch: Batch = { open: 0, isReading: true, answers: [] };
      for (const entry of value) receiveOne(from, entry, batch, out);
      batch.isReading = false;
      finish(from, batch, out);
    },
    waitingOf: (side) => waiting[side].ids(),
  };
}
