import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { RedactedRecording } from './redacted-recording.ts';
import { isSecretName, redaction } from './redaction.ts';

const secret = 'hunter22-long';

/** A notification of an agent, as it would stand on the wire. */
const update = (body: object, sessionId = 's') =>
  JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: body } });
const chunk = (text: string, messageId = 'm') =>
  update({ sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } });

/** The updates that end up in the recording of these lines, and when: the output after each line and at the end. */
function recorded(lines: readonly string[], secrets: readonly string[] = [secret]) {
  const recording = new RedactedRecording(redaction([], secrets));
  const written = [...lines.map((line) => recording.take(1, 'agent', line)), recording.settle()];
  const updates = written.map((text) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).message.params.update),
  );
  return { updates, all: updates.flat() };
}

const textsOf = (updates: readonly { content: { text: string } }[]) => updates.map(({ content }) => content.text);

test('[RC10] a secret that is streamed in pieces is masked where it began, and the pieces wait for each other', () => {
  const { updates } = recorded([chunk('it is hun'), chunk('ter22'), chunk('-long, and so'), chunk(' on')]);
  expect(updates.map(textsOf)).toEqual([[], [], ['it is [redacted]', '', ', and so'], [' on'], []]);
});

test('[RC10] what only begins like a secret stays as it is', () => {
  const { updates } = recorded([chunk('on the hunt'), chunk('ing ground h'), chunk('.')]);
  expect(updates.map(textsOf)).toEqual([[], ['on the hunt'], ['ing ground h', '.'], []]);
});

test('[RC10] a piece is not taken for the rest of another: messages, calls and sessions are told apart', () => {
  const { all } = recorded([chunk('hun', 'a'), chunk('HUN', 'b'), chunk('ter22-long', 'b'), chunk('ter22-long!', 'a')]);
  expect(textsOf(all)).toEqual(['[redacted]', 'HUN', 'ter22-long', '!']);
});

test.each([
  [
    'the output of a tool',
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'c',
      content: [{ type: 'content', content: { type: 'text', text: 'hunter' } }],
    },
    {
      sessionUpdate: 'tool_call_content_chunk',
      toolCallId: 'c',
      content: { type: 'content', content: { type: 'text', text: '22-long' } },
    },
  ],
  [
    'the output of a terminal',
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      _meta: { terminal_output_delta: { terminal_id: 't', data: 'hunter' } },
    },
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      _meta: { terminal_output_delta: { terminal_id: 't', data: '22-long' } },
    },
  ],
  [
    'a message that goes on in chunks',
    { sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: 'text', text: 'hunter' }] },
    { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: '22-long' } },
  ],
  [
    'a message in parts',
    {
      sessionUpdate: 'agent_message',
      messageId: 'm',
      content: [
        { type: 'text', text: 'hunter' },
        { type: 'text', text: '22-long' },
      ],
    },
    { sessionUpdate: 'usage_update' },
  ],
])('[RC10] so is a secret in %s', (_, first, second) => {
  const { all } = recorded([update(first), update(second)]);
  expect(all).toEqual(
    [first, second].map((body) =>
      JSON.parse(JSON.stringify(body).replace('hunter', '[redacted]').replace('22-long', '')),
    ),
  );
});

test('[RC10] in batches too, and an answer waits for nothing', () => {
  const batch = (text: string) => `[${chunk(text)}]`;
  const recording = new RedactedRecording(redaction([], [secret]));
  expect(recording.take(1, 'agent', batch('hunter'))).toBe('');
  expect(recording.take(2, 'agent', batch('22-long'))).not.toMatch(/hunter|22-long/);
  const answer = '{"jsonrpc":"2.0","id":1,"result":{"text":"hunter"}}';
  expect(recording.take(3, 'client', answer)).toBe(`{"at":3,"from":"client","message":${answer}}\n`);
});

const toolUpdate = (body: object) => ({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...body });
const toolText = (text: string) => ({ type: 'content', content: { type: 'text', text } });

test.each<[string, (text: string) => object]>([
  ['content of a tool', (text) => toolUpdate({ content: [toolText(text)] })],
  ['a part of a list', (text) => toolUpdate({ content: [toolText(text), toolText('(running)')] })],
  ['a fenced text', (text) => toolUpdate({ content: [toolText(`\`\`\`\n${text}\n\`\`\``)] })],
  ['JSON in a text', (text) => toolUpdate({ rawInput: JSON.stringify({ command: text }) })],
  ['an input', (text) => toolUpdate({ rawInput: { command: text } })],
  ['an output', (text) => toolUpdate({ rawOutput: text })],
  [
    'a whole message',
    (text) => ({ sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: 'text', text }] }),
  ],
])(
  '[RC14] what is told anew each time shows no beginning of a secret, though nothing goes on with it: %s',
  (_, body) => {
    const texts = ['$ hun', '$ hunter2', '$ hunter22-lon', '$ hunter22-long', '$ hunter22-long, hunt', '$ hunting'];
    const masked = ['$ hun', '$ [redacted]', '$ [redacted]', '$ [redacted]', '$ [redacted], [redacted]', '$ hunting'];
    expect(recorded(texts.map((text) => update(body(text)))).all).toEqual(masked.map(body));
  },
);

test('[RC14] nor do the answers of a terminal and the question about a tool call', () => {
  const recording = new RedactedRecording(redaction([], [secret]));
  const told = (body: object) =>
    JSON.parse(recording.take(1, 'agent', JSON.stringify({ jsonrpc: '2.0', id: 1, ...body })));
  expect(told({ result: { output: '$ hunter2', truncated: false } }).message.result.output).toBe('$ [redacted]');
  const params = { sessionId: 's', toolCall: { toolCallId: 'c', rawInput: { command: 'echo hunter2' } }, options: [] };
  const question = told({ method: 'session/request_permission', params }).message;
  expect(question.params.toolCall.rawInput.command).toBe('echo [redacted]');
});

test('[RC11] what waits too long or too much is written with its end masked, and the rest is masked as well', () => {
  const recording = new RedactedRecording(redaction([], [secret]));
  const text = (written: string) =>
    written
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).message.params.update.content.text);
  expect(text(recording.take(1, 'agent', chunk('so hunt')))).toEqual([]);
  expect(text(recording.settle())).toEqual(['so [redacted]']);
  expect(text(recording.take(1, 'agent', chunk('er22-long, hu')))).toEqual([]);
  expect(text(recording.settle())).toEqual([', hu']);
  expect(text(recording.take(1, 'agent', chunk('nter22-long')))).toEqual(['[redacted]']);
  expect(recording.take(1, 'agent', chunk('hunt', 'open'))).toBe('');
  let waited = 0;
  for (let count = 0; recording.isWaiting; count++) {
    recording.take(1, 'agent', chunk('other', 'other'));
    waited = count;
  }
  expect(waited).toBeLessThanOrEqual(1_000);
});

test('[RC14] however a text grows that is told anew each time, no secret and no beginning of one stands at its end', () => {
  const growing = fc.array(fc.constantFrom('a', 'abc', 'abcabc', 'abcabd', 'x', ' '), { maxLength: 12 });
  fc.assert(
    fc.property(growing, (parts) => {
      const texts = parts.map((_, index) => parts.slice(0, index + 1).join(''));
      const { all } = recorded(
        texts.map((text) => update(toolUpdate({ rawOutput: text }))),
        ['abcabcabd'],
      );
      expect(all).toHaveLength(texts.length);
      for (const { rawOutput } of all) expect(rawOutput).not.toMatch(/abcabcabd|abca(b(c(ab?)?)?)?\s*$/);
    }),
    { numRuns: counts({ short: 200, long: 2_500 }) },
  );
});

const pieces = fc.array(
  fc.record({ place: fc.constantFrom('a', 'b'), cut: fc.integer({ min: 1, max: 12 }), isSettled: fc.boolean() }),
  { minLength: 1, maxLength: 40 },
);
const words = fc.array(fc.constantFrom('abcabcabd', 'abc', 'ab', 'x', 'bcabdefg', 'abcabcabdefg'), { maxLength: 12 });

test('[RC10] [RC11] however texts are cut and mixed, no secret is left, and without haste nothing else is masked', () => {
  fc.assert(
    fc.property(words, words, pieces, fc.boolean(), (a, b, cuts, isHasty) => {
      const whole: Record<string, string> = { a: a.join(''), b: b.join('') };
      const left = { ...whole };
      const recording = new RedactedRecording(redaction([], ['abcabcabd']));
      let written = '';
      for (const { place, cut, isSettled } of [
        ...cuts,
        { place: 'a', cut: 999, isSettled: false },
        { place: 'b', cut: 999, isSettled: false },
      ]) {
        const text = left[place]?.slice(0, cut) ?? '';
        left[place] = left[place]?.slice(cut) ?? '';
        written += recording.take(1, 'agent', chunk(text, place));
        if (isHasty && isSettled) written += recording.settle();
      }
      // A place that says something else is no longer in doubt.
      if (!isHasty) for (const place of ['a', 'b']) written += recording.take(1, 'agent', chunk('.', place));
      written += recording.settle();
      const said: Record<string, string> = { a: '', b: '' };
      for (const line of written.split('\n').slice(0, -1)) {
        const { messageId, content } = JSON.parse(line).message.params.update;
        said[messageId] += content.text;
      }
      for (const place of ['a', 'b']) {
        if (isHasty) expect(said[place]).not.toContain('abcabcabd');
        else expect(said[place]).toBe(`${whole[place]?.replaceAll('abcabcabd', '[redacted]')}.`);
      }
    }),
    { numRuns: counts({ short: 500, long: 10_000 }) },
  );
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const output = (bytes: Buffer | string, terminalId = 't') =>
  update({ sessionUpdate: 'terminal_output_chunk', terminalId, data: Buffer.from(bytes).toString('base64') });
const whole = (text: string) =>
  update({ sessionUpdate: 'terminal_update', terminalId: 't', output: { data: base64(text), _meta: { of: secret } } });

/** The bytes of the terminals in the recording of these lines, as text. */
const outputOf = (lines: readonly string[], secrets?: readonly string[]) =>
  recorded(lines, secrets).all.map(({ data, output: all }) => Buffer.from(data ?? all.data, 'base64').toString('utf8'));

test('[RC15] a secret in the output of a terminal is masked, also in pieces; other bytes stay as they are', () => {
  expect(outputOf([output(`it is ${secret}, really`)])).toEqual(['it is [redacted], really']);
  expect(outputOf([output('it is hun'), output('hun', 'other'), output('ter22-long, and so')])).toEqual([
    'it is [redacted]',
    'hun',
    ', and so',
  ]);
  expect(outputOf([whole(`a ${secret} b`), whole('it is hunter'), output('22-long!')])).toEqual([
    'a [redacted] b',
    'it is [redacted]',
    '!',
  ]);
  expect(JSON.stringify(recorded([whole('x')]).all)).not.toContain(secret);
  // A character of the secret is split between two chunks.
  const bytes = Buffer.from('say pässwörd-lang now');
  expect(outputOf([output(bytes.subarray(0, 6)), output(bytes.subarray(6))], ['pässwörd-lang'])).toEqual([
    'say [redacted]',
    ' now',
  ]);
  const binary = Buffer.from([0, 255, 128, 10, 195]);
  expect(recorded([output(binary)]).all).toEqual([JSON.parse(output(binary)).params.update]);
});

/** The lines of a file after it was masked. */
function maskedFile(lines: readonly string[], redact = redaction(['apiKey'], [secret], isSecretName)): string[] {
  const recording = new RedactedRecording(redact);
  const text = [...lines.map((line) => recording.takeRecorded(line)), recording.settle()].join('');
  return text.split('\n').slice(0, -1);
}

test('[RC80] a recording that exists is masked like one that is being made, and every line stays a line', () => {
  const head = '{"at":12345.6789,"from":"agent"';
  expect(
    maskedFile([
      `${head},"message":${chunk('it is hun')}}`,
      `${head},"message":${chunk('ter22-long.')}, "more": "hunter22-long"}`,
      `{"at":2,"from":"stderr","text":"key {\\"apiKey\\":\\"x\\"} hunter22-long"}`,
      chunk(`bare ${secret}`),
      'no JSON hunter22-long',
      '',
      '"hunter22-long"',
      `{"at":3,"from":"client","message":"hunter22-long"}`,
    ]),
  ).toEqual([
    `${head},"message":${chunk('it is [redacted]')}}`,
    `${head},"more":"[redacted]","message":${chunk('.')}}`,
    `{"at":2,"from":"stderr","text":"key {\\"apiKey\\":\\"x\\"} [redacted]"}`,
    chunk('bare [redacted]'),
    'no JSON [redacted]',
    '',
    '"[redacted]"',
    `{"at":3,"from":"client","message":"[redacted]"}`,
  ]);
});

test('[RC80] pairs of a name and a value are masked if the name marks a secret', () => {
  const servers = (value: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"mcpServers":[{"env":[{"name":"GITHUB_TOKEN","value":"${value}"},{"name":"HOME","value":"/me"}]}]}}`;
  expect(maskedFile([servers('abc')])).toEqual([servers('[redacted]')]);
  expect(maskedFile([servers('abc')], redaction([], []))).toEqual([servers('abc')]);
});

test('[RC80] so are headers, arguments of commands and parameters of addresses', () => {
  const message = (params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'session/new', params });
  const server = (one: string) => ({
    headers: [{ name: 'Cookie', value: one }],
    env: { GITHUB_TOKEN: one, HOME: '/me' },
    url: `https://me:${one}@mcp.example:8080/sse?api_key=${one}&page=2#access_token=${one}`,
    command: 'mcp-remote',
    args: [
      '--api-key',
      one,
      `--token=${one}`,
      '--verbose',
      '-e',
      `DB_PASS=${one}`,
      '--header',
      `Authorization: ${one}`,
      '--url',
      `wss://x/?sig=${one}`,
      '--secret',
      '--name',
      'n',
      7,
    ],
  });
  const said = (one: string) => `see (https://a.example/?token=${one}) and http://b.example/c?d=e, not key=x`;
  const all = (one: string) => [message({ mcpServers: [server(one)] }), chunk(said(one)), said(one)];
  expect(maskedFile(all('Bearer-abc'))).toEqual(
    all('[redacted]').map((line) => line.replace('[redacted])', '[redacted]')),
  );
  expect(maskedFile(all('abc'), redaction([], []))).toEqual(all('abc'));
});

test('[RC80] a long text that only looks like addresses is read once', () => {
  // A search that goes back at each of these would not come to an end.
  const long = [
    'a.'.repeat(1_000_000),
    '://'.repeat(500_000),
    `x://${'?a'.repeat(500_000)}`,
    `x://${'a:'.repeat(500_000)}`,
  ];
  expect(long.map((text) => maskedFile([`${text} ://`])[0]?.length)).toEqual(long.map(({ length }) => length + 4));
});

test('[RC80] a message nested too deep to be redacted is left out, and the time stays a number whatever the secrets are', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  const told = '"(a message nested too deep to be redacted)"';
  const redact = redaction([], ['12345678']);
  expect(
    maskedFile([`{"jsonrpc":"2.0","x":${deep}}`, `{"at":12345678,"from":"agent","message":${deep}}`], redact),
  ).toEqual([told, `{"at":12345678,"from":"agent","text":${told}}`]);
});
