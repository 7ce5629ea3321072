import type { LogEvent } from '../log/event.ts';
import { expectEqual } from './expect-equal.ts';
import {
  chunk,
  entriesOf,
  eventsOf,
  type LogCheck,
  message,
  onSession,
  prompt,
  toolCall,
  turnEnd,
} from './log-sessions.ts';

const size = (...values: unknown[]) => values.reduce((sum: number, value) => sum + JSON.stringify(value).length, 0);
const text = (value: string) => ({ type: 'text', text: value });
const bare = (event: object, at: number, bytes: number, entries: number) => ({
  ...event,
  erased: { at, bytes, entries },
});
const agentMessage = (messageId: string) => ({ type: 'update', update: { sessionUpdate: 'agent_message', messageId } });

/** Checks of erasing. */
export const erasureChecks: readonly LogCheck[] = [
  {
    rules: ['LG11'],
    name: 'what is erased while somebody reads is not read any more',
    check: onSession(async (log) => {
      const many = Array.from({ length: 5_000 }, () => chunk('m', 'x'));
      await log.append('s', [...many, chunk('n', 'secret')], { expected: 0, at: 1 });
      const reading = log.read('s')[Symbol.asyncIterator]();
      await reading.next();
      await log.append('s', [message('n', null)], { expected: 5_001, at: 2 });
      const rest: unknown[] = [];
      for (let batch = await reading.next(); batch.done !== true; batch = await reading.next()) rest.push(batch.value);
      expectEqual(JSON.stringify(rest).includes('secret'), false);
    }),
  },
  {
    rules: ['LG11', 'LG12'],
    name: 'what a message held is gone once it is replaced, and a tombstone says when and how much',
    check: onSession(async (log) => {
      const said = [prompt('a'), chunk('m', 'se'), chunk('n', 'other'), chunk('m', 'cret')];
      await log.append('s', said, { expected: 0, at: 1 });
      await log.append('s', [message('m', ['public'])], { expected: 4, at: 7 });
      expectEqual(
        (await entriesOf(log, 's')).map(({ position, event }) => [position, event]),
        [
          [0, prompt('a')],
          [1, bare(agentMessage('m'), 7, size(text('se'), text('cret')), 2)],
          [2, chunk('n', 'other')],
          [4, message('m', ['public'])],
        ],
      );
      await log.append('s', [chunk('m', '!'), message('m', null)], { expected: 5, at: 8 });
      const bytes = size(text('se'), text('cret'), [text('public')], text('!'));
      expectEqual(await eventsOf(log, 's', 1), [
        bare(agentMessage('m'), 8, bytes, 4),
        chunk('n', 'other'),
        message('m', null),
      ]);
    }),
  },
  {
    rules: ['LG11'],
    name: 'a clear without an id erases the current message and no other',
    check: onSession(async (log) => {
      const clear: LogEvent = { type: 'update', update: { sessionUpdate: 'agent_message_clear' } };
      const before = [prompt('a'), chunk('old', 'stays'), turnEnd, prompt('b')];
      await log.append('s', [...before, clear, chunk('m', 'secret'), toolCall('c', { title: 't' }), clear], {
        expected: 0,
        at: 3,
      });
      const named = { type: 'update', update: { sessionUpdate: 'agent_message_clear', messageId: 'm' } };
      expectEqual(await eventsOf(log, 's'), [
        ...before,
        clear,
        bare(agentMessage('m'), 3, size(text('secret')), 1),
        toolCall('c', { title: 't' }),
        named,
      ]);
    }),
  },
  {
    rules: ['LG11'],
    name: 'replaced fields of a tool call are erased one by one, also in the question about it',
    check: onSession(async (log) => {
      const asked = (toolCall: object) =>
        ({
          type: 'permission_opened',
          requestId: 1,
          toolCall: { toolCallId: 'c', ...toolCall },
          options: [],
        }) as unknown as LogEvent;
      await log.append(
        's',
        [prompt('a'), asked({ title: 'run secret', status: 'pending', rawInput: { key: 'secret' } })],
        {
          expected: 0,
          at: 1,
        },
      );
      await log.append('s', [toolCall('c', { title: 'run', status: 'in_progress', rawOutput: 'fine' })], {
        expected: 2,
        at: 2,
      });
      await log.append('s', [toolCall('c', { rawInput: null, status: 'completed' })], { expected: 3, at: 3 });
      expectEqual(await eventsOf(log, 's', 1), [
        bare(asked({ status: 'pending' }), 3, size('run secret', { key: 'secret' }), 2),
        toolCall('c', { title: 'run', status: 'in_progress', rawOutput: 'fine' }),
        toolCall('c', { rawInput: null, status: 'completed' }),
      ]);
    }),
  },
  {
    rules: ['LG11'],
    name: 'the options of a question go once it is answered and something of its tool call is replaced, in either order',
    check: onSession(async (log) => {
      const options = [{ optionId: 'yes', name: 'Delete the secret', kind: 'allow_once' }];
      const _meta = { why: 'the secret' };
      const asked = (requestId: number, more: object) =>
        ({ type: 'permission_opened', requestId, toolCall: { toolCallId: 'c' }, ...more }) as unknown as LogEvent;
      const answered = (requestId: number): LogEvent => ({ type: 'permission_answered', requestId });
      const said = [prompt('a'), toolCall('c', { title: 'one' }), asked(1, { options, _meta }), answered(1)];
      await log.append('s', [...said, asked(2, { options })], { expected: 0, at: 1 });
      expectEqual(await eventsOf(log, 's', 2), [asked(1, { options, _meta }), answered(1), asked(2, { options })]);
      await log.append('s', [toolCall('c', { title: 'two' })], { expected: 5, at: 2 });
      const first = size('one', { options, _meta });
      expectEqual(await eventsOf(log, 's', 1), [
        bare(toolCall('c', {}), 2, first, 2),
        asked(1, { options: [] }),
        answered(1),
        asked(2, { options }),
        toolCall('c', { title: 'two' }),
      ]);
      await log.append('s', [answered(2)], { expected: 6, at: 3 });
      expectEqual(await eventsOf(log, 's', 1), [
        bare(toolCall('c', {}), 3, first + size(options), 3),
        asked(1, { options: [] }),
        answered(1),
        asked(2, { options: [] }),
        toolCall('c', { title: 'two' }),
        answered(2),
      ]);
    }),
  },
  {
    rules: ['LG11'],
    name: 'replaced commands and config options are erased, whichever way they came',
    check: onSession(async (log) => {
      const commands = (...names: string[]): LogEvent => ({
        type: 'update',
        update: {
          sessionUpdate: 'available_commands_update',
          availableCommands: names.map((name) => ({ name, description: name })),
        },
      });
      const configOptions = (...names: string[]) =>
        names.map((name) => ({ type: 'select', id: 'a', name, currentValue: 'b', options: [] }) as const);
      const config = (...names: string[]): LogEvent => ({
        type: 'update',
        update: { sessionUpdate: 'config_option_update', configOptions: configOptions(...names) },
      });
      const configured = (...names: string[]): LogEvent => ({
        type: 'configured',
        configOptions: configOptions(...names),
      });
      const said = [commands('secret'), configured('secret'), chunk('m', 'x'), config('hidden'), configured('other')];
      await log.append('s', [...said, commands('public'), commands('public')], { expected: 0, at: 4 });
      const held = size(...['secret', 'hidden'].map((name) => ({ configOptions: configOptions(name) })));
      const availableCommands = [{ name: 'secret', description: 'secret' }];
      expectEqual(await eventsOf(log, 's'), [
        bare(commands(), 4, size({ availableCommands }), 1),
        bare(configured(), 4, held, 2),
        chunk('m', 'x'),
        configured('other'),
        commands('public'),
      ]);
      await log.append('s', [config('public')], { expected: 7, at: 5 });
      const both = held + size({ configOptions: configOptions('other') });
      expectEqual(await eventsOf(log, 's', 1), [
        bare(configured(), 5, both, 3),
        chunk('m', 'x'),
        commands('public'),
        config('public'),
      ]);
    }),
  },
  {
    rules: ['LG11'],
    name: 'a replaced title of the session is erased',
    check: onSession(async (log) => {
      const info = (fields: object): LogEvent => ({
        type: 'update',
        update: { sessionUpdate: 'session_info_update', ...fields },
      });
      await log.append('s', [info({ title: 'secret', updatedAt: 'then' }), info({ title: 'public' })], {
        expected: 0,
        at: 4,
      });
      expectEqual(await eventsOf(log, 's'), [
        bare(info({ updatedAt: 'then' }), 4, size('secret'), 1),
        info({ title: 'public' }),
      ]);
    }),
  },
  {
    rules: ['LG11', 'LG12'],
    name: 'a replaced plan is erased, and an emptied one keeps its place',
    check: onSession(async (log) => {
      const plan = (...entries: string[]): LogEvent => ({
        type: 'update',
        update: {
          sessionUpdate: 'plan_update',
          plan: {
            type: 'items',
            id: 'main',
            entries: entries.map((content) => ({ content, priority: 'low', status: 'pending' })),
          },
        },
      });
      const held = (event: LogEvent) => {
        if (event.type !== 'update') return {};
        const { sessionUpdate: _, ...whole } = event.update;
        return whole;
      };
      const said = [plan('secret'), chunk('m', 'x'), plan('secret', 'two'), plan('public')];
      await log.append('s', said, { expected: 0, at: 4 });
      const first = size(...[plan('secret'), plan('secret', 'two')].map(held));
      expectEqual(await eventsOf(log, 's'), [bare(plan(), 4, first, 2), chunk('m', 'x'), plan('public')]);
      await log.append('s', [plan()], { expected: 4, at: 5 });
      const both = first + size(held(plan('public')));
      expectEqual(await eventsOf(log, 's'), [bare(plan(), 5, both, 3), chunk('m', 'x'), plan()]);
    }),
  },
  {
    rules: ['LG13'],
    name: 'a redacted user message takes the words of its prompt with it',
    check: onSession(async (log) => {
      const user = (content: object[] | null): LogEvent =>
        ({ type: 'update', update: { sessionUpdate: 'user_message', messageId: 'u', content } }) as LogEvent;
      await log.append('s', [prompt('my secret'), user([text('my secret')]), chunk('m', 'no')], { expected: 0, at: 1 });
      await log.append('s', [user([text('[redacted]')])], { expected: 3, at: 2 });
      const gone = { type: 'update', update: { sessionUpdate: 'user_message', messageId: 'u' } };
      expectEqual(await eventsOf(log, 's'), [
        { type: 'prompt_sent', prompt: [] },
        bare(gone, 2, 2 * size([text('my secret')]), 2),
        chunk('m', 'no'),
        user([text('[redacted]')]),
      ]);
    }),
  },
  {
    rules: ['LG11'],
    name: 'history is kept if the caller asks for it, until it is redacted',
    check: onSession(async (log) => {
      const events = [prompt('a'), chunk('m', 'one'), message('m', ['two']), message('m', ['three'])];
      await log.append('s', events, { expected: 0, at: 1, history: 'keep' });
      expectEqual(await eventsOf(log, 's'), events);
      await log.redact('s', { type: 'agent', messageId: 'm' }, 9);
      await log.redact('s', { type: 'agent', messageId: 'm' }, 10);
      await log.redact('s', { type: 'tool_call', toolCallId: 'none' }, 10);
      expectEqual(await eventsOf(log, 's'), [
        prompt('a'),
        bare(agentMessage('m'), 9, size(text('one'), [text('two')]), 2),
        message('m', ['three']),
      ]);
    }),
  },
  {
    rules: ['LG11', 'LG12'],
    name: 'a value that is only said again is kept once and buried nowhere',
    check: onSession(async (log) => {
      const events = ['pending', 'in_progress', 'completed'].map((status) => toolCall('c', { title: 'same', status }));
      await log.append('s', events, { expected: 0, at: 1 });
      expectEqual(await eventsOf(log, 's'), [
        toolCall('c', { status: 'pending' }),
        toolCall('c', { status: 'in_progress' }),
        toolCall('c', { title: 'same', status: 'completed' }),
      ]);
    }),
  },
  {
    rules: ['LG11'],
    name: 'what was folded is erased like anything else',
    check: onSession(async (log) => {
      await log.append('s', [prompt('a'), chunk('m', 'se'), chunk('m', 'cret'), turnEnd], { expected: 0, at: 1 });
      await log.compact('s');
      await log.append('s', [message('m', ['public'])], { expected: 4, at: 2 });
      expectEqual(JSON.stringify(await eventsOf(log, 's')).includes('cret'), false);
      expectEqual((await eventsOf(log, 's')).at(-1), message('m', ['public']));
    }),
  },
];
