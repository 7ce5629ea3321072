import type { RequestMessage } from '../jsonrpc/message.ts';
import type { TypeReader } from '../protocol/reading/method.ts';
import { type Answer, carryAnswer } from './answer.ts';
import type { Direction } from './edges.ts';
import { noting, type Outbox } from './outbox.ts';
import type { Asked } from './pairing.ts';
import { isFailure, readLeniently, sessionOf } from './reading.ts';

/** How a request of the client crosses, and its answer comes back; what is left out crosses unchanged. */
export interface RequestRule<Memory, Params, Result> {
  readonly ask?: (memory: Memory, params: Params, out: Outbox) => Asked;
  /** Runs at every answer, before it is read. */
  readonly settled?: (memory: Memory, params: Params, isFailed: boolean, out: Outbox) => void;
  readonly answer?: (memory: Memory, result: Result, params: Params, out: Outbox) => Answer;
}

/** How the params and the result of a method are read, each in the dialect of its sender, and the ways that they cross. */
interface RequestReaders {
  readonly params: TypeReader;
  readonly result: TypeReader;
  readonly toAgent: Direction;
  readonly toClient: Direction;
}

/** Applies the rule for a request of the client; malformed params are an error. */
export function askBy<Memory, Params, Result>(
  rule: RequestRule<Memory, Params, Result>,
  readers: RequestReaders,
  memory: Memory,
  { method, params: given }: Pick<RequestMessage, 'method' | 'params'>,
  out: Outbox,
): Asked {
  const read = readLeniently(readers.params, given ?? {}, noting(readers.toAgent, sessionOf(given), out));
  if (!read.ok) return read;
  const params = read.value as Params;
  const asked = rule.ask?.(memory, params, out) ?? { method, params };
  if ('error' in asked) return asked;
  return {
    settle(response, later) {
      const isFailed = isFailure(response);
      rule.settled?.(memory, params, isFailed, later);
      if (isFailed) return response;
      const note = noting(readers.toClient, sessionOf(params), later);
      const carry = (result: unknown) => rule.answer?.(memory, result as Result, params, later) ?? { result };
      return carryAnswer(response, method, readers.result, note, carry);
    },
    ...asked,
  };
}
