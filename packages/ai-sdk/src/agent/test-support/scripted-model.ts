import { jsonSchema, tool } from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';

type StreamResult = Awaited<ReturnType<MockLanguageModelV4['doStream']>>;
type Part = StreamResult['stream'] extends ReadableStream<infer P> ? P : never;

const usage = {
  inputTokens: { total: 30, noCache: 30, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 12, text: 12, reasoning: undefined },
};

/** Returns the end of a model call. */
export function finish(unified: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'other' = 'stop'): Part {
  return { type: 'finish', finishReason: { unified, raw: unified }, usage };
}

/** Returns a text of the model, in pieces. */
export function text(id: string, ...deltas: readonly string[]): Part[] {
  const pieces = deltas.map((delta): Part => ({ type: 'text-delta', id, delta }));
  return [{ type: 'text-start', id }, ...pieces, { type: 'text-end', id }];
}

/** Returns a thought of the model. */
export function reasoning(id: string, delta: string): Part[] {
  return [
    { type: 'reasoning-start', id },
    { type: 'reasoning-delta', id, delta },
    { type: 'reasoning-end', id },
  ];
}

/** Returns a tool call whose input is streamed in pieces. */
export function toolCall(toolCallId: string, toolName: string, ...pieces: readonly string[]): Part[] {
  return [
    { type: 'tool-input-start', id: toolCallId, toolName },
    ...pieces.map((delta): Part => ({ type: 'tool-input-delta', id: toolCallId, delta })),
    { type: 'tool-input-end', id: toolCallId },
    { type: 'tool-call', toolCallId, toolName, input: pieces.join('') },
  ];
}

/** A step of a script: the parts of the stream, or an error that the call fails with. */
export type Step = readonly Part[] | Error;

/** Returns a model that streams one step of a script for each call; `prompts` are the conversations that it was given. */
export function scriptedModel(...steps: readonly Step[]): { model: MockLanguageModelV4; prompts: unknown[] } {
  const prompts: unknown[] = [];
  const model = new MockLanguageModelV4({
    doStream: async ({ prompt, abortSignal }) => {
      const step = steps[prompts.length];
      prompts.push(JSON.parse(JSON.stringify(prompt)));
      abortSignal?.throwIfAborted();
      if (step === undefined) throw new Error('The script has no more steps.');
      if (step instanceof Error) throw step;
      const chunks: Part[] = [{ type: 'stream-start', warnings: [] }, ...step];
      return { stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) };
    },
  });
  return { model, prompts };
}

/** Tools for scripts: one that answers, one that needs approval, one that streams its output and one that fails. */
export const tools = {
  weather: tool({
    inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
    execute: async ({ city }) => ({ city, degrees: 21 }),
  }),
  write: tool({
    inputSchema: jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } }),
    needsApproval: true,
    execute: async ({ path }) => `wrote ${path}`,
  }),
  count: tool({
    inputSchema: jsonSchema<object>({ type: 'object' }),
    async *execute() {
      yield 'one';
      yield 'one two';
    },
  }),
  broken: tool({
    inputSchema: jsonSchema<object>({ type: 'object' }),
    execute: async (): Promise<string> => {
      throw new Error('It is broken.');
    },
  }),
};
