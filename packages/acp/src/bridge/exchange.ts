import {
  kindOf,
  type NotificationMessage,
  type RequestId,
  type RequestMessage,
  type ResponseMessage,
} from '../jsonrpc/message.ts';
import { OpenRequests } from '../protocol/open-requests.ts';
import { otherSide, type Side } from '../protocol/side.ts';
import type { Direction } from './edges.ts';
import { noting, type Outbox, pile } from './outbox.ts';
import type { Call, ErrorBody, Pairing, Passed } from './pairing.ts';

/** The answers to a batch, collected until they can go back as one array. */
interface Batch {
  open: number;
  isReading: boolean;
  readonly answers: ResponseMessage[];
}

interface Waiting {
  readonly asker: Side;
  readonly settle: Passed['settle'];
  readonly reply: (response: ResponseMessage, out: Outbox) => void;
}

const invalidRequest: ErrorBody = { code: -32600, message: 'Invalid Request' };

function answerTo(id: RequestId, error: ErrorBody): ResponseMessage {
  return { jsonrpc: '2.0', id, error };
}

/**
 * Returns a function that takes a message, or anything that should be one, from a side. It matches answers with requests and
 * takes batches apart; what a message means is up to the pairing. Request ids cross as they are, since each side has its own.
 */
export function exchange(
  pairing: Pairing,
  directionFrom: Readonly<Record<Side, Direction>>,
): (from: Side, value: unknown, out: Outbox) => void {
  const waiting: Record<Side, OpenRequests<Waiting>> = { client: new OpenRequests(), agent: new OpenRequests() };

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

  /** Returns a function that sends the answer to a request; further answers are dropped. */
  function replying(to: Side, batch: Batch | undefined): Waiting['reply'] {
    let isAnswered = false;
    return (response, out) => {
      if (isAnswered) return;
      isAnswered = true;
      respond(to, response, batch, out);
    };
  }

  function ask(from: Side, request: RequestMessage, batch: Batch | undefined, out: Outbox): void {
    if (pairing.takesId?.(request.id) === false) {
      refuse(from, batch, out);
      return;
    }
    if (batch !== undefined) batch.open += 1;
    const { id } = request;
    const reply = replying(from, batch);
    const call: Call = {
      id,
      reply,
      answer: (body, later) => reply({ jsonrpc: '2.0', id, ...body }, later),
      pass({ method, params, settle: translate }, later) {
        waiting[from].add(id, { asker: from, settle: translate, reply });
        const isSame = method === request.method && params === request.params;
        pile(later, otherSide(from)).push(isSame ? request : { ...request, method, params });
      },
    };
    const asked = pairing.request(from, request, out, call);
    if (asked === undefined) return;
    if ('error' in asked) call.answer({ error: asked.error }, out);
    else call.pass(asked, out);
  }

  function settle(from: Side, response: ResponseMessage, out: Outbox): void {
    const asker = otherSide(from);
    const entry = waiting[asker].takeOldest(response.id);
    if (entry === undefined) {
      // An error without an id is about no request.
      const isDropped = pairing.dropsUnmatched === true && response.id !== null;
      const done = isDropped ? 'not sent' : 'passed on as it is';
      const note = noting(directionFrom[from], undefined, out);
      note({ kind: 'repair', rule: 'unmatched-response', path: 'id', lost: response.id, done });
      if (!isDropped) pile(out, asker).push(response);
      return;
    }
    const answer = entry.settle === undefined ? response : entry.settle(response, out);
    if (answer !== undefined) entry.reply(answer, out);
  }

  function refuse(from: Side, batch: Batch | undefined, out: Outbox): void {
    if (batch === undefined) pile(out, from).push(answerTo(null, invalidRequest));
    else batch.answers.push(answerTo(null, invalidRequest));
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
        refuse(from, batch, out);
    }
  }

  return (from, value, out) => {
    if (!Array.isArray(value)) {
      receiveOne(from, value, undefined, out);
      return;
    }
    if (value.length === 0 || from === pairing.withoutBatches) {
      pile(out, from).push(answerTo(null, invalidRequest));
      return;
    }
    const batch: Batch = { open: 0, isReading: true, answers: [] };
    for (const entry of value) receiveOne(from, entry, batch, out);
    batch.isReading = false;
    finish(from, batch, out);
  };
}
