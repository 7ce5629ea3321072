import { expect, test } from 'vitest';
import type { KeyPress } from '../terminal/keys.ts';
import { type Asked, FormPanel } from './form-panel.ts';

const layout = { width: 60, height: 24, looks: 'none', isDetailed: false } as const;

function panelFor(properties: object, required: readonly string[] = []) {
  const answers: unknown[] = [];
  const asked = { mode: 'form', message: 'Who are you?', requestedSchema: { type: 'object', properties, required } };
  const panel = new FormPanel(asked as Asked, (answer) => answers.push(answer));
  panel.isArmed = true;
  return { panel, answers };
}

const key = (name: string): KeyPress => ({ type: 'key', name });
const text = (typed: string): KeyPress => ({ type: 'text', text: typed });

function pressAll(panel: FormPanel, ...presses: readonly KeyPress[]): boolean {
  return presses.map((press) => panel.press(press)).at(-1) === true;
}

test('[N43] a form is filled in field by field, and sent with the last', () => {
  const { panel, answers } = panelFor(
    {
      name: { type: 'string', title: 'Name', description: 'As others call you' },
      age: { type: 'integer', minimum: 0 },
      isNew: { type: 'boolean', title: 'New here', default: false },
      team: {
        type: 'string',
        oneOf: [
          { const: 'a', title: 'Team A' },
          { const: 'b', title: 'Team B' },
        ],
      },
      days: { type: 'array', items: { type: 'string', enum: ['Mon', 'Tue', 'Wed'] }, minItems: 1 },
    },
    ['name', 'days'],
  );
  pressAll(panel, text('Ad'), text('a'), key('enter'), text('36'), key('enter'), text(' '));
  expect(panel.rows(layout, 20)).toEqual([
    '▌ The agent asks',
    '▌ │ Who are you?',
    '▌ │   Name *: Ada',
    '▌ │   age: 36',
    '▌ │ › New here: [x] yes',
    '▌ │   team: ‹ … ›',
    '▌ │   days *: [ ] Mon  [ ] Tue  [ ] Wed',
    '▌ Space changes it. Enter goes on. Esc declines, Ctrl-C c…',
  ]);
  expect(pressAll(panel, key('enter'), text(' '), text(' '), key('enter'), key('enter'))).toBe(false);
  expect(panel.rows(layout, 20).at(-2)).toBe('▌ days: choose at least 1.');
  expect(pressAll(panel, key('right'), text(' '), key('enter'))).toBe(true);
  expect(answers).toEqual([
    { action: 'accept', content: { name: 'Ada', age: 36, isNew: true, team: 'b', days: ['Tue'] } },
  ]);
});

test.each([
  [{ type: 'integer' }, '1.5', 'n must be a whole number.'],
  [{ type: 'number' }, 'many', 'n must be a number.'],
  [{ type: 'number', minimum: 2 }, '1', 'n must be at least 2.'],
  [{ type: 'number', maximum: 2 }, '3', 'n must be at most 2.'],
  [{ type: 'string', minLength: 3 }, 'ab', 'n must have at least 3 characters.'],
  [{ type: 'string', maxLength: 1 }, 'ab', 'n must have at most 1 characters.'],
])('a value that the schema %j does not allow is not sent', (schema, typed, problem) => {
  const { panel, answers } = panelFor({ n: schema });
  expect(pressAll(panel, text(typed), key('enter'))).toBe(false);
  expect(panel.rows(layout, 20).at(-2)).toBe(`▌ ${problem}`);
  expect(answers).toEqual([]);
  panel.press(key('escape'));
  expect(answers).toEqual([{ action: 'decline' }]);
});

test('a field of an unknown type is not shown as another one, and cannot be sent if it is needed', () => {
  const { panel, answers } = panelFor({ colour: { type: '_colour' }, __proto__x: { type: 'string' } }, ['colour']);
  expect(panel.rows(layout, 20)[2]).toBe('▌ │ › colour *: (this client does not know how to ask ');
  expect(pressAll(panel, text('red'), key('enter'), key('enter'))).toBe(false);
  expect(answers).toEqual([]);
  const other = panelFor({ ['__proto__']: { type: 'string' }, x: { type: '_colour' } });
  expect(pressAll(other.panel, text('a'), key('enter'), key('enter'))).toBe(true);
  expect(JSON.stringify(other.answers)).toBe('[{"action":"accept","content":{"__proto__":"a"}}]');
});

test('keys typed before the form could be seen do not answer it, and hostile text stays in its rows', () => {
  const asked = {
    mode: 'form',
    message: '\x1b[2Jgone\u202e',
    requestedSchema: { type: 'object', properties: {} },
  } as const;
  const answers: unknown[] = [];
  const panel = new FormPanel(asked, (answer) => answers.push(answer));
  expect([panel.press(key('enter')), panel.press(key('escape')), answers]).toEqual([false, false, []]);
  expect(panel.rows(layout, 20)).toEqual(['▌ The agent asks', '▌ │ ␛[2Jgone‹U+202E›', '▌ …']);
});

test('a page is named, and visiting it is accepted or declined', () => {
  const answers: unknown[] = [];
  const page = { mode: 'url', message: 'Log in', url: 'https://example.org/login' } as const;
  for (const name of ['enter', 'escape']) {
    const panel = new FormPanel(page, (answer) => answers.push(answer));
    panel.isArmed = true;
    expect(panel.rows(layout, 20).slice(1, 3)).toEqual(['▌ │ Log in', '▌ │ https://example.org/login']);
    expect(panel.press(key(name))).toBe(true);
  }
  expect(answers).toEqual([{ action: 'accept' }, { action: 'decline' }]);
});

test('a form of very many fields stays within the rows that there are', () => {
  const properties = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, { type: 'string' }]));
  const { panel } = panelFor(properties);
  pressAll(panel, ...Array.from({ length: 60 }, () => key('down')));
  const rows = panel.rows(layout, 12);
  expect([rows.length <= 12, rows.some((row) => row.includes('› f60:')), rows.at(-2)]).toEqual([
    true,
    true,
    '▌ Not shown, being too many: 400 more fields.',
  ]);
});
