import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../../test/support/counts.ts';
import type { LedgerEntry } from '../../ledger.ts';
import type { Translation } from '../../outbox.ts';
import {
  differences,
  hasStaleText,
  isShownAsPrompt,
  isSuppressed,
  speaksOf,
  toldMeta,
} from '../../test-support/differences.ts';
import { object, sameJson } from '../../test-support/json.ts';
import { V2Reader } from '../../test-support/june-reader.ts';
import { type Step, v2Streams } from '../../test-support/june-streams.ts';
import { V1Reader } from '../../test-support/v1-reader.ts';
import { translator } from '../../translator.ts';
import { type RewriteRule, rewriteRules } from '../options.ts';

const v1Tags = new Set([
  'user_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
  'available_commands_update',
  'current_mode_update',
  'config_option_update',
  'session_info_update',
  'usage_update',
  'agent_message_clear',
  'agent_thought_clear',
]);

/** A v1 client and a v2 agent, with the reference reading of each side. */
function conversation(rewrite: RewriteRule) {
  const bridge = translator({ client: 'v1', agent: 'june', rewrite });
  const v1 = new V1Reader();
  const v2 = new V2Reader();
  const ledger: LedgerEntry[] = [];
  const tags: string[] = [];
  let requests = 0;
  let isPrompting = false;

  function deliver({ toClient, toAgent, ledger: entries }: Translation): void {
    for (const message of toClient) {
      v1.take(message);
      if ('method' in message && message.method === 'session/update') {
        tags.push(String(object(object(message.params)['update'])['sessionUpdate']));
      }
    }
    for (const message of toAgent) expect(object(message)['error']).toBeUndefined();
    ledger.push(...entries);
  }

  function fromAgent(message: object): void {
    v2.take(message);
    deliver(bridge.fromAgent(message));
  }

  function play(step: Step): void {
    const sessionId = 's';
    if (step.do === 'flush') deliver(bridge.flush());
    else if (step.do === 'update') {
      fromAgent({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: step.update } });
    } else if (step.do === 'permission') {
      const { toolCall, options } = step;
      requests += 1;
      const params = { sessionId, toolCall, options };
      fromAgent({ jsonrpc: '2.0', id: requests, method: 'session/request_permission', params });
    } else if (step.do === 'prompt' && !isPrompting) {
      isPrompting = true;
      v1.prompt(step.blocks);
      v2.startTurn();
      const params = { sessionId, prompt: step.blocks };
      deliver(bridge.fromClient({ jsonrpc: '2.0', id: 'p', method: 'session/prompt', params }));
    } else if (step.do === 'end' && isPrompting) {
      isPrompting = false;
      fromAgent({ jsonrpc: '2.0', id: 'p', result: { stopReason: step.stopReason } });
      v1.endTurn();
      v2.endTurn();
    }
  }

  return { v1, v2, ledger, tags, play, flush: () => deliver(bridge.flush()), end: () => deliver(bridge.end()) };
}

type Conversation = ReturnType<typeof conversation>;

/** Whether something is lost where an entry says so, looked at when the entry was made. */
const isLost: Partial<Record<LedgerEntry['rule'], (talk: Conversation, entry: LedgerEntry) => boolean>> = {
  rewrite: ({ v1, v2, ledger }, entry) =>
    v2.messages.some(
      (message) =>
        message.id === entry.messageId &&
        (hasStaleText(v1, message) || (isSuppressed(message, ledger) && !isShownAsPrompt(v1, message))),
    ),
  'message-meta': ({ v1, v2 }, entry) =>
    v2.messages.some(
      (message) => message.id === entry.messageId && !sameJson(toldMeta(v1, message), object(message.meta)),
    ),
  'chunk-meta': ({ v1 }, entry) => Object.keys(object(entry.lost)).length > 0 && v1.bubbles.length > 0,
  'message-meta-clear': ({ v1, v2 }, entry) =>
    v2.messages.some(
      (message) =>
        message.id === entry.messageId && sameJson(object(message.meta), {}) && !sameJson(toldMeta(v1, message), {}),
    ),
  'raw-clear': ({ v1, v2 }, { toolCallId = '', path = '' }) =>
    v1.toolCalls.get(toolCallId)?.[path] !== undefined && v2.toolCalls.get(toolCallId)?.[path] === undefined,
  role: ({ v2 }) => JSON.stringify([v2.messages, [...v2.toolCalls]]).includes('_auditor'),
  'plans-merged': ({ v2 }) =>
    [...v2.plans.values()].filter((plan) => (plan['entries'] as unknown[] | undefined)?.length).length > 1,
  'plan-content': ({ v2 }) => [...v2.plans.values()].some((plan) => plan['type'] !== 'items'),
  'unknown-update': ({ v2 }) => v2.unknown.length > 0,
  'command-input': ({ v1, v2 }) =>
    JSON.stringify(v2.commands).includes('_form') && !JSON.stringify(v1.commands).includes('"input":{"type"'),
  'config-option': ({ v1, v2 }) => (v1.options?.length ?? 0) < (v2.options?.length ?? 0),
  'echo-changed': ({ v1, v2 }, entry) =>
    v1.bubbles.some((bubble) => bubble.isPrompt) &&
    v2.messages.some((message) => message.kind === 'user' && message.id === entry.messageId),
  'content-meta': () => true,
};

function check(rewrite: RewriteRule, steps: readonly Step[]): void {
  const talk = conversation(rewrite);
  for (const step of steps) {
    const before = talk.ledger.length;
    talk.play(step);
    talk.flush();
    for (const entry of talk.ledger.slice(before)) {
      if (entry.kind === 'loss') expect([entry, isLost[entry.rule]?.(talk, entry)]).toEqual([entry, true]);
    }
  }
  talk.end();
  const undeclared = differences(talk.v1, talk.v2, talk.ledger).filter(
    (difference) => !talk.ledger.some((entry) => speaksOf(entry, difference)),
  );
  expect(undeclared).toEqual([]);
  expect(talk.tags.filter((tag) => !v1Tags.has(tag))).toEqual([]);
  if (rewrite !== 'clear') expect(talk.tags.filter((tag) => tag.endsWith('_clear'))).toEqual([]);
}

test('[BR60] a v1 client ends with what v2 says, but for what the ledger tells, under every rewrite rule', () => {
  fc.assert(fc.property(fc.constantFrom(...rewriteRules), v2Streams, check), {
    numRuns: counts({ short: 300, long: 6_000 }),
  });
});
