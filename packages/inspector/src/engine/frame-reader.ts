import { kindOf } from '@emend/acp/jsonrpc';
import {
  isObject,
  methodNamed,
  type OpenRequest,
  OpenRequests,
  otherSide,
  type Side,
  senderOf,
} from '@emend/acp/protocol';
import type { InputLine } from '@emend/acp/recording';
import type { FrameKind, FrameSender } from '../api/frame-row.ts';
import type { FrameFacts } from './frame-facts.ts';

/** A peer that never answers must not exhaust memory. */
const limits = { ids: 100_000, perId: 16 };

/** Longer names are no names, and are cut. */
const longestName = 200;

interface Asked extends OpenRequest {
  readonly frame: number;
  readonly method: string;
  readonly session: string | undefined;
}

/** What a message says of its frame. */
interface Said {
  readonly kind: FrameKind;
  readonly from?: Side | undefined;
  readonly method?: string | undefined;
  readonly update?: string | undefined;
  readonly session?: string | undefined;
  readonly pair?: number | undefined;
  readonly isIdle?: boolean;
  /** Whether it is a chunk, and the id of the part that it belongs to, if it names one. */
  readonly isChunk?: boolean;
  readonly part?: string | undefined;
}

const noise: Said = { kind: 'noise' };

/** Tells the facts of frames, one after another, and pairs answers with their requests. */
export class FrameReader {
  readonly #open = new OpenRequests<Asked>(limits);
  #last: Said = noise;
  #group = 0;

  /** Returns the facts of the next frame; `line` is `undefined` for a blank one. */
  read(number: number, line: InputLine | undefined, size: number): FrameFacts {
    const entry = line?.kind === 'message' || line?.kind === 'text' ? line.entry : undefined;
    const told = entry?.from;
    const side = told === 'stderr' ? undefined : told;
    const said = line?.kind === 'message' && told !== 'stderr' ? this.#message(line.message, side, number) : noise;
    if (!isSamePart(said, this.#last)) this.#group = number;
    this.#last = said;
    const from: FrameSender = told ?? said.from ?? 'unknown';
    const facts: { -readonly [Key in keyof FrameFacts]: FrameFacts[Key] } = {
      number,
      from,
      kind: said.kind,
      size,
      group: this.#group,
    };
    if (entry !== undefined) facts.at = entry.at;
    if (said.method !== undefined) facts.method = said.method.slice(0, longestName);
    if (said.update !== undefined) facts.update = said.update.slice(0, longestName);
    if (said.session !== undefined) facts.session = said.session;
    if (said.pair !== undefined) facts.pair = said.pair;
    if (said.isIdle === true) facts.isIdle = true;
    return facts;
  }

  #message(message: unknown, side: Side | undefined, frame: number): Said {
    switch (kindOf(message)) {
      case 'invalid':
        return noise;
      case 'batch':
        return this.#batch(message as readonly unknown[], side, frame);
      case 'response':
        return this.#answer(message as { readonly id: string | number | null; readonly result?: unknown }, side);
      case 'request': {
        const { id, method, params } = message as { id: string | number | null; method: string; params?: unknown };
        const definition = methodNamed(method);
        const session = sessionOf(params);
        const asker = side ?? (definition && senderOf(definition));
        this.#open.add(id, { asker, definition, frame, method, session, isLong: method === 'session/prompt' });
        return { kind: 'request', method, session, from: asker };
      }
      case 'notification':
        return notificationOf(message as { readonly method: string; readonly params?: unknown });
    }
  }

  /** A batch is shown as its first message; all of its requests and answers are paired. */
  #batch(messages: readonly unknown[], side: Side | undefined, frame: number): Said {
    const said = messages.map((one) => (Array.isArray(one) ? noise : this.#message(one, side, frame)));
    return { ...(said[0] ?? noise), isChunk: false };
  }

  #answer(message: { readonly id: string | number | null; readonly result?: unknown }, side: Side | undefined): Said {
    const asked = this.#open.takeAnswered(message, side);
    const named = isObject(message.result) ? message.result['sessionId'] : undefined;
    return {
      kind: Object.hasOwn(message, 'error') ? 'error' : 'response',
      method: asked?.method,
      session: asked?.session ?? (typeof named === 'string' ? named : undefined),
      pair: asked?.frame,
      from: asked?.asker === undefined ? undefined : otherSide(asked.asker),
    };
  }
}

function sessionOf(params: unknown): string | undefined {
  const session = isObject(params) ? params['sessionId'] : undefined;
  return typeof session === 'string' ? session : undefined;
}

function notificationOf({ method, params }: { readonly method: string; readonly params?: unknown }): Said {
  const session = sessionOf(params);
  const definition = methodNamed(method);
  const from = definition && senderOf(definition);
  if (method !== 'session/update') return { kind: 'notification', method, session, from };
  const update = isObject(params) && isObject(params['update']) ? params['update'] : {};
  const tag = update['sessionUpdate'];
  if (typeof tag !== 'string') return { kind: 'update', method, session, from };
  const isIdle = tag === 'state_update' && update['state'] === 'idle';
  const isChunk = tag.endsWith('_chunk');
  return { kind: 'update', method, session, from, update: tag, isChunk, part: partOf(update), isIdle };
}

/** Whether both are chunks of one message, tool call, terminal or compaction. */
function isSamePart(one: Said, other: Said): boolean {
  return (
    one.isChunk === true &&
    other.isChunk === true &&
    one.update === other.update &&
    one.part === other.part &&
    one.session === other.session
  );
}

function partOf({
  messageId,
  toolCallId,
  terminalId,
  compactionId,
}: {
  readonly [key: string]: unknown;
}): string | undefined {
  const id = messageId ?? toolCallId ?? terminalId ?? compactionId;
  return typeof id === 'string' ? id : undefined;
}
