import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { History, ownMemory } from '../terminal/history.ts';
import { completionOf } from './completion.ts';
import { runOwnCommand } from './own-command.ts';
import { PermissionPanel } from './permission-panel.ts';
import { PromptArea } from './prompt-area.ts';
import { promptContent } from './prompt-content.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-prompt-'));
mkdirSync(join(folder, 'src'));
writeFileSync(join(folder, 'src', 'a.ts'), 'export {};\n');
writeFileSync(join(folder, 'data.bin'), Buffer.from([0, 1, 2]));
writeFileSync(join(folder, 'x.png'), Buffer.from([1, 2, 3]));
writeFileSync(join(folder, 'two words.md'), 'hi');
afterAll(() => rmSync(folder, { recursive: true }));

const source = {
  commands: [
    { name: 'plan', description: 'plans' },
    { name: 'play', description: 'plays' },
    { name: 'quit', description: 'the agent\u2019s own' },
  ],
  options: [
    {
      type: 'select' as const,
      id: 'model',
      name: 'Model',
      currentValue: 'a',
      options: [
        { value: 'a', name: 'A' },
        { value: 'b', name: 'B' },
        { value: 'b and c', name: 'Both' },
      ],
    },
  ],
  cwd: folder,
};
const layout = { width: 60, height: 24, looks: 'none' as const, isDetailed: false };

function suggested(text: string): string[] {
  return completionOf({ text, cursor: text.length }, source)?.suggestions.map((each) => each.text) ?? [];
}

test('commands, settings and paths are completed', () => {
  expect(suggested('/pl')).toEqual(['/plan', '/play']);
  expect(suggested('/plan now')).toEqual([]);
  expect(suggested('/he')).toEqual(['/help']);
  expect(suggested(':s')).toEqual([':set']);
  expect(suggested(':set ')).toEqual(['model']);
  expect(suggested(':set model ')).toEqual(['a', 'b', 'b and c']);
  expect(suggested(':set model b and')).toEqual(['b and c']);
  expect(suggested('look at @s')).toEqual(['src/']);
  expect(suggested('look at @src/')).toEqual(['src/a.ts']);
  expect(suggested('mail me@s')).toEqual([]);
  expect(suggested('@nowhere/')).toEqual([]);
  expect(suggested('@two')).toEqual(['"two words.md"']);
  expect(suggested('@"two w')).toEqual(['"two words.md"']);
});

function typing(...keys: string[]): { area: PromptArea; sent: (string | undefined)[]; rows: readonly string[] } {
  const area = new PromptArea(new History(ownMemory(['earlier'])), () => source);
  const sent = keys.map((key) =>
    area.press(key.startsWith('<') ? { type: 'key', name: key.slice(1, -1) } : { type: 'text', text: key }),
  );
  return { area, sent: sent.filter((text) => text !== undefined), rows: area.rows(layout, 10, 'hint').rows };
}

test('what was not sent is put back before what was written since', () => {
  const { area } = typing('new');
  area.giveBack(['first', 'second']);
  expect(area.press({ type: 'key', name: 'enter' })).toBe('first\nsecond\nnew');
});

test('Tab takes what all suggestions share, then the chosen one; Enter sends what is typed', () => {
  expect(typing('/', 'p', '<tab>').rows.at(-1)).toBe('❯ /pla');
  expect(typing('/', 'p', '<down>', '<down>', '<tab>').rows).toEqual(['❯ /play ']);
  expect(typing('/', 'p', '<down>', '<enter>', '<enter>').sent).toEqual(['/plan']);
  // What only begins a command is not sent unless the menu was closed: Enter chooses, takes and sends.
  expect(typing('/', 'p', '<enter>').sent).toEqual([]);
  expect(typing('/', 'p', '<enter>', '<enter>', '<enter>').sent).toEqual(['/plan']);
  expect(typing('/', 'p', '<escape>', '<enter>').sent).toEqual(['/p']);
  expect(typing('/', 'pla', '<tab>', '<down>', '<enter>', '<enter>').sent).toEqual(['/play']);
  expect(typing('/', 'q', '<escape>').rows).toEqual(['❯ /q']);
  expect(typing('see @two', '<tab>').rows).toEqual(['❯ see @"two words.md" ']);
  // A name in quotes and one without share nothing, which is no reason to lose what was typed.
  expect(typing('see @', '<tab>').rows.at(-1)).toBe('❯ see @');
});

test('lines, history and the hint', () => {
  expect(typing('a\\', '<enter>', 'b').rows).toEqual(['❯ a', '  b']);
  expect(typing('a', '<new-line>', 'b', '<enter>').sent).toEqual(['a\nb']);
  expect(typing('draft', '<up>').rows).toEqual(['❯ earlier']);
  expect(typing('draft', '<up>', '<down>').rows).toEqual(['❯ draft']);
  expect(typing(' ', '<enter>').sent).toEqual([]);
  expect(typing().rows).toEqual(['❯ hint']);
  const long = typing(...Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? `line${index}` : '<new-line>')));
  expect(long.area.rows(layout, 3, '').rows).toEqual(['⋮ line26', '  line28', '  ']);
  for (let index = 0; index < 10; index++) long.area.press({ type: 'key', name: 'up' });
  expect(long.area.rows(layout, 3, '').rows).toEqual(['⋮ line6', '  line8', '⋮ line10']);
  for (let index = 0; index < 5; index++) long.area.press({ type: 'key', name: 'up' });
  expect(long.area.rows(layout, 3, '').rows).toEqual(['❯ line0', '  line2', '⋮ line4']);
});

test('files go along as the agent takes them', async () => {
  const uri = (name: string) => pathToFileURL(join(folder, name)).href;
  const rich = { session: { prompt: { image: {}, embeddedContext: {} } } };
  const prompt = 'see @src/a.ts, @x.png @data.bin @"two words.md" @gone and @src/a.ts';
  expect(await promptContent(prompt, folder, rich)).toEqual({
    blocks: [
      { type: 'text', text: prompt },
      { type: 'resource', resource: { uri: uri('src/a.ts'), text: 'export {};\n' } },
      { type: 'image', mimeType: 'image/png', data: 'AQID', uri: uri('x.png') },
      { type: 'resource_link', uri: uri('data.bin'), name: 'data.bin', size: 3 },
      { type: 'resource', resource: { uri: uri('two words.md'), text: 'hi' } },
    ],
    missing: ['gone'],
  });
  expect((await promptContent('@x.png @src/a.ts', folder, {})).blocks.map(({ type }) => type)).toEqual([
    'text',
    'resource_link',
    'resource_link',
  ]);
});

const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'all', name: 'Always', kind: 'allow_always' },
  { optionId: 'no', name: 'No\n\x1b[2J', kind: 'reject_once' },
];

function asked(keys: readonly string[], offered = options, isArmed = true): unknown {
  let answer: unknown;
  const panel = new PermissionPanel(
    { sessionId: 's', toolCall: { toolCallId: 'c' }, options: offered },
    undefined,
    (chosen) => {
      answer = chosen;
    },
  );
  panel.isArmed = isArmed;
  for (const key of keys)
    panel.press(key.startsWith('<') ? { type: 'key', name: key.slice(1, -1) } : { type: 'text', text: key });
  return answer;
}

test('a question is answered by key; Enter alone rejects, or does nothing', () => {
  expect([asked(['y']), asked(['a']), asked(['n']), asked(['2'])]).toEqual(['yes', 'all', 'no', 'all']);
  expect(asked(['<enter>'])).toBe('no');
  expect(asked(['<enter>'], options.slice(0, 2))).toBe(undefined);
  expect(asked(['<down>', '<enter>'], options.slice(0, 2))).toBe('yes');
  expect(asked(['<up>', '<enter>'])).toBe('all');
  expect(asked(['d', 'x', '9', '<escape>'])).toBe(undefined);
  expect(asked(['y', '<enter>'], options, false)).toBe(undefined);
});

test('pasted text is no answer, and no option can break its row', () => {
  let answer: unknown;
  const panel = new PermissionPanel(
    { sessionId: 's', toolCall: { toolCallId: 'c', title: 'a\nb' }, options },
    undefined,
    (chosen) => {
      answer = chosen;
    },
  );
  panel.isArmed = true;
  expect([panel.press({ type: 'paste', text: 'y' }), answer]).toEqual([false, undefined]);
  const rows = panel.rows(layout, 20);
  expect(rows.every((row) => row.startsWith('▌ '))).toBe(true);
  expect(rows).toContain('▌ › 3/n  No⏎␛[2J (reject once)');
  expect(rows.slice(1, 3)).toEqual(['▌ │ other: a', '▌ │ b']);
});

test('a setting takes all words of its value, and a mistyped command is not sent to the agent', () => {
  const notes: string[] = [];
  const set: unknown[] = [];
  const session = {
    state: { configOptions: source.options },
    setConfigOption: async (...change: unknown[]) => void set.push(change),
  } as never;
  const actions = { note: (text: string) => void notes.push(text), leave() {}, toggleDetails() {} };
  expect(runOwnCommand(':set model b and c', session, actions)).toBe('done');
  expect(set).toEqual([['model', 'b and c']]);
  expect(runOwnCommand(':sett model b', session, actions)).toBe('done');
  expect(notes).toEqual(['There is no command :sett. :help shows what there is.']);
  expect([':) hello', ':smile: hi', ': x'].map((text) => runOwnCommand(text, session, actions))).toEqual([
    'not-ours',
    'not-ours',
    'not-ours',
  ]);
});
