/**
 * An agent that is a model loop of the AI SDK. Its model is a script, so that the example runs without a key: it notes what the user says,
 * with a tool that needs approval. Put a model of your provider in its place.
 */
import { type Agent, agent } from '@emend/acp';
import { runModelTurn } from '@emend/ai-sdk';
import { jsonSchema, ToolLoopAgent, tool } from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';

type Call = Parameters<MockLanguageModelV4['doStream']>[0];
type Streamed = Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'];
type Part = Streamed extends ReadableStream<infer P> ? P : never;

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
};

/** Returns what the model says: first that it wants to note the prompt, and when it has, that it is done; or it counts, for a long time. */
function script(prompt: Call['prompt']): Part[] {
  const last = prompt.at(-1);
  const say = (text: string): Part[] => [
    { type: 'text-start', id: '1' },
    ...(text.match(/\S+\s*/g) ?? []).map((delta): Part => ({ type: 'text-delta', id: '1', delta })),
    { type: 'text-end', id: '1' },
  ];
  const end = (unified: 'stop' | 'tool-calls'): Part => ({
    type: 'finish',
    finishReason: { unified, raw: unified },
    usage,
  });
  if (last?.role !== 'user') return [...say('That is all I can do.'), end('stop')];
  const [part] = last.content;
  const text = part?.type === 'text' ? part.text : '';
  if (text === 'Count') return [...say(Array.from({ length: 10_000 }, (_, index) => index + 1).join(' ')), end('stop')];
  const input = JSON.stringify({ text });
  return [
    ...say('I will note that.'),
    { type: 'tool-call', toolCallId: 'note', toolName: 'note', input },
    end('tool-calls'),
  ];
}

/** Makes the agent. Its model takes `pause` milliseconds for a word. */
export function noteAgent(pause: number): Agent {
  const notes: string[] = [];
  const loop = new ToolLoopAgent({
    model: new MockLanguageModelV4({
      doStream: async ({ prompt }) => ({
        stream: simulateReadableStream({ chunks: script(prompt), chunkDelayInMs: pause }),
      }),
    }),
    instructions: 'Note what the user says.',
    tools: {
      note: tool({
        inputSchema: jsonSchema<{ text: string }>({ type: 'object', properties: { text: { type: 'string' } } }),
        needsApproval: true,
        execute: ({ text }) => `Note ${notes.push(text)}: ${text}`,
      }),
    },
  });
  return agent({
    info: { name: 'note-agent', version: '1.0.0' },
    async prompt(turn) {
      const status = turn.message({ content: 'The model is thinking …' });
      const outcome = await runModelTurn(turn, loop, {
        describeTool: (_, input) => ({ title: `Note “${(input as { text: string }).text}”`, kind: 'edit' }),
      });
      // What was said can be corrected: every client shows the new text in its place.
      await status.set(`The model has answered, and there are ${notes.length} notes.`);
      return outcome;
    },
  });
}
