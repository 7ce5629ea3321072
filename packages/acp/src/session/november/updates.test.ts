import { describe, expect, test } from 'vitest';
import { replayOf } from '../replay.ts';
import {
  base64,
  idleAfter,
  type NovemberStep,
  novemberFold,
  novemberState,
  output,
  said,
  terminal,
  told,
  tool,
} from '../test-support/november.ts';

const text = (value: string) => ({ type: 'text', text: value });
const codes = (...steps: NovemberStep[]) => novemberFold(...steps).diagnostics.map(({ code }) => code);

test('[SE56] [N50] one id for a thought and an agent message is two messages, and no irregularity', () => {
  const thought = { sessionUpdate: 'agent_thought_chunk', messageId: 'm', content: text('hm') };
  const { messages, timeline, diagnostics } = novemberFold(thought, said('m', 'A'), said('m', 'B'));
  expect(messages).toEqual([
    { messageId: 'm', kind: 'thought', content: [text('hm')] },
    { messageId: 'm', kind: 'agent', content: [text('A'), text('B')] },
  ]);
  expect([timeline, diagnostics]).toEqual([
    [
      { message: 'm', kind: 'thought' },
      { message: 'm', kind: 'agent' },
    ],
    [],
  ]);
});

test('[N51] omitted, null and a value are three cases; null is other and pending', () => {
  const first = tool('c', { name: 'Bash', title: 'T', kind: 'execute', status: 'completed', rawInput: 1 });
  expect(novemberFold(first, tool('c')).toolCalls).toEqual([
    {
      ...{ toolCallId: 'c', name: 'Bash', title: 'T', kind: 'execute' },
      ...{ status: 'completed', rawInput: 1 },
      content: [],
      locations: [],
    },
  ]);
  const cleared = tool('c', { name: null, title: null, kind: null, status: null, rawInput: null });
  expect(novemberFold(first, cleared).toolCalls).toEqual([
    { toolCallId: 'c', kind: 'other', status: 'pending', content: [], locations: [] },
  ]);
});

test('[N51] [Q20] the cost stays when it is omitted and goes with null; malformed content counts as omitted', () => {
  const usage = (fields: object) => ({ sessionUpdate: 'usage_update', used: 1, size: 9, ...fields });
  const cost = { amount: 1, currency: 'USD' };
  expect(novemberFold(usage({ cost }), usage({})).usage).toEqual({ used: 1, size: 9, cost });
  expect(novemberFold(usage({ cost }), usage({ cost: null })).usage).toEqual({ used: 1, size: 9 });
  const message = (content: unknown) => ({ sessionUpdate: 'agent_message', messageId: 'm', content });
  const folded = novemberFold(message([text('A')]), message(7));
  expect([folded.messages[0]?.content, folded.diagnostics.map(({ code }) => code)]).toEqual([
    [text('A')],
    ['malformed_part'],
  ]);
});

describe('[SE57] [N52] _meta merges by key', () => {
  const upserts = {
    user_message: { messageId: 'x' },
    agent_message: { messageId: 'x' },
    agent_thought: { messageId: 'x' },
    tool_call_update: { toolCallId: 'x' },
    terminal_update: { terminalId: 'x' },
    session_info_update: { title: 'T' },
    compaction_update: { compactionId: 'x', status: 'completed' },
  };
  const metaOf = (tag: string, ...metas: unknown[]) => {
    const fields = upserts[tag as keyof typeof upserts];
    const state = novemberState(metas.map((_meta) => ({ sessionUpdate: tag, ...fields, _meta })));
    const { messages, toolCalls, terminals, compactions, info } = state;
    return [messages.at(0), toolCalls.at(0), terminals.at(0), compactions.at(0), info].find((one) => one !== undefined)
      ?._meta;
  };
  test.each(Object.keys(upserts))('of %s', (tag) => {
    const first = { a: 1, b: { c: 1, d: null } };
    expect(metaOf(tag, first, { b: null, e: 2 })).toEqual({ a: 1, e: 2 });
    expect(metaOf(tag, first, { b: { f: 1 } })).toEqual({ a: 1, b: { f: 1 } });
    expect(metaOf(tag, first, {})).toEqual(first);
    expect(metaOf(tag, first, undefined)).toEqual(first);
    expect(metaOf(tag, first, null)).toBe(undefined);
    expect(metaOf(tag, first, { a: null, b: null })).toBe(undefined);
    expect(metaOf(tag, JSON.parse('{"__proto__":1}'))).toEqual(JSON.parse('{"__proto__":1}'));
  });

  test('that of chunks is not kept', () => {
    const state = novemberState([
      { ...said('m', 'A'), _meta: { a: 1 } },
      { ...output('t', 'A'), _meta: { a: 1 } },
      { sessionUpdate: 'tool_call_content_chunk', toolCallId: 'c', content: { type: '_own' }, _meta: { a: 1 } },
      { sessionUpdate: 'compaction_summary_chunk', compactionId: 'k', content: text('A'), _meta: { a: 1 } },
    ]);
    const all = [state.messages, state.terminals, state.toolCalls, state.compactions];
    expect(all.map((table) => table.at(0)?._meta)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('terminals', () => {
  const outputOf = (...steps: NovemberStep[]) => novemberFold(...steps).terminals?.[0]?.output;

  test('[SE63] [N60] a snapshot replaces, null clears, a chunk appends, and each is decoded by itself', () => {
    expect(outputOf(output('t', 'A'), output('t', 'BC'))).toBe('ABC');
    expect(outputOf(output('t', 'A'), terminal('t', { output: { data: base64('new') } }), output('t', '!'))).toBe(
      'new!',
    );
    expect(outputOf(output('t', 'A'), terminal('t', { output: null }))).toBe('');
    expect(outputOf(output('t', 'A'), terminal('t', { command: 'ls' }))).toBe('A');
    // A character of two bytes, split.
    expect(outputOf(output('t', [0xc3]), output('t', [0xa9]))).toBe('é');
    expect(outputOf(output('t', [0xef, 0xbb, 0xbf, 0x41, 0xff]))).toBe('\ufeffA\ufffd');
  });

  test('[Q22] a piece that is not base64 is left out and reported, the rest stays', () => {
    const broken = { sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: '%%%' };
    const snapshot = terminal('t', { output: { data: 'A' }, cwd: '/w' });
    expect(novemberFold(output('t', 'A'), broken, snapshot).terminals).toEqual([
      { terminalId: 't', cwd: '/w', output: 'A' },
    ]);
    expect(codes(output('t', 'A'), broken, snapshot)).toEqual(['malformed_part', 'malformed_part']);
  });

  test('[SE64] [N61] a terminal may be referred to before it is told, after it, or be told never', () => {
    const shown = (terminalId: string) => tool('c', { content: [{ type: 'terminal', terminalId }] });
    const one = { terminalId: 't', command: 'ls', output: '' };
    expect(novemberFold(shown('t'), terminal('t', { command: 'ls' })).terminals).toEqual([one]);
    expect(novemberFold(terminal('t', { command: 'ls' }), shown('t')).terminals).toEqual([one]);
    expect(novemberFold(shown('x')).terminals).toEqual([{ terminalId: 'x', output: '' }]);
    expect(codes(shown('x'))).toEqual([]);
  });

  test('[N62] an exit may have no code, and says nothing about the tool call', () => {
    const { terminals, toolCalls } = novemberFold(
      tool('t', { status: 'in_progress' }),
      terminal('t', { exitStatus: {} }),
    );
    expect([terminals, toolCalls[0]?.status]).toEqual([
      [{ terminalId: 't', output: '', exitStatus: {} }],
      'in_progress',
    ]);
    expect(novemberFold(terminal('t', { exitStatus: {} }), terminal('t', { exitStatus: null })).terminals).toEqual([
      { terminalId: 't', output: '' },
    ]);
  });

  test('the output is bounded, and the bytes that are gone are counted and reported once', () => {
    const chunks = Array.from({ length: 100 }, (_, index) => output('t', `${index % 10}`.repeat(10)));
    const state = novemberState(chunks, { terminalBytes: 100 });
    const bytes = state.terminals.at(0)?.output;
    expect([bytes?.length, bytes?.dropped, bytes?.toText().slice(-12)]).toEqual([95, 905, '889999999999']);
    expect(state.diagnostics.toArray().map(({ code }) => code)).toEqual(['limit_reached']);
    const snapshot = novemberState([terminal('t', { output: { data: base64('x'.repeat(1_000)) } })], {
      terminalBytes: 100,
    });
    expect(snapshot.terminals.at(0)?.output).toMatchObject({ length: 75, dropped: 925 });
  });

  test('[Q21] what a snapshot says is shown as it is', () => {
    const words = 'Command running in background with ID: 1';
    expect(outputOf(terminal('t', { output: { data: base64(words) } }))).toBe(words);
  });
});

test('[N67] a compaction is created by its first update or chunk, patched, appended to, and keeps an unknown status', () => {
  const update = (fields: object) => ({ sessionUpdate: 'compaction_update', compactionId: 'k', ...fields });
  const part = (value: string) => ({
    sessionUpdate: 'compaction_summary_chunk',
    compactionId: 'k',
    content: text(value),
  });
  const { compactions, timeline } = novemberFold(
    said('m', 'A'),
    part('one'),
    said('n', 'B'),
    update({ status: '_odd' }),
    part('two'),
  );
  expect(compactions).toEqual([{ compactionId: 'k', status: '_odd', summary: [text('one'), text('two')] }]);
  expect(timeline).toEqual([{ message: 'm' }, { compaction: 'k' }, { message: 'n' }]);
  const last = novemberFold(
    part('one'),
    update({ status: 'failed', summary: [text('all')], error: 'E' }),
    update({ status: 'failed', error: null }),
  );
  expect(last.compactions).toEqual([{ compactionId: 'k', status: 'failed', summary: [text('all')] }]);
});

test('[N68] [Q23] notices are kept while they are new, whatever else happens, and are in no export and no replay', () => {
  const notice = (title: string) => ({ sessionUpdate: 'notice', severity: 'warning', title });
  const steps: NovemberStep[] = [notice('before'), { type: 'load_started', history: 'patched' }, notice('during')];
  const state = novemberState([...steps, said('m', 'A'), notice('after')]);
  expect(state.notices).toEqual([
    { number: 0, place: 0, notice: notice('before') },
    { number: 1, place: 0, notice: notice('during') },
    { number: 2, place: 1, notice: notice('after') },
  ]);
  const many = novemberState(Array.from({ length: 50 }, (_, index) => notice(`${index}`))).notices;
  expect([many.length, many.at(0)?.number, many.at(-1)?.number]).toEqual([20, 30, 49]);
  expect(JSON.stringify([novemberFold(...steps), replayOf(state)])).not.toContain('during');
});

test('[SE66] [N72] an unknown plan replaces what the plan had; options, commands and plans get the names of June', () => {
  const plan = (value: object) => ({ sessionUpdate: 'plan_update', plan: { planId: 'p', ...value } });
  const items = plan({ type: 'items', entries: [{ content: 'do', priority: 'high', status: 'cancelled' }] });
  expect(novemberFold(items, plan({ type: '_own', x: 1 })).plans).toEqual([{ id: 'p', type: '_own', x: 1 }]);
  expect(novemberFold(items).plans).toEqual([
    { id: 'p', entries: [{ content: 'do', priority: 'high', status: 'cancelled' }] },
  ]);
  const folded = novemberFold(
    {
      sessionUpdate: 'available_commands_update',
      availableCommands: [
        { type: 'command', name: 'plan', description: 'd', input: { type: 'text', hint: 'h' } },
        { type: 'command', name: 'odd', description: 'd', input: { type: '_pick', of: 2 } },
        { type: '_skill', name: 's', description: 'd' },
      ],
    },
    {
      sessionUpdate: 'config_option_update',
      configOptions: [
        { configId: 'fast', name: 'Fast', type: 'boolean', currentValue: true },
        {
          configId: 'm',
          name: 'M',
          type: 'select',
          currentValue: 'a',
          options: [{ groupId: 'g', name: 'G', options: [{ value: 'a', name: 'A' }] }],
        },
      ],
    },
  );
  expect(folded.availableCommands).toEqual([
    { name: 'plan', description: 'd', input: { hint: 'h' } },
    { name: 'odd', description: 'd', input: { type: '_pick', of: 2 } },
    { type: '_skill', name: 's', description: 'd' },
  ]);
  expect(folded.configOptions).toEqual([
    { id: 'fast', name: 'Fast', type: 'boolean', currentValue: true },
    {
      id: 'm',
      name: 'M',
      type: 'select',
      currentValue: 'a',
      options: [{ group: 'g', name: 'G', options: [{ value: 'a', name: 'A' }] }],
    },
  ]);
});

test('[SE65] [N65] the tool call of a permission request patches the stored one, or creates it', () => {
  const ask = (subject: object | undefined): NovemberStep =>
    ({
      type: 'permission_opened',
      dialect: 'november',
      requestId: 1,
      title: 'May I?',
      description: 'Once.',
      subject,
      options: [],
    }) as NovemberStep;
  const call = { toolCallId: 'c', title: 'New', _meta: { b: 2 } };
  const folded = novemberFold(
    tool('c', { title: 'Old', status: 'pending', _meta: { a: 1 } }),
    ask({ type: 'tool_call', toolCall: call }),
  );
  expect(folded.toolCalls[0]).toMatchObject({ title: 'New', status: 'pending', _meta: { a: 1, b: 2 } });
  expect(folded.permissions).toEqual([
    {
      requestId: 1,
      toolCallId: 'c',
      options: [],
      title: 'May I?',
      description: 'Once.',
      subject: { type: 'tool_call', toolCall: { toolCallId: 'c' } },
    },
  ]);
  const created = novemberFold(ask({ type: 'tool_call', toolCall: call }));
  expect([created.toolCalls.length, created.diagnostics]).toEqual([1, []]);
  const command = { type: 'command', command: 'ls', cwd: '/w', toolCallId: 'x' };
  expect(novemberFold(ask(command)).permissions).toEqual([
    { requestId: 1, toolCallId: 'x', options: [], title: 'May I?', description: 'Once.', subject: command },
  ]);
  expect(novemberFold(ask(undefined)).permissions).toEqual([
    { requestId: 1, options: [], title: 'May I?', description: 'Once.' },
  ]);
});

test('[N64] a cancel closes the requests of the work, and leaves those about listed background work', () => {
  const ask = (requestId: number, subject: object): NovemberStep =>
    ({ type: 'permission_opened', dialect: 'november', requestId, title: 'T', subject, options: [] }) as NovemberStep;
  const background = [
    { type: 'tool_call', toolCallId: 'bg' },
    { type: 'terminal', terminalId: 't' },
  ];
  const steps = [
    ...[tool('bg'), tool('fg'), terminal('t'), told('running', { background })],
    ask(1, { type: 'tool_call', toolCall: { toolCallId: 'fg' } }),
    ask(2, { type: 'tool_call', toolCall: { toolCallId: 'bg' } }),
    ask(3, { type: 'command', command: 'ls', cwd: '/w', terminalId: 't' }),
    ask(4, { type: '_own' }),
  ];
  const open = (...more: NovemberStep[]) =>
    novemberState([...steps, ...more]).permissions.map(({ requestId }) => requestId);
  expect(open({ type: 'cancel_sent' })).toEqual([2, 3]);
  expect(open({ type: 'permission_withdrawn', requestId: 2 })).toEqual([1, 3, 4]);
  expect(open(idleAfter('end_turn'))).toEqual([1, 2, 3, 4]);
  expect(open(idleAfter('end_turn'), { type: 'cancel_sent' })).toEqual([1, 2, 3, 4]);
});

test('[N82] a malformed known variant drops the update, a malformed item or field only itself; all are reported', () => {
  const change = { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' };
  const folded = novemberFold(
    { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text' } },
    {
      ...change,
      title: 7,
      content: [
        { type: 'diff', path: '/a', newText: 'x' },
        { type: 'terminal', terminalId: 't' },
      ],
    },
    { sessionUpdate: 'config_option_update', configOptions: null },
  );
  expect(folded.messages).toEqual([]);
  expect(folded.toolCalls).toEqual([
    {
      toolCallId: 'c',
      kind: 'other',
      status: 'completed',
      content: [{ type: 'terminal', terminalId: 't' }],
      locations: [],
    },
  ]);
  expect(folded.diagnostics.map(({ code, at }) => [code, at])).toEqual([
    ['malformed_update', 1],
    ['malformed_part', 2],
    ['malformed_update', 3],
  ]);
});
