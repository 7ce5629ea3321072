import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../../test/support/counts.ts';
import { object } from '../../test-support/json.ts';
import { V2Reader } from '../../test-support/june-reader.ts';
import { talk, text } from '../../test-support/talk.ts';

const terminal = (terminalId: string) => ({ type: 'terminal', terminalId });
const shown = (value: string, id = 't') => ({ type: 'content', content: text(value), _meta: { 'emend/terminal': id } });
const printed = (data: string, id?: string) => ({
  terminal_output: { ...(id === undefined ? {} : { terminal_id: id }), data },
});
const exit = (exit_code: number | null, signal: string | null = null) => ({
  terminal_exit: { terminal_id: 't', exit_code, signal },
});

/** A conversation about tool call `c`, and the content that a v2 client has of it. */
function telling() {
  const conversation = talk({ client: 'june', agent: 'v1' });
  const reader = new V2Reader();
  let seen = 0;
  const content = (id = 'c') => {
    for (const message of conversation.seen.client.slice(seen)) reader.take(message);
    seen = conversation.seen.client.length;
    return reader.toolCalls.get(id)?.['content'];
  };
  return {
    ...conversation,
    content,
    create: (fields: object = {}) => conversation.update('tool_call', { toolCallId: 'c', title: 'T', ...fields }),
    tell: (_meta: object, fields: object = {}) =>
      conversation.update('tool_call_update', { toolCallId: 'c', _meta, ...fields }),
  };
}

const call = (fields: object) => ({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields });
const piece = (value: string) => ({ sessionUpdate: 'tool_call_content_chunk', toolCallId: 'c', content: shown(value) });

test('[BR87] output in _meta is shown live, piece by piece, and in one piece with the exit when the command ends', () => {
  const { create, tell, content, rules } = telling();
  const info = { terminal_info: { terminal_id: 't', cwd: '/' } };
  expect(create({ content: [terminal('t')], _meta: info })).toEqual([
    call({ title: 'T', content: [shown('[terminal t]')], _meta: info }),
  ]);
  expect(tell(printed('one\n', 't'))).toEqual([
    call({ _meta: printed('one\n', 't') }),
    call({ content: [shown('one\n')] }),
  ]);
  const delta = { terminal_output_delta: { data: 'two' } };
  expect(tell(delta)).toEqual([call({ _meta: delta }), piece('two')]);
  expect(content()).toEqual([shown('one\n'), shown('two')]);
  expect(tell(exit(3), { status: 'failed' })).toEqual([
    call({ status: 'failed', _meta: exit(3) }),
    call({ content: [shown('one\ntwo\n[ended with code 3]\n')] }),
  ]);
  expect(rules()).toEqual(['terminal']);
});

test('[BR87] output and exit in one update, with the content that shows the terminal', () => {
  for (const [news, said] of [
    [exit(0), '[ended with code 0]\n'],
    [exit(null, 'SIGTERM'), '[ended by SIGTERM]\n'],
    [{ terminal_exit: {} }, '[ended]\n'],
  ] as const) {
    const { create, tell } = telling();
    create();
    expect(tell({ ...printed('out\n', 't'), ...news }, { content: [terminal('t')], status: 'completed' })).toEqual([
      call({ content: [shown(`out\n${said}`)], status: 'completed', _meta: { ...printed('out\n', 't'), ...news } }),
    ]);
  }
});

test('[BR87] a call that names no terminal shows its output behind what it has', () => {
  const bare = telling();
  bare.create();
  bare.tell(printed('a'));
  bare.tell(printed('b'));
  bare.tell({}, { status: 'completed' });
  expect(bare.content()).toEqual([shown('ab', 'c')]);
  const other = telling();
  other.create({ content: [{ type: 'content', content: text('first') }] });
  other.tell(printed('a', 't'));
  other.tell({ ...printed('b', 't'), ...exit(0) });
  expect(other.content()).toEqual([
    { type: 'content', content: text('first') },
    shown('a'),
    shown('b\n[ended with code 0]\n'),
  ]);
  // What the agent shows itself afterwards takes the place of all that.
  bare.tell({}, { content: [{ type: 'content', content: text('mine') }] });
  expect(bare.content()).toEqual([{ type: 'content', content: text('mine') }]);
  expect([bare.rules(), other.rules()]).toEqual([['terminal'], ['terminal']]);
});

test('[BR87] a terminal that is named again with each piece is not sent again', () => {
  const { create, tell, rules } = telling();
  const same = { content: [terminal('t')] };
  create(same);
  tell(printed('a', 't'), same);
  expect(tell(printed('b', 't'), same)).toEqual([call({ _meta: printed('b', 't') }), piece('b')]);
  expect(rules()).toEqual(['terminal']);
});

test('[BR87] halves of a character are joined, and one that stays alone is replaced', () => {
  const { create, tell, content } = telling();
  create({ content: [terminal('t')] });
  for (const part of ['a\ud83d', '\ude00b', '\ud83d']) tell(printed(part, 't'));
  expect(content()).toEqual([shown('a'), shown('😀b')]);
  tell(exit(0));
  expect(content()).toEqual([shown('a😀b\ufffd\n[ended with code 0]\n')]);
});

test('[BR87] what is malformed is reported and not shown; _meta crosses as it is', () => {
  const { create, tell, entries, content } = telling();
  create({ content: [terminal('t')] });
  const odd = [
    { terminal_output: 5 },
    { terminal_output: [] },
    { terminal_output_delta: { data: 7 } },
    { terminal_output: { terminal_id: {}, data: 'x' } },
    { terminal_exit: { exit_code: '0' } },
    { terminal_exit: { signal: 9 } },
    { terminal_info: 'x', terminal_output: null },
  ];
  for (const _meta of odd) expect(tell(_meta)).toEqual([call({ _meta })]);
  expect(content()).toEqual([shown('[terminal t]')]);
  expect(entries().slice(1)).toEqual(
    [
      '_meta.terminal_output',
      '_meta.terminal_output',
      '_meta.terminal_output_delta.data',
      '_meta.terminal_output.terminal_id',
      '_meta.terminal_exit.exit_code',
      '_meta.terminal_exit.signal',
      '_meta.terminal_info',
    ].map((path) => ({ kind: 'loss', rule: 'malformed', toolCallId: 'c', path })),
  );
});

test('[BR87] what is sent and kept of long output is bounded, and the loss is told once', () => {
  const mib = 2 ** 20;
  for (const [content, length] of [
    [[terminal('t')], 64 * 1024],
    [[terminal('t')], 16],
    [[terminal('t'), { type: 'content', content: text('behind') }], 1024],
    [[{ type: 'content', content: text('alone') }], 64 * 1024],
  ] as const) {
    const { bridge, create } = telling();
    create({ content });
    const losses: unknown[] = [];
    let [received, sent] = [0, 0];
    const reader = new V2Reader();
    const take = ({ toClient, ledger }: ReturnType<typeof bridge.fromAgent>) => {
      losses.push(...ledger.filter(({ kind }) => kind === 'loss').map(({ rule }) => rule));
      for (const message of toClient) {
        sent += JSON.stringify(message).length;
        reader.take(message);
      }
    };
    const total = length === 16 ? mib / 4 : 5 * mib;
    for (let size = 0; size < total; size += length) {
      const update = { sessionUpdate: 'tool_call_update', toolCallId: 'c', _meta: printed('é'.repeat(length), 't') };
      const message = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } };
      received += JSON.stringify(message).length;
      take(bridge.fromAgent(message));
    }
    const items = reader.toolCalls.get('c')?.['content'] as readonly object[];
    expect(sent).toBeLessThan(6 * received);
    expect(JSON.stringify(items).length).toBeLessThan(4 * mib);
    expect(items.length).toBeLessThan(total / 64 + 100);
    expect(losses).toEqual(total > 2 * mib ? ['terminal'] : []);
  }
});

/** What goes out when updates of tool call `c` come in, each in characters of JSON. */
function traffic(content: readonly object[] | undefined, updates: Iterable<object>) {
  const { bridge, create } = telling();
  create(content === undefined ? {} : { content });
  let [received, sent] = [0, 0];
  for (const fields of updates) {
    const update = { sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields };
    const message = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } };
    received += JSON.stringify(message).length;
    sent += JSON.stringify(bridge.fromAgent(message).toClient).length;
  }
  sent += JSON.stringify(bridge.end().toClient).length;
  return sent / received;
}

const times = (count: number, each: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => each(index));

test('[BR87] many terminals, and many ends of one call, send a small multiple of what is told', () => {
  const started = { _meta: printed('y'.repeat(10_000), 'a') };
  const ids = (count: number) => times(count, (index) => terminal(`t${index}`));
  const each = (index: number) => ({ _meta: printed('x\n', `t${index}`) });
  const once = (index: number) => ({ status: 'completed', _meta: printed(`${index % 10}`, 'a') });
  const on = (index: number) => ({ status: index % 2 === 0 ? 'failed' : 'in_progress', _meta: printed('z', 'a') });
  const ended = (index: number) => ({ _meta: { terminal_exit: { terminal_id: `t${index}` } } });
  const behind = { type: 'content', content: text('behind') };
  const ratios = [
    traffic(undefined, times(1000, each)),
    traffic(ids(1000), [...times(1000, each), ...times(1000, each), ...times(1000, ended)]),
    traffic([terminal('a')], [started, ...times(1000, once)]),
    traffic([terminal('a'), behind], [started, ...times(1000, once)]),
    traffic([terminal('a')], [started, ...times(1000, on)]),
    traffic(ids(20), [...times(20, each), ...times(1000, (index) => each(index % 20))]),
  ];
  expect(ratios.filter((ratio) => ratio > 6)).toEqual([]);
});

test('[BR87] of many terminals that a call does not name, all that is told is shown', () => {
  const { create, tell, content, end } = telling();
  create();
  for (let index = 0; index < 200; index++) tell(printed(`<${index}>`, `t${index}`));
  for (let index = 0; index < 200; index++) tell(printed(`(${index})`, `t${index}`));
  tell({}, { status: 'completed' });
  end();
  const all = JSON.stringify(content());
  const isShown = (index: number) => all.includes(`<${index}>`) && all.includes(`(${index})`);
  expect(
    times(200, (index) => ({ index, isShown: isShown(index) })).filter((one) => !('isShown' in one && one.isShown)),
  ).toEqual([]);
});

test('[BR87] an exit that is told twice is shown once', () => {
  for (const content of [[terminal('t')], [{ type: 'content', content: text('intro') }]]) {
    const { create, tell, content: found } = telling();
    create({ content });
    tell(printed('a\n', 't'));
    tell(exit(0), { status: 'completed' });
    const before = found();
    expect(JSON.stringify(before)).toContain('[ended with code 0]');
    expect(tell(exit(0))).toEqual([call({ _meta: exit(0) })]);
    expect(found()).toEqual(before);
  }
});

test('[BR87] what is told of a terminal whose content was replaced is not shown behind the new content', () => {
  const item = (value: string) => ({ type: 'content', content: text(value) });
  for (const first of [[terminal('t')], [item('intro')], undefined]) {
    for (const [next, expected] of [
      [[item('final')], [item('final')]],
      [[terminal('u')], [shown('[terminal u]', 'u')]],
    ]) {
      const { create, tell, content } = telling();
      create(first === undefined ? {} : { content: first });
      tell(printed('a', 't'));
      tell({}, { status: 'completed', content: next });
      tell(printed('late', 't'));
      tell(exit(0));
      expect(content()).toEqual(expected);
      // Named again, it is shown with all that was told.
      tell({}, { content: [terminal('t')] });
      expect(content()).toEqual([shown('alate\n[ended with code 0]\n')]);
      tell(printed('more', 't'));
      expect(content()).toEqual([shown('alate\n[ended with code 0]\n'), shown('more')]);
    }
  }
});

test('[BR87] what waits of a call that has ended is shown at the end of the turn', () => {
  const { ask, answer, create, tell, content } = telling();
  const long = 'y'.repeat(100_000);
  ask(1, 'session/prompt', { sessionId: 's', prompt: [text('go')] });
  create({ content: [terminal('t'), terminal('u')] });
  tell(printed(long, 't'), { status: 'completed' });
  for (let count = 0; count < 3; count++)
    tell(exit(0), { status: 'completed', content: [terminal('t'), terminal('u')] });
  tell({}, { content: [terminal('t')] });
  tell({}, { content: [terminal('t'), terminal('u')] });
  tell(printed('late', 't'), { status: 'completed' });
  const ended = `${long}\n[ended with code 0]\n`;
  expect(content()).toEqual([shown(ended), shown('[terminal u]', 'u')]);
  answer(1, { stopReason: 'end_turn' });
  expect(content()).toEqual([shown(`${ended}late`), shown('[terminal u]', 'u')]);
});

/** What an agent does with two terminals, one of them last in the content of `c`, the other in its midst. */
const step = fc.oneof(
  fc.record({
    id: fc.constantFrom('t', 'u', 'v'),
    data: fc.oneof(fc.string({ unit: 'binary', maxLength: 5 }), fc.constantFrom('\ud83d', '\ude00', '\n')),
  }),
  fc.record({ id: fc.constantFrom('t', 'u', 'v'), exit_code: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ content: fc.constantFrom(['t'], ['u', 't'], ['t', 'x', 'u']) }),
);

test('[BR87] whatever is told and shown, a client ends with the output of each terminal in its place', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { create, tell, update, content, end } = telling();
      const items = (ids: readonly string[]) =>
        ids.map((id) => (id === 'x' ? { type: 'content', content: text('x') } : terminal(id)));
      let places: readonly string[] = ['u', 't'];
      const texts = new Map<string, string>();
      const ended = new Set<string>();
      const add = (id: string, more: string) => texts.set(id, (texts.get(id) ?? '') + more);
      create({ content: items(places) });
      update('tool_call', { toolCallId: 'd', title: 'D', content: [terminal('u'), terminal('v')] });
      for (const one of steps) {
        if ('content' in one) {
          places = one.content;
          tell({}, { content: items(places) });
        } else if ('data' in one) {
          add(one.id, one.data);
          tell(printed(one.data, one.id));
        } else {
          // The first end is the end. Half of a character is not completed after it.
          tell({ terminal_exit: { terminal_id: one.id, exit_code: one.exit_code } });
          if (ended.has(one.id)) continue;
          ended.add(one.id);
          const before = (texts.get(one.id) ?? '').replace(/[\ud800-\udbff]$/, '\ufffd');
          const line = before === '' || before.endsWith('\n') ? '' : '\n';
          texts.set(one.id, `${before}${line}[ended with code ${one.exit_code}]\n`);
        }
      }
      tell({}, { status: 'completed' });
      update('tool_call_update', { toolCallId: 'd', status: 'completed' });
      end();
      const whole = (id: string) => (texts.get(id) ?? '').replace(/[\ud800-\udbff]$/, '');
      const expected = (ids: readonly string[]) =>
        ids.map((id) => (id === 'x' ? 'x' : whole(id) === '' ? `[terminal ${id}]` : whole(id)));
      const found = (id: string) =>
        (content(id) as readonly unknown[]).map((item) => object(object(item)['content'])['text']);
      expect([found('c').join('|'), found('d').join('|')]).toEqual([
        expected(places).join('|'),
        expected(['u', 'v']).join('|'),
      ]);
    }),
    { numRuns: counts({ short: 200, long: 5_000 }) },
  );
});
