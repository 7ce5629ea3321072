import { describe, expect, test } from 'vitest';
import { plainInspector } from './plain-inspector.ts';
import { text } from './test-support/recordings.ts';

const rpc = (message: object) => ({ jsonrpc: '2.0', ...message });
const update = (sessionId: string, sent: object) =>
  rpc({ method: 'session/update', params: { sessionId, update: sent } });
const chunk = (messageId: string, value: string) =>
  update('s', { sessionUpdate: 'agent_message_chunk', messageId, content: text(value) });

const prompt = rpc({ id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: [text('Go')] } });
const entries: readonly object[] = [
  { at: 0, from: 'client', message: prompt },
  { at: 1, from: 'agent', message: chunk('m', 'Hel') },
  { at: 2, from: 'agent', message: chunk('m', 'lo') },
  { at: 3, from: 'stderr', text: 'warn' },
  { at: 4, from: 'agent', message: chunk('m', '!') },
  { at: 5, from: 'agent', message: rpc({ id: 1, result: { stopReason: 'end_turn' } }) },
  {
    at: 6,
    from: 'agent',
    message: update('s', { sessionUpdate: 'agent_message', messageId: 'm', content: [text('Bye')] }),
  },
];
const lines = [...entries.map((entry) => JSON.stringify(entry)), '', 'oops'];
const inspector = plainInspector(lines);
const size = (index: number) => (lines[index] as string).length;

function chunkRow(number: number, at: number, summary: string) {
  return {
    number,
    at,
    from: 'agent',
    kind: 'update',
    method: 'session/update',
    summary: `agent_message_chunk ${summary}`,
    session: 's',
    size: size(number - 1),
  };
}

const rowsOf = async (filter: string, open: readonly number[] = []) => {
  const { rows } = await inspector.ask('rows', { filter, open, start: 0, end: 100 });
  return rows.map(({ number }) => number);
};

describe('rows', () => {
  test('[IP1, IP3] every line is a frame, and chunks that follow each other are one row', async () => {
    expect(await inspector.ask('rows', { filter: '', open: [], start: 1, end: 5 })).toEqual({
      total: 8,
      frames: 9,
      isComplete: true,
      rows: [
        { ...chunkRow(2, 1, 'Hello'), size: size(1) + size(2), folded: { frames: 2, last: 3, isOpen: false } },
        { number: 4, at: 3, from: 'stderr', kind: 'noise', summary: 'warn', size: size(3) },
        chunkRow(5, 4, '!'),
        {
          number: 6,
          at: 5,
          from: 'agent',
          kind: 'response',
          method: 'session/prompt',
          summary: 'end_turn',
          session: 's',
          id: '1',
          size: size(5),
        },
      ],
    });
    expect(await inspector.ask('rows', { filter: '', open: [2], start: 1, end: 4 })).toEqual({
      total: 9,
      frames: 9,
      isComplete: true,
      rows: [
        { ...chunkRow(2, 1, 'Hel'), folded: { frames: 2, last: 3, isOpen: true } },
        chunkRow(3, 2, 'lo'),
        { number: 4, at: 3, from: 'stderr', kind: 'noise', summary: 'warn', size: size(3) },
      ],
    });
  });

  test('[IP3] a folded row has the text of what is shown, as far as it has room', async () => {
    const texts = Array.from({ length: 400 }, (_, index) => JSON.stringify(chunk('m', `${index},`)));
    const long = plainInspector(texts);
    const summaryOf = async (filter: string) => {
      const { rows } = await long.ask('rows', { filter, open: [], start: 0, end: 10 });
      return rows.map(({ summary, size: bytes }) => ({ summary, bytes }));
    };
    const sum = (some: readonly string[]) => some.reduce((all, { length }) => all + length, 0);
    const numbers = Array.from({ length: 40 }, (_, index) => `${index},`).join('');
    expect(await summaryOf('')).toEqual([
      { summary: `agent_message_chunk ${numbers}`.slice(0, 119).concat('…'), bytes: sum(texts) },
    ]);
    const some = texts.filter((line) => line.includes('39'));
    expect(await summaryOf('39')).toEqual([
      { summary: 'agent_message_chunk 39,139,239,339,390,391,392,393,394,395,396,397,398,399,', bytes: sum(some) },
    ]);
  });

  test('[IP3] a row of a list says how much is in it', async () => {
    const sent = [
      { sessionUpdate: 'plan', entries: [{ status: 'completed' }, { status: 'pending' }, 7] },
      { sessionUpdate: 'plan_update', plan: { type: 'items', entries: [] } },
      { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'a' }] },
      { sessionUpdate: 'config_option_update', configOptions: [1, 2] },
    ];
    const lists = plainInspector(sent.map((one) => JSON.stringify(update('s', one))));
    const { rows } = await lists.ask('rows', { filter: '', open: [], start: 0, end: 9 });
    expect(rows.map(({ summary }) => summary)).toEqual([
      'plan 1 of 3 done',
      'plan_update 0 of 0 done',
      'available_commands_update 1 command',
      'config_option_update 2 options',
    ]);
  });

  test('[IP2, IP15] a filter lets through what fits all its conditions', async () => {
    expect(await rowsOf('from:agent -is:update')).toEqual([6]);
    expect(await rowsOf('hel')).toEqual([2]);
    expect(await rowsOf('"stop reason"')).toEqual([]);
    expect(await rowsOf('method:prompt')).toEqual([1, 6]);
    expect(await rowsOf('method:message_chunk -HEL', [2])).toEqual([3, 5]);
    expect(await rowsOf('id:1')).toEqual([1, 6]);
    expect(await rowsOf('is:correction')).toEqual([7]);
    expect(await rowsOf('is:noise')).toEqual([4, 8, 9]);
    expect(await rowsOf('session:s is:request')).toEqual([1]);
    expect([await rowsOf('session:s…s'), await rowsOf('session:… is:request')]).toEqual([[], [1]]);
    expect(await rowsOf('-session:s')).toEqual([4, 8, 9]);
  });

  test.each([
    ['from:me', '"from:" takes client, agent and stderr, not "me".'],
    ['is:odd', '"is:" takes error, request, response, update, correction and noise, not "odd".'],
    [
      'http://x',
      'There is no "http:"; there are method:, session:, from:, id: and is:. Put "http://x" in quotes to search for it.',
    ],
    ['method:', 'Nothing follows "method:".'],
    ['a -', 'Nothing follows "-".'],
    ['"a', 'A quotation mark is not closed.'],
  ])('[IP2] the filter %s says why it hides nothing', async (filter, filterFault) => {
    expect(await inspector.ask('rows', { filter, open: [], start: 0, end: 0 })).toEqual({
      total: 8,
      frames: 9,
      rows: [],
      filterFault,
      isComplete: true,
    });
  });

  test('[IP4] a row is found by its frame', async () => {
    const placeOf = (frame: number, filter = '', open: readonly number[] = []) =>
      inspector.ask('place', { frame, filter, open });
    expect(await placeOf(3)).toEqual({ row: 1, isShown: true });
    expect(await placeOf(3, '', [2])).toEqual({ row: 2, isShown: true });
    expect(await placeOf(5, '', [2])).toEqual({ row: 4, isShown: true });
    expect(await placeOf(5, 'is:noise')).toEqual({ row: 0, isShown: false });
    expect(await placeOf(2, 'is:noise')).toEqual({ row: -1, isShown: false });
    expect(await inspector.ask('times', { start: 6, end: 20 })).toEqual({ times: [5, 6, null, null] });
  });
});

test('[IP5] a request and its answer know each other', async () => {
  const asked = await inspector.ask('frame', { frame: 1 });
  const answer = await inspector.ask('frame', { frame: 6 });
  expect([asked.pair, answer.pair, (await inspector.ask('frame', { frame: 2 })).pair]).toEqual([
    { frame: 6, elapsed: 5 },
    { frame: 1, elapsed: 5 },
    undefined,
  ]);
  const { raw, cut, message } = asked;
  expect({ raw, cut, message }).toEqual({ raw: lines[0], cut: 0, message: prompt });
});

test('[IP6, IP15] a conversation is that after the frame, with what set and corrected its parts', async () => {
  const at = async (frame: number) => {
    const { rows, changed } = await inspector.ask('conversation', { frame, session: 's', start: -10, end: 10 });
    return { changed, rows: rows.map(({ key, origin, isChanged, cut }) => ({ key, origin, isChanged, cut })) };
  };
  const told = (created: number, changed: number, content: readonly number[]) => ({
    created,
    changed,
    fields: { content: changed },
    content,
  });
  expect(await at(0)).toEqual({ changed: -1, rows: [] });
  expect((await at(3)).rows[1]).toEqual({ key: 'agent m', origin: told(2, 3, [2, 3]), isChanged: true, cut: 0 });
  const end = await at(7);
  expect(end.changed).toBe(1);
  expect(end.rows[1]).toEqual({
    key: 'agent m',
    origin: { ...told(2, 7, [7]), corrected: 7 },
    isChanged: true,
    cut: 0,
  });
  const whole = await inspector.ask('part', { frame: 4, session: 's', key: 'agent m' });
  expect(whole).toMatchObject({ type: 'message', message: { content: [text('Hel'), text('lo')] } });
});

test('[IP7] problems are in the order of their frames', async () => {
  const { problems } = await inspector.ask('problems', { start: 0, end: 10 });
  expect(problems.map(({ frame, level, from }) => ({ frame, level, from }))).toEqual([
    { frame: 7, level: 'hint', from: 'linter' },
    { frame: 9, level: 'error', from: 'check' },
  ]);
  expect((await inspector.ask('nextProblem', { frame: 7, direction: 'next' })).problem?.frame).toBe(9);
  expect((await inspector.ask('nextProblem', { frame: 7, direction: 'previous' })).problem).toBeUndefined();
  expect((await inspector.ask('problems', { start: 0, end: 10, levels: ['error'] })).total).toBe(1);
  const places = [6, 7, 9].map((frame) => inspector.ask('problems', { start: 0, end: 0, frame }));
  expect(await Promise.all(places)).toEqual([
    { total: 2, problems: [] },
    { total: 2, problems: [], place: 0 },
    { total: 2, problems: [], place: 1 },
  ]);
});
