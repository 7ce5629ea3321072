import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { foldedSession } from '../session/folded.ts';
import { newSessionState } from '../session/state.ts';
import { entriesOf } from '../testing/log-sessions.ts';
import type { LogEvent } from './event.ts';
import { MemoryLog } from './memory-log.ts';
import { foldEntries } from './restore.ts';

vi.setConfig({ testTimeout: counts({ short: 60_000, long: 600_000 }) });

/** What a step does to which message or tool call; every text it says is like no other. */
type Step = readonly [what: string, id: string];

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom(
    'chunk',
    'chunk',
    'thought',
    'whole',
    'clear',
    'current',
    'user',
    'call',
    'part',
    'title',
    'plan',
    'no plan',
    'ask',
    'prompt',
    'end',
    'fold',
  ),
  fc.constantFrom('1', '2', '3'),
);

function eventOf([what, id]: Step, word: string): LogEvent {
  const text = { type: 'text', text: word } as const;
  const update = (fields: object) => ({ type: 'update', update: fields }) as LogEvent;
  switch (what) {
    case 'chunk':
      return update({ sessionUpdate: 'agent_message_chunk', messageId: id, content: text });
    case 'thought':
      return update({ sessionUpdate: 'agent_thought_chunk', messageId: id, content: text });
    case 'whole':
      return update({ sessionUpdate: 'agent_message', messageId: id, content: [text, text], _meta: { word } });
    case 'clear':
      return update({ sessionUpdate: 'agent_message', messageId: id, content: null });
    case 'current':
      return update({ sessionUpdate: id === '1' ? 'agent_thought_clear' : 'agent_message_clear' });
    case 'user':
      return update({ sessionUpdate: 'user_message', messageId: id, content: [text] });
    case 'call':
      return update({
        sessionUpdate: 'tool_call_update',
        toolCallId: id,
        title: word,
        content: [],
        rawInput: { word },
      });
    case 'part':
      return update({
        sessionUpdate: 'tool_call_content_chunk',
        toolCallId: id,
        content: { type: 'content', content: text },
      });
    case 'title':
      return update({ sessionUpdate: 'session_info_update', title: word });
    case 'plan': {
      const entry = { content: word, priority: 'low', status: 'pending' };
      return update({ sessionUpdate: 'plan_update', plan: { type: 'items', id, entries: [entry] }, _meta: { word } });
    }
    case 'no plan':
      return update({ sessionUpdate: 'plan_update', plan: { type: 'items', id, entries: [] } });
    case 'ask':
      return { type: 'permission_opened', requestId: word, toolCall: { toolCallId: id, rawOutput: word }, options: [] };
    case 'prompt':
      return { type: 'prompt_sent', prompt: [] };
    default:
      return { type: 'turn_ended' };
  }
}

const wordsIn = (value: unknown) => new Set(JSON.stringify(value).match(/word\d+/g) ?? []);

test('[LG11] a word that the session no longer shows stands nowhere in its log', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const log = new MemoryLog();
      await log.create({ sessionId: 's', cwd: '/project', at: 0 });
      let expected = 0;
      for (const [index, each] of steps.entries()) {
        if (each[0] === 'fold') await log.compact('s');
        else expected = await log.append('s', [eventOf(each, `word${index}`)], { expected, at: index });
      }
      const entries = await entriesOf(log, 's');
      const { permissions: _, ...shown } = foldedSession(foldEntries(newSessionState(), entries));
      // The id of a question is no content.
      const stored = JSON.stringify(entries).replaceAll(/"requestId":"word\d+"/g, '');
      expect(new Set(stored.match(/word\d+/g) ?? [])).toEqual(wordsIn(shown));
    }),
    { numRuns: counts({ short: 1_000, long: 10_000 }) },
  );
});
