import { expect, test } from 'vitest';
import { object } from '../test-support/json.ts';
import { wayToJune, wayToNovember } from './test-support/crossings.ts';

const chunk = (content: object) => ({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content });
const contentOf = (updates: readonly object[]) => object(updates[0])['content'];
const link = (uri: string) => ({ type: 'resource_link', name: 'n', uri });

/** Content of June, what November gets, and the rules that say so. */
const crossings: readonly (readonly [string, object, object, readonly string[]])[] = [
  ...['file:///x y', 'foo:bar', 'C:\\x', 'https://h/x?y#z'].map(
    (uri) => [`the URI ${uri}`, link(uri), link(uri), []] as const,
  ),
  [
    'an absolute path',
    link('/w/a b.txt'),
    { ...link('file:///w/a%20b.txt'), _meta: { 'emend/uri': '/w/a b.txt' } },
    ['repair uri'],
  ],
  [
    'a path with signs of a URI',
    link('/w/a?b#c%20é'),
    { ...link('file:///w/a%3Fb%23c%2520%C3%A9'), _meta: { 'emend/uri': '/w/a?b#c%20é' } },
    ['repair uri'],
  ],
  ...['README.md', '//host/x', 'http://a b', '/half \ud800'].map(
    (uri) =>
      [
        `the address ${JSON.stringify(uri)}`,
        link(uri),
        { type: 'text', text: `[n](${uri})`, _meta: { 'emend/raw': link(uri) } },
        ['repair uri'],
      ] as const,
  ),
  ['an empty address', link(''), { type: 'text', text: 'n', _meta: { 'emend/raw': link('') } }, ['repair uri']],
  [
    'an embedded file',
    { type: 'resource', resource: { uri: '/a', text: 't', _meta: { k: 1 } } },
    { type: 'resource', resource: { uri: 'file:///a', text: 't', _meta: { k: 1, 'emend/uri': '/a' } } },
    ['repair uri'],
  ],
  [
    'an embedded file with a relative path',
    { type: 'resource', resource: { uri: 'a.md', text: 'hello' } },
    {
      type: 'text',
      text: 'a.md\n\nhello',
      _meta: { 'emend/raw': { type: 'resource', resource: { uri: 'a.md', text: 'hello' } } },
    },
    ['repair uri'],
  ],
  [
    'an embedded blob with a relative path',
    { type: 'resource', resource: { uri: 'a.bin', blob: 'AA==' } },
    {
      type: 'text',
      text: 'a.bin',
      _meta: { 'emend/raw': { type: 'resource', resource: { uri: 'a.bin', blob: 'AA==' } } },
    },
    ['repair uri'],
  ],
  [
    'an image from a path',
    { type: 'image', data: 'AA==', mimeType: 'image/png', uri: '/i.png' },
    { type: 'image', data: 'AA==', mimeType: 'image/png', uri: 'file:///i.png', _meta: { 'emend/uri': '/i.png' } },
    ['repair uri'],
  ],
  [
    'an image from a relative path',
    { type: 'image', data: 'AA==', mimeType: 'image/png', uri: 'i.png' },
    { type: 'image', data: 'AA==', mimeType: 'image/png', _meta: { 'emend/uri': 'i.png' } },
    ['repair uri'],
  ],
  ['content of an unknown type', { type: '_chart', points: [1] }, { type: '_chart', points: [1] }, []],
];

test.each(crossings)('[BR176] [N118] %s crosses to November and comes back', (_, inJune, inNovember, rules) => {
  const [forth, back] = [wayToNovember(), wayToJune()];
  expect(contentOf(forth.update(chunk(inJune)))).toEqual(inNovember);
  expect(forth.kinds()).toEqual(rules);
  expect(contentOf(back.update(chunk(inNovember)))).toEqual(inJune);
  expect(back.notes).toEqual([]);
});

/** Values that November does not take, and what is left. */
const losses: readonly (readonly [string, object, object, string])[] = [
  [
    'a priority above 1',
    { type: 'text', text: 'a', annotations: { priority: 1.5, audience: ['user'] } },
    { type: 'text', text: 'a', annotations: { audience: ['user'] } },
    'content.annotations.priority',
  ],
  [
    'a priority below 0',
    { type: 'audio', data: '', mimeType: 'audio/wav', annotations: { priority: -1 } },
    { type: 'audio', data: '', mimeType: 'audio/wav', annotations: {} },
    'content.annotations.priority',
  ],
  ['a size below 0', { ...link('a:b'), size: -1 }, link('a:b'), 'content.size'],
];

test.each(losses)('[BR176] [N118] %s is left out, which is a loss', (_, inJune, inNovember, path) => {
  const { update, notes } = wayToNovember();
  expect(contentOf(update(chunk(inJune)))).toEqual(inNovember);
  expect(notes).toEqual([
    { kind: 'loss', rule: 'annotation', messageId: 'm', path, lost: expect.any(Number), done: 'left out' },
  ]);
});

test('[BR176] only the block that changes is another one', () => {
  const { update } = wayToNovember();
  const same = { type: 'text', text: 'a', annotations: { priority: 1 } };
  const message = { sessionUpdate: 'user_message', messageId: 'm', content: [same, link('/a'), same] };
  const [sent] = update(message);
  const content = object(sent)['content'] as unknown[];
  expect([content[0] === same, content[1], content[2] === same]).toEqual([
    true,
    { ...link('file:///a'), _meta: { 'emend/uri': '/a' } },
    true,
  ]);
});

test('[BR176] [N118] a line below 1 is left out; the file stays', () => {
  const { update, notes } = wayToNovember();
  const call = { sessionUpdate: 'tool_call_update', toolCallId: 't' };
  const locations = [{ path: '/a', line: 0 }, { path: '/b', line: 1 }, { path: '/c' }, { path: '/d', line: null }];
  expect(update({ ...call, locations })).toEqual([{ ...call, locations: [{ path: '/a' }, ...locations.slice(1)] }]);
  expect(notes).toEqual([
    { kind: 'repair', rule: 'location-line', toolCallId: 't', path: 'locations[0].line', lost: 0, done: 'left out' },
  ]);
});

test.each([
  ['without values', { type: 'select', currentValue: 'a', options: [] }],
  ['with an empty group', { type: 'select', currentValue: 'a', options: [{ group: 'g', name: 'G', options: [] }] }],
  ['that is a switch without a boolean', { type: 'boolean', currentValue: 'yes' }],
])('[BR176] [N45] [N118] an option %s is left out', (_, option) => {
  const { update, notes } = wayToNovember();
  const kept = { id: 'k', name: 'K', type: 'boolean', currentValue: true };
  const configOptions = [{ id: 'o', name: 'O', ...option }, kept];
  const { id: configId, ...rest } = kept;
  expect(update({ sessionUpdate: 'config_option_update', configOptions })).toEqual([
    { sessionUpdate: 'config_option_update', configOptions: [{ configId, ...rest }] },
  ]);
  expect(notes).toEqual([
    { kind: 'loss', rule: 'config-option', path: 'configOptions[0]', lost: 'o', done: 'left out' },
  ]);
});
