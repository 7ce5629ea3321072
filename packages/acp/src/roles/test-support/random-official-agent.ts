import { setImmediate as nextTask } from 'node:timers/promises';
import {
  type AgentContext,
  agent,
  type PromptRequest,
  RequestError,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/experimental/v2';
import fc from 'fast-check';
import { streamOver } from '../../../../../test/support/official-stream.ts';
import { UpdateSessionNotification } from '../../protocol/november/generated/session-update.ts';
import { anyNovemberContent } from '../../session/test-support/random-november.ts';
import type { Transport } from '../../transport/transport.ts';

type Json = Record<string, unknown>;

/** Something that the agent does while it works. */
type Act =
  | { readonly do: 'update'; readonly update: Json }
  | { readonly do: 'ask'; readonly subject: Json | null | undefined }
  | { readonly do: 'elicit'; readonly mode: 'form' | 'url' }
  | { readonly do: 'pause' | 'wait' };

/** How the agent treats one prompt. */
export interface Plan {
  /** The order of the message of the prompt, its answer, `running` and `idle`. */
  readonly order: 'message-answer' | 'running-chunk-answer' | 'answer-message' | 'answer-last' | 'no-running';
  /** What becomes of it while the agent is busy. */
  readonly whenBusy: 'hold' | 'steer';
  readonly isRefused: boolean;
  readonly acts: readonly Act[];
  readonly end: Json;
  /** Work that nobody prompts, after this one. */
  readonly later: readonly Act[];
}

const isStrict = (update: unknown) => UpdateSessionNotification.is({ sessionId: 's', update });

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: anyNovemberContent
      .filter(isStrict)
      .map((update) => ({ do: 'update' as const, update: update as unknown as Json })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      subject: fc.constantFrom<Json | null | undefined>(
        { type: 'tool_call', toolCall: { toolCallId: 'c1', title: 'Write', kind: 'edit', status: 'pending' } },
        { type: 'command', command: 'ls', cwd: '/w', toolCallId: 'c2' },
        { type: 'command', command: 'ls', cwd: '/w', terminalId: 't1' },
        { type: '_own', x: 1 },
        null,
        undefined,
      ),
    }),
  },
  fc.record({ do: fc.constant('elicit' as const), mode: fc.constantFrom('form' as const, 'url' as const) }),
  { weight: 2, arbitrary: fc.constant<Act>({ do: 'pause' }) },
  fc.constant<Act>({ do: 'wait' }),
);

const acts = fc.array(act, { maxLength: 6 });

/** Any plan. */
export const anyPlan: fc.Arbitrary<Plan> = fc.record({
  order: fc.constantFrom(
    'message-answer' as const,
    'running-chunk-answer' as const,
    'answer-message' as const,
    'answer-last' as const,
    'no-running' as const,
  ),
  whenBusy: fc.constantFrom('hold' as const, 'steer' as const),
  isRefused: fc.oneof({ weight: 7, arbitrary: fc.constant(false) }, fc.constant(true)),
  acts,
  end: fc.constantFrom<Json>(
    { stopReason: 'end_turn', usage: { totalTokens: 480 }, _meta: { quota: {} } },
    { stopReason: 'end_turn' },
    { stopReason: 'max_tokens' },
    { stopReason: '_own' },
    { stopReason: 'error', error: { code: -32010, message: 'API Error: 400', data: { a: 1 } } },
    { stopReason: 'error' },
  ),
  later: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, acts),
});

/** What became of a prompt: refused with a code, or ended as the idle update says. */
export type Fate = { readonly code: number } | { readonly idle: Json };

interface Work {
  readonly controller: AbortController;
  /** The prompts that this work ends. */
  readonly prompts: string[];
  hasEnded: boolean;
}

/** An agent on the v2 API of the official SDK that does what the plans in its prompts say. */
export class RandomOfficialAgent {
  /** What became of each prompt, by its text. */
  readonly fates = new Map<string, Fate>();
  readonly #queue: (() => void)[] = [];
  readonly #held = new Set<AbortController>();
  #work: Work | undefined;
  #messages = 0;
  #busy = 0;

  /** Whether the agent has something to do. */
  get isBusy(): boolean {
    return this.#busy > 0;
  }

  serve(transport: Transport): void {
    agent({ name: 'official' })
      .onRequest('initialize', () => ({
        protocolVersion: 2,
        info: { name: 'official', version: '1' },
        capabilities: { session: { prompt: { image: {} } } },
      }))
      .onRequest('session/new', () => ({
        sessionId: 's',
        configOptions: [{ configId: 'fast', name: 'Fast mode', type: 'boolean', currentValue: false }],
      }))
      .onRequest('session/set_config_option', () => ({ configOptions: [] }))
      .onRequest('session/close', () => {
        this.#cancel();
        return {};
      })
      .onRequest('session/prompt', ({ params, client, signal }) => this.#prompt(params, client, signal))
      .onNotification('session/cancel', () => this.#cancel())
      .connect(streamOver(transport));
  }

  #cancel(): void {
    this.#work?.controller.abort();
    for (const controller of this.#held) controller.abort();
  }

  async #prompt(params: PromptRequest, client: AgentContext, signal: AbortSignal): Promise<{ messageId: string }> {
    const [block] = params.prompt as unknown as readonly { readonly text: string }[];
    const text = block?.text ?? '';
    const plan = JSON.parse(text) as Plan;
    this.#busy += 1;
    try {
      return await this.#take(text, plan, params, client, signal);
    } catch (error) {
      this.fates.set(text, { code: error instanceof RequestError ? error.code : 0 });
      throw error;
    } finally {
      this.#busy -= 1;
    }
  }

  async #take(text: string, plan: Plan, params: PromptRequest, client: AgentContext, signal: AbortSignal) {
    if (plan.isRefused) throw new RequestError(-32001, 'Refused');
    const messageId = `p${++this.#messages}`;
    const update = (value: Json) => this.#tell(client, value);
    const whole = { sessionUpdate: 'user_message', messageId, content: params.prompt };
    if (this.#work?.hasEnded === false && plan.whenBusy === 'steer') {
      this.#work.prompts.push(text);
      await update(whole);
      return { messageId };
    }
    await this.#turnOf(signal);
    const work: Work = { controller: new AbortController(), prompts: [text], hasEnded: false };
    this.#work = work;
    const running = { sessionUpdate: 'state_update', state: 'running' };
    const go = async () => {
      await this.#play(client, work.controller.signal, plan.acts, plan.order !== 'no-running');
      await this.#end(client, work, plan.end);
    };
    const goOn = async () => {
      if (!this.#free() && plan.later.length > 0) await this.#workAlone(client, plan.later);
    };
    const background = (first: () => Promise<unknown>, then = go) => {
      this.#busy += 1;
      void nextTask()
        .then(first)
        .then(then)
        .then(goOn)
        .finally(() => {
          this.#busy -= 1;
        });
    };
    switch (plan.order) {
      case 'running-chunk-answer': {
        await update(running);
        const half = Math.floor(text.length / 2);
        for (const part of [text.slice(0, half), text.slice(half)])
          await update({ sessionUpdate: 'user_message_chunk', messageId, content: { type: 'text', text: part } });
        background(async () => {});
        break;
      }
      case 'answer-message':
        background(() => update(whole).then(() => update(running)));
        break;
      case 'answer-last':
        await update(running);
        await update(whole);
        await go();
        background(nextTask, async () => {});
        break;
      case 'no-running':
        await update(whole);
        background(async () => {});
        break;
      default:
        await update(whole);
        background(() => update(running));
    }
    return { messageId };
  }

  /** Waits until no other work goes on; rejects if the prompt is cancelled before that. */
  async #turnOf(signal: AbortSignal): Promise<void> {
    if (this.#work === undefined && this.#queue.length === 0) return;
    const controller = new AbortController();
    this.#held.add(controller);
    const cancelled = AbortSignal.any([controller.signal, signal]);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#queue.push(resolve);
        cancelled.addEventListener('abort', () => {
          const index = this.#queue.indexOf(resolve);
          if (index < 0) return;
          this.#queue.splice(index, 1);
          reject(new RequestError(-32800, 'Request cancelled'));
        });
      });
    } finally {
      this.#held.delete(controller);
    }
  }

  async #workAlone(client: AgentContext, alone: readonly Act[]): Promise<void> {
    if (this.#work !== undefined || this.#queue.length > 0) return;
    const work: Work = { controller: new AbortController(), prompts: [], hasEnded: false };
    this.#work = work;
    await this.#tell(client, { sessionUpdate: 'state_update', state: 'running' });
    await this.#play(client, work.controller.signal, alone, true);
    await this.#end(client, work, { stopReason: 'end_turn' });
    this.#free();
  }

  /** Lets the next prompt begin; returns whether there is one. */
  #free(): boolean {
    this.#work = undefined;
    const next = this.#queue.shift();
    next?.();
    return next !== undefined;
  }

  async #end(client: AgentContext, work: Work, planned: Json): Promise<void> {
    const idle = work.controller.signal.aborted ? { stopReason: 'cancelled' } : planned;
    for (const text of work.prompts) this.fates.set(text, { idle });
    work.hasEnded = true;
    await this.#tell(client, { sessionUpdate: 'state_update', state: 'idle', ...idle });
  }

  async #play(client: AgentContext, signal: AbortSignal, all: readonly Act[], tellsState: boolean): Promise<void> {
    const state = async (name: string) => {
      if (tellsState) await this.#tell(client, { sessionUpdate: 'state_update', state: name });
    };
    for (const each of all) {
      if (signal.aborted) return;
      switch (each.do) {
        case 'update':
          await this.#tell(client, each.update);
          break;
        case 'pause':
          await nextTask();
          break;
        case 'wait':
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
          break;
        default:
          await state('requires_action');
          await this.#ask(client, signal, each);
          if (!signal.aborted) await state('running');
      }
    }
  }

  async #ask(client: AgentContext, signal: AbortSignal, asked: Extract<Act, { do: 'ask' | 'elicit' }>): Promise<void> {
    const options = { cancellationSignal: signal, stopWaitingOnCancel: true };
    const sessionId = 's';
    const question =
      asked.do === 'ask'
        ? client.request(
            'session/request_permission',
            {
              sessionId,
              title: 'May I?',
              description: 'Because.',
              ...(asked.subject !== undefined && { subject: asked.subject as never }),
              options: [
                { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
                { optionId: 'no', name: 'No', kind: 'reject_once' },
              ],
            },
            options,
          )
        : client.request(
            'elicitation/create',
            asked.mode === 'form'
              ? {
                  mode: 'form',
                  sessionId,
                  message: 'Who?',
                  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
                }
              : { mode: 'url', sessionId, message: 'Go', url: 'https://example.com', elicitationId: 'e' },
            options,
          );
    await question.catch(() => {});
  }

  async #tell(client: AgentContext, update: Json): Promise<void> {
    await client.notify('session/update', { sessionId: 's', update: update as unknown as SessionUpdate });
  }
}
