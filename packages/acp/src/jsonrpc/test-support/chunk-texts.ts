import fc from 'fast-check';

const strings = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      'a',
      'm',
      'n',
      's',
      'text',
      'text 0',
      'messageId',
      'agent_message_chunk',
      '}',
      '"',
      '\\',
      '\\"',
      '","text":"',
    ],
    ...[' "quoted" \\ \n\t', '\u2028é😀', '\ud800', '\udc00\ud800', '\u0000', '2.0', '-0', '1e400'],
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);

/** The order of the members of a chunk, and what does not differ from one chunk to the next. */
const shape = fc.record({
  members: fc.constantFrom(
    'jsonrpc method params',
    'params method jsonrpc',
    'jsonrpc id method params',
    '__proto__ params',
  ),
  keys: fc.constantFrom('sessionUpdate messageId content', 'messageId sessionUpdate content', 'content messageId more'),
  blockKeys: fc.constantFrom('type text', 'text type', 'type text more', 'text', 'type'),
  messageId: fc.constantFrom<unknown[]>('m', 'm', 'm', 'kind', 'text', 'a "b" \\', 7, null, undefined),
  more: fc.constantFrom<unknown[]>(0.1, -0, 'a', null, true, { a: 'text' }, ['text'], 'text 0'),
  hasExactId: fc.boolean(),
});

/** What may differ, and usually does not but for the text. */
const chunk = fc.record({
  text: strings,
  otherId: fc.option(strings, { freq: 4, nil: undefined }),
  sessionId: fc.constantFrom('s', 's', 's', 's', 's', 't'),
  sessionUpdate: fc.constantFrom('kind', 'kind', 'kind', 'kind', 'kind', 'm', 'text'),
  type: fc.constantFrom('text', 'text', 'text', 'text', 'text', 'm', 'a'),
});

/** Returns an object with some of these values, in the order of the names. */
function ordered(names: string, values: Readonly<Record<string, unknown>>): object {
  const pairs = names.split(' ').filter((name) => Object.hasOwn(values, name) && values[name] !== undefined);
  return Object.fromEntries(pairs.map((name) => [name, values[name]]));
}

/** The JSON texts of chunks with one shape, as an agent streams them. */
const run = fc
  .tuple(shape, fc.array(chunk, { maxLength: 10 }))
  .map(([{ members, keys, blockKeys, messageId, more, hasExactId }, chunks]) =>
    chunks.map(({ text, otherId, sessionId, sessionUpdate, type }) => {
      const content = ordered(blockKeys, { type, text, more });
      const update = ordered(keys, { sessionUpdate, messageId: otherId ?? messageId, content, more });
      const message = { jsonrpc: '2.0', id: 9007199254740992, method: 'session/update', params: { sessionId, update } };
      const json = JSON.stringify(ordered(members, { ...message, ['__proto__']: 'text' }));
      return hasExactId ? json : json.replaceAll('9007199254740992', '9007199254740993');
    }),
  );

/** Writes a JSON text in another way, some of which are the same value, some another, and some no JSON at all. */
function rewritten(json: string, style: number, at: number, damage: string): string {
  const place = Math.floor(at * json.length);
  switch (style) {
    case 0:
      return JSON.stringify(JSON.parse(json), undefined, 1).replaceAll('\n', ' ');
    case 1:
      return json.replaceAll('a', '\\u0061');
    case 2:
      return json.replace('"content":{', '"content":{"text":"twice",');
    case 3:
      return json.replace(/\}(\}*)$/, ',"messageId":"twice"}$1');
    case 4:
      return json.slice(0, place) + damage + json.slice(place);
    case 5:
      return json.slice(0, place) + damage + json.slice(place + 1);
    case 6:
      return json.slice(0, place);
    case 7:
      return json.slice(0, place) + json.slice(place + 3);
    case 8:
      return `${json.replace(/("text":"(?:[^"\\]|\\.)*)"/, `$1${damage}"`)}`;
    case 9:
      return `${json.replace(/("messageId":"(?:[^"\\]|\\.)*)"/, `$1${damage}"`)}`;
    case 10:
      return ` ${json}\r`;
    default:
      return json;
  }
}

const damages = [
  '"',
  '\\',
  '\\"',
  '","x":"',
  '":"',
  '{',
  '}',
  '[',
  ',',
  '\u0000',
  '\n',
  '\t',
  '\u007f',
  '\ud800',
  ' ',
  '0',
  '-0',
  'é',
  '\\u00',
  '\\x',
];

/** Texts that a reader may get one after the other: chunks that are alike, others, and what is no JSON. */
export const chunkTexts: fc.Arbitrary<readonly string[]> = fc
  .array(
    fc.tuple(
      run,
      fc.array(fc.tuple(fc.nat(40), fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...damages)), {
        maxLength: 8,
      }),
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((runs) =>
    runs.flatMap(([texts, changes]) =>
      texts.flatMap((text, index) => {
        const [style, at, damage] = changes[index] ?? [40, 0, ''];
        // Once more as it was, since a reader may have learned from what is wrong.
        return style <= 10 ? [text, rewritten(text, style, at, damage), text] : [text];
      }),
    ),
  );
