import type { AgentSession, Turn } from '@emend/acp';
import type { ModelMessage, TextStreamPart, ToolSet } from 'ai';

/** A part of the stream of a model loop. */
export type ModelStreamPart = TextStreamPart<ToolSet>;

/** The part of a result of `streamText` that a turn reads. */
export interface ModelStream {
  /** Everything that the loop does, in order. */
  readonly stream: AsyncIterable<ModelStreamPart>;
  /** The messages that the loop adds to the conversation. */
  readonly responseMessages: PromiseLike<readonly ModelMessage[]>;
}

/** What a model loop gets for one call. */
export interface ModelCall {
  /** The conversation so far, with the prompt at its end. */
  readonly messages: ModelMessage[];
  /** Aborts when the client cancels the turn. */
  readonly abortSignal: AbortSignal;
}

/** A model loop of the AI SDK: a `ToolLoopAgent`, or another `Agent`. */
export interface ModelAgent {
  stream(call: ModelCall): PromiseLike<ModelStream>;
}

/** A function that calls a model, such as one that returns the result of `streamText`. */
export type ModelFunction = (call: ModelCall, turn: Turn) => ModelStream | PromiseLike<ModelStream>;

/** A model loop, as an object or as a function. */
export type ModelLoop = ModelAgent | ModelFunction;

/** Calls a model loop. Throws a `TypeError` if it returns something else than the result of a stream. */
export async function callModel(loop: ModelLoop, call: ModelCall, turn: Turn): Promise<ModelStream> {
  const result: unknown = await (typeof loop === 'function' ? loop(call, turn) : loop.stream(call));
  if (!isModelStream(result))
    throw new TypeError(
      'The model loop returned no stream. Return the result of streamText itself, not one of its parts.',
    );
  return result;
}

function isModelStream(result: unknown): result is ModelStream {
  const { stream } = (result ?? {}) as { readonly stream?: unknown };
  return typeof stream === 'object' && stream !== null && Symbol.asyncIterator in stream;
}

/** Throws a `TypeError` for what is no model loop, such as a model by itself. */
export function checkLoop(loop: ModelLoop): void {
  const { stream } = (loop ?? {}) as { readonly stream?: unknown };
  if (typeof loop === 'function' || typeof stream === 'function') return;
  const model =
    'Give it new ToolLoopAgent({ model }), or a function that returns the result of streamText({ model, ... }).';
  throw new TypeError(`agentFromModel needs a model loop, and this is none. ${model}`);
}

/** What a session remembers for the model between its turns. */
interface SessionMemory {
  /** The conversation, for agents that do not store their sessions. */
  messages: ModelMessage[];
  /** The ids of the tool calls that were reported: models may use an id again in another turn. */
  readonly toolCallIds: Set<string>;
}

const memories: WeakMap<AgentSession, SessionMemory> = new WeakMap();

/** Returns the memory of a session, which lasts as long as the session is open. */
export function memoryOf(session: AgentSession): SessionMemory {
  const known = memories.get(session) ?? { messages: [], toolCallIds: new Set() };
  memories.set(session, known);
  return known;
}
