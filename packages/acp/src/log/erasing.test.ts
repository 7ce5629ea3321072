import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { foldedSession } from '../session/folded.ts';
import { newSessionState } from '../session/state.ts';
import { entriesOf } from '../testing/log-sessions.ts';
import type { LogEvent } from './event.ts';
import { MemoryLog } from './memory-log.ts';
import { foldEntries } from './restore.ts';

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
    'commands',
    'config',
    'configured',
    'ask',
    'ask',
    'answer',
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
    case 'commands':
      return update({
        sessionUpdate: 'available_commands_update',
        availableCommands: id === '1' ? [] : [{ name: id, description: word }],
      });
    case 'config':
      return update({ sessionUpdate: 'config_option_update', configOptions: configOf(id, word) });
    case 'configured':
      return { type: 'configured', configOptions: configOf(id, word) };
    case 'ask': {
      const options = [{ optionId: 'yes', name: word.replace('word', 'option'), kind: 'allow_once' as const }];
      return { type: 'permission_opened', requestId: id, toolCall: { toolCallId: id, rawOutput: word }, options };
    }
    case 'answer':
      return { type: 'permission_answered', requestId: id };
    case 'prompt':
      return { type: 'prompt_sent', prompt: [] };
    default:
      return { type: 'turn_ended' };
  }
}

function configOf(id: string, word: string) {
  if (id === '1') return [];
  return [{ type: 'select' as const, id, name: word, currentValue: 'a', options: [{ value: 'a', name: 'A' }] }];
}

/** The options that must be left: of questions that are open, or whose tool call has lost nothing since they were asked. */
function optionsLeft(steps: readonly Step[]): Set<string> {
  const left = new Map<string, { id: string; isOpen: boolean; isOutdated: boolean }>();
  const held = new Set<string>();
  let turns = 0;
  for (const [index, [what, id]] of steps.entries()) {
    const about = [...left.values()].filter((question) => question.id === id);
    const hold = (...fields: string[]) => {
      const isLess =
        fields.some((field) => held.has(`${id} ${field}`)) || (what === 'call' && held.has(`${id} content`));
      if (isLess) for (const question of about) question.isOutdated = true;
      for (const field of fields) held.add(`${id} ${field}`);
      if (what === 'call') held.delete(`${id} content`);
      return isLess;
    };
    let isErasing = false;
    if (what === 'call') isErasing = hold('title', 'rawInput');
    if (what === 'part') held.add(`${id} content`);
    if (what === 'ask') isErasing = hold('rawOutput');
    if (what === 'prompt') turns += 1;
    const isOver = what === 'end' && turns > 0;
    if (isOver) turns -= 1;
    for (const question of isOver ? left.values() : what === 'answer' || what === 'ask' ? about : []) {
      isErasing ||= what === 'answer' && question.isOpen && question.isOutdated;
      question.isOpen = false;
    }
    if (isErasing) {
      for (const [name, question] of left) if (question.id === id && !question.isOpen) left.delete(name);
    }
    if (what === 'ask') left.set(`option${index}`, { id, isOpen: true, isOutdated: false });
  }
  return new Set(left.keys());
}

const wordsIn = (value: unknown) => new Set(JSON.stringify(value).match(/word\d+/g) ?? []);

test('[LG11] a word that the session no longer shows stands nowhere in its log', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const log = new MemoryLog();
      await log.create({ sessionId: 's', cwd: '/project', at: 0 });
      let expected = 0;
      for (const [index, each] of steps.entries()) {
        if (each[0] === 'fold') await log.compact('s');
        else expected = await log.append('s', [eventOf(each, `word${index}`)], { expected, at: index });
      }
      const entries = await entriesOf(log, 's');
      const { permissions: _, ...shown } = foldedSession(foldEntries(newSessionState(), entries));
      const stored = JSON.stringify(entries);
      expect(new Set(stored.match(/word\d+/g) ?? [])).toEqual(wordsIn(shown));
      expect(new Set(stored.match(/option\d+/g) ?? [])).toEqual(optionsLeft(steps));
    }),
    { numRuns: counts({ short: 200, long: 2_500 }) },
  );
});

test('[LG11] nor if several events are appended at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 12 }), { maxLength: 12 }), async (groups) => {
      const log = new MemoryLog();
      await log.create({ sessionId: 's', cwd: '/project', at: 0 });
      let expected = 0;
      for (const group of groups) {
        const said = group.filter(([what]) => what !== 'fold');
        const start = expected;
        const events = said.map((each, index) => eventOf(each, `word${start + index}`));
        expected = await log.append('s', events, { expected, at: expected });
        if (said.length < group.length) await log.compact('s');
      }
      const entries = await entriesOf(log, 's');
      const { permissions: _, ...shown } = foldedSession(foldEntries(newSessionState(), entries));
      expect(wordsIn(entries)).toEqual(wordsIn(shown));
    }),
    { numRuns: counts({ short: 200, long: 1_500 }) },
  );
});
