import { kindOf, type RequestId } from '../jsonrpc/message.ts';
import type { Dialect } from '../protocol/dialects.ts';
import { isObject } from '../protocol/reading/guard.ts';
import type { Side } from '../protocol/side.ts';
import { type Direction, edgeBetween, type RewriteRule } from './edges.ts';
import type { LedgerEntry } from './ledger.ts';
import type { Message, SingleMessage, Translation } from './outbox.ts';
import { translator } from './translator.ts';

/** A message of a converted stream, with who sends it. */
export interface StreamMessage {
  readonly from: Side;
  readonly message: Message;
}

/** What one message of a stream was converted to. */
export interface ConvertedMessages {
  readonly messages: readonly StreamMessage[];
  readonly ledger: readonly LedgerEntry[];
}

/** Options of a stream converter. */
export interface StreamConverterOptions {
  /** What both sides of the recorded conversation speak. */
  readonly from: Dialect;
  /** The dialect to convert to. */
  readonly to: Dialect;
  /** What happens to text that changes after it was sent, where `to` cannot say that. Default: `reissue`. */
  readonly rewrite?: RewriteRule;
}

/** Converts a recorded conversation, both its sides, from one dialect to another. */
export interface StreamConverter {
  /** What the ledger calls the way. */
  readonly direction: Direction;
  convert(from: Side, message: unknown): ConvertedMessages;
  /** Returns what was held back, when the stream has ended. */
  end(): ConvertedMessages;
}

function isUpdateWithoutOptions(message: SingleMessage | Message): boolean {
  if (!('method' in message) || message.method !== 'session/update') return false;
  const { params } = message;
  return !(
    isObject(params) &&
    isObject(params['update']) &&
    params['update']['sessionUpdate'] === 'config_option_update'
  );
}

/**
 * Returns a converter of a stream. It puts the recorded client and agent at the two ends of a pair of translators; what
 * passes between the two is the conversation in the other dialect.
 */
export function streamConverter({ from, to, ...options }: StreamConverterOptions): StreamConverter {
  const direction = edgeBetween(from, to).directionTo(to);
  const nearAgent = translator({ client: to, agent: from, isRecording: true, ...options });
  const nearClient = translator({ client: from, agent: to, isRecording: true, ...options });
  /** Requests of the agent that the bridge has answered itself; the recorded answers to them are dropped. */
  const answered = new Set<RequestId>();

  function kept(...translations: readonly Translation[]): LedgerEntry[] {
    return translations.flatMap(({ ledger }) => ledger.filter((entry) => entry.direction === direction));
  }

  function fromAgent(given: Translation): ConvertedMessages {
    for (const message of given.toAgent) if ('id' in message) answered.add(message.id);
    for (const message of given.toClient) if (!isUpdateWithoutOptions(message)) nearClient.fromAgent(message);
    return { messages: given.toClient.map((message) => ({ from: 'agent', message })), ledger: kept(given) };
  }

  return {
    direction,
    convert(side, message) {
      if (side === 'agent') return fromAgent(nearAgent.fromAgent(message));
      if (kindOf(message) === 'response' && answered.delete((message as { readonly id: RequestId }).id)) {
        return { messages: [], ledger: [] };
      }
      const given = nearClient.fromClient(message);
      const messages: StreamMessage[] = [];
      const ledger = kept(given);
      for (const sent of given.toAgent) {
        // Whatever the agent's side sends to its client at this point comes before the client's message.
        const then = nearAgent.fromClient(sent);
        const before = fromAgent({ ...then, toAgent: [] });
        for (const message of before.messages) messages.push(message);
        for (const entry of before.ledger) ledger.push(entry);
        messages.push({ from: 'client', message: sent });
      }
      return { messages, ledger };
    },
    end: () => fromAgent(nearAgent.end()),
  };
}
