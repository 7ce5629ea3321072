import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { inputLineOf } from '../input-line.ts';
import {
  agentAsks,
  answers,
  asks,
  cancels,
  clientAnswers,
  findingsOf,
  prompts,
  type Sent,
  text,
  updates,
} from '../test-support/linted.ts';
import { Linter } from './linter.ts';

const folder = new URL('../../../../../conformance/bridge/', import.meta.url);
const sides = { v1: 'v1', v2: 'june', june: 'june', november: 'november' } as const;

test('[RC51] the linter finds nothing in the conformance data but what is wrong or unfinished there', () => {
  const found = new Set<string>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const pair = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Readonly<Record<string, unknown>>;
    for (const [side, dialect] of Object.entries(sides)) {
      const sent = pair[side];
      if (!Array.isArray(sent)) continue;
      for (const finding of findingsOf(dialect, sent as Sent[])) found.add(`${pair['name']}: ${finding.split(' ')[1]}`);
    }
  }
  expect([...found].sort()).toEqual([
    'announced-permission: request-unanswered',
    'content-before-the-turn-ends: tool-call-open',
    'failed-turn-is-a-boundary: update-after-turn',
    'mcp-servers-v1: request-unanswered',
    'mcp-servers: request-unanswered',
    'one-id-two-kinds-v1: id-in-two-kinds',
    'permission-creates: request-unanswered',
    'permission-is-complete: request-unanswered',
    'prompt-that-waits: request-unanswered',
    'prompt-with-unknown-block: request-unanswered',
    'turns-are-boundaries: update-after-turn',
  ]);
});

const action = fc.constantFrom('chunk', 'thought', 'call', 'permission', 'plan', 'correction', 'usage', 'late-usage');
const turn = fc.record({
  actions: fc.array(action, { maxLength: 8 }),
  isCancelled: fc.boolean(),
  isLoaded: fc.boolean(),
});

/** Writes down a conversation in which everything is right. */
class Conversation {
  readonly sent: Sent[] = [];
  readonly #dialect: Dialect;
  #ids = 0;
  /** What the agent would replay. */
  #history: Sent[] = [];

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.sent.push(asks(0, 'initialize', { protocolVersion: dialect === 'v1' ? 1 : 2 }), answers(0));
    this.sent.push(asks('new', 'session/new', { cwd: '/' }), answers('new', { sessionId: 's' }));
  }

  get #isNovember(): boolean {
    return this.#dialect === 'november';
  }

  #says(...sent: Sent[]): void {
    this.sent.push(...sent);
    this.#history.push(...sent);
  }

  turn(actions: readonly string[], isCancelled: boolean): void {
    const id = ++this.#ids;
    this.sent.push(prompts(id, `prompt ${id}`));
    if (this.#dialect !== 'v1') {
      this.#says(updates('user_message', { messageId: `u${id}`, content: [text(`prompt ${id}`)] }));
    }
    if (this.#isNovember)
      this.sent.push(answers(id, { messageId: `u${id}` }), updates('state_update', { state: 'running' }));
    for (const [index, name] of actions.entries()) this.#act(name, `${id}-${index}`);
    const stopReason = isCancelled ? 'cancelled' : 'end_turn';
    if (isCancelled) {
      this.#open('open');
      this.sent.push(this.#asksPermission(1000, 'open'), cancels());
      const isWithdrawn = { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 1000 } };
      this.sent.push(
        this.#isNovember
          ? { from: 'agent', message: isWithdrawn }
          : clientAnswers(1000, { outcome: { outcome: 'cancelled' } }),
      );
    }
    this.sent.push(
      this.#isNovember ? updates('state_update', { state: 'idle', stopReason }) : answers(id, { stopReason }),
    );
  }

  #act(name: string, key: string): void {
    const content = text(`text ${key} `);
    switch (name) {
      case 'chunk':
      case 'thought': {
        const tag = name === 'chunk' ? 'agent_message_chunk' : 'agent_thought_chunk';
        const id = this.#dialect === 'v1' ? {} : { messageId: `${name} ${key}` };
        this.#says(updates(tag, { ...id, content }), updates(tag, { ...id, content }));
        break;
      }
      case 'correction':
        if (this.#dialect === 'v1') break;
        for (const value of ['a', 'b', 'c']) {
          this.#says(updates('agent_message', { messageId: `m${key}`, content: [text(`${value} ${key}`)] }));
        }
        break;
      case 'call':
      case 'permission':
        this.#open(key);
        if (name === 'permission') {
          this.sent.push(this.#asksPermission(key, key));
          this.sent.push(clientAnswers(key, { outcome: { outcome: 'selected', optionId: 'o' } }));
        }
        this.#says(
          updates('tool_call_update', {
            toolCallId: key,
            status: 'completed',
            content: [{ type: 'content', content }],
          }),
        );
        break;
      case 'plan':
        if (this.#dialect === 'v1') this.#says(updates('plan', { entries: [] }));
        break;
      default:
        this.sent.push(updates('usage_update', { used: 1, size: 2 }));
    }
  }

  #open(toolCallId: string): void {
    const tag = this.#dialect === 'v1' ? 'tool_call' : 'tool_call_update';
    this.#says(updates(tag, { toolCallId, title: 't', status: 'in_progress' }));
  }

  #asksPermission(id: unknown, toolCallId: string): Sent {
    const subject = { title: 'May I?', subject: { type: 'tool_call', toolCall: { toolCallId } } };
    const about = this.#isNovember ? subject : { toolCall: { toolCallId } };
    return agentAsks(id, 'session/request_permission', { ...about, options: [] });
  }

  load(): void {
    const id = `load ${++this.#ids}`;
    const method = this.#isNovember ? 'session/resume' : 'session/load';
    // A replay of November patches by id: what was sent in chunks is sent as a whole.
    const replay = this.#isNovember ? this.#history.map(asWhole) : this.#history;
    this.sent.push(asks(id, method, { sessionId: 's', replayFrom: { type: 'start' } }), ...replay, answers(id));
  }
}

function asWhole(one: Sent): Sent {
  const { update } = (one.message as { params: { update: Record<string, unknown> } }).params;
  const tag = String(update['sessionUpdate']);
  if (!tag.endsWith('_chunk')) return one;
  const { messageId, content } = update as { messageId: string; content: { text: string } };
  return updates(tag.replace('_chunk', ''), { messageId, content: [content, content] });
}

test('[RC51] random conversations in which everything is right have no findings, in every dialect', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Dialect>('v1', 'june', 'november'),
      fc.array(turn, { maxLength: 5 }),
      (dialect, turns) => {
        const conversation = new Conversation(dialect);
        for (const { actions, isCancelled, isLoaded } of turns) {
          conversation.turn(actions, isCancelled);
          if (isLoaded) conversation.load();
        }
        expect(findingsOf(dialect, conversation.sent)).toEqual([]);
      },
    ),
    { numRuns: counts({ short: 200, long: 7_000 }) },
  );
});

test('[RC50] nothing that a peer sends makes the linter throw', () => {
  const values = fc.oneof(
    fc.jsonValue(),
    fc.record({
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.jsonValue(), fc.constantFrom(1, 2)),
      method: fc.constantFrom(
        'session/update',
        'session/prompt',
        'session/request_permission',
        'session/load',
        '__proto__',
      ),
      params: fc.oneof(
        fc.jsonValue(),
        fc.record({
          sessionId: fc.constantFrom('s', '__proto__', 7),
          update: fc.oneof(
            fc.jsonValue(),
            fc.record({ sessionUpdate: fc.constant('state_update'), state: fc.jsonValue() }),
          ),
          toolCall: fc.jsonValue(),
          subject: fc.record({ type: fc.constant('tool_call'), toolCall: fc.jsonValue() }),
        }),
      ),
    }),
    fc.record({ id: fc.constantFrom(1, 2, null), result: fc.jsonValue() }),
  );
  fc.assert(
    fc.property(fc.constantFrom<Dialect>('v1', 'june', 'november'), fc.array(values), (dialect, messages) => {
      const linter = new Linter(dialect);
      for (const [index, message] of messages.entries()) linter.read(inputLineOf(index + 1, message));
      linter.end();
    }),
    { numRuns: counts({ short: 300, long: 7_000 }) },
  );
});

test('[RC50] what is remembered is bounded, and what was forgotten is not reported', () => {
  const linter = new Linter('june');
  const many = 12_000;
  let line = 0;
  const read = (message: object) => linter.read(inputLineOf(++line, { jsonrpc: '2.0', ...message }));
  for (let id = 0; id < many; id++) read({ id, method: 'session/list', params: {} });
  expect(read({ id: 0, result: { sessions: [] } })).toEqual([]);
  for (let session = 0; session < many; session++) {
    const update = { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'pending' };
    read({ method: 'session/update', params: { sessionId: `s${session}`, update } });
  }
  const found = linter.end();
  expect(found.length).toBe(10_000);
  expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set(['request-unanswered']));
});
