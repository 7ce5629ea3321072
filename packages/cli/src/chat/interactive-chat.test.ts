import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { isTmuxReady, Pane, type PaneOptions } from './test-support/tmux.ts';

const rogue = fileURLToPath(new URL('./test-support/rogue-agent.mjs', import.meta.url));
const talkToRogue = (mode: string, options?: PaneOptions) =>
  new Pane(['chat', '--', process.execPath, rogue, mode], options);
const talkToDemo = (options?: PaneOptions, pace = 2) => new Pane(['chat', '--pace', String(pace)], options);

/** The end of the program, and after it what the shell finds: a terminal that reads lines and echoes them. */
const leftWith = (status: number) => new RegExp(`\nleft with ${status}\nicanon\necho`);

beforeAll(buildPackages);

describe.skipIf(!(await isTmuxReady()))('at a real terminal', () => {
  test('an answer streams in and is laid out', async () => {
    using pane = talkToDemo({ rows: 40 });
    await pane.until('Type /tour and press Enter');
    pane.type('/stream');
    pane.press('Enter');
    const screen = await pane.until(/That was all\.[\s\S]*\nready/);
    expect(screen).toContain(
      [
        '❯ /stream',
        '',
        '  Streaming',
        '',
        '  This answer arrives word by word, as a model writes it. It has bold text,',
        '  inline code, a link (https://agentclientprotocol.com) and a list:',
        '',
        '  • one item,',
        '  • another with wide characters: 日本語, 한국어, 🙂,',
        '  • and one in another direction: שלום.',
        '',
        '    ts',
        '    // Code keeps its shape.',
        '    export function greet(name: string): string {',
        '      return `Hello, ${name}!`;',
        '    }',
        '',
        '  What   │ Cells │',
        '  ───────┼───────┼────────────────────',
        '  日本語 │     6 │ wide characters',
        '  🙂     │     2 │ an emoji',
        '  plain  │     5 │ and a table of them',
        '',
        '  That was all.',
      ].join('\n'),
    );
  });

  test('a turn that failed inside of the agent is shown with what the agent printed', async () => {
    using pane = talkToRogue('mistake');
    await pane.until('Talking to rogue');
    pane.type('hi');
    pane.press('Enter');
    expect(await pane.until(/agent\.mjs[\s\S]*\nready/)).toContain(
      [
        '✗ The turn ended with an error: Internal error (-32603)',
        'Its standard error ended with:',
        '| ReferenceError: x is not defined␛[2J',
        '|     at prompt (agent.mjs:3:5)',
      ].join('\n'),
    );
  });

  test('a rewritten message leaves no trace of its drafts', async () => {
    using pane = talkToDemo({}, 40);
    await pane.until('Type /tour');
    pane.type('/rewrite');
    pane.press('Enter');
    await pane.untilWritten('Draft 1');
    await pane.untilWritten('Draft 2');
    expect(await pane.until(/only this text counts[\s\S]*\nready/)).not.toContain('Draft');
    expect(pane.all()).not.toContain('Draft');
  });

  test('a cleared message disappears', async () => {
    using pane = talkToDemo({}, 40);
    await pane.until('Type /tour');
    pane.type('/clear');
    pane.press('Enter');
    await pane.untilWritten('two and two are five');
    expect(await pane.until(/are four\.[\s\S]*\nready/)).not.toContain('five');
  });

  test('a permission is chosen by key, and Enter alone never allows', async () => {
    using pane = talkToDemo();
    await pane.until('Type /tour');
    pane.type('/permission');
    pane.press('Enter');
    expect(await pane.until('Press a key')).toContain('▌ › 3/n  Keep it (reject once)');
    pane.press('y');
    await pane.until(/✓ delete Delete build\/[\s\S]*You allowed it[\s\S]*\nready/);
    pane.type('/permission');
    pane.press('Enter');
    await pane.until('Press a key');
    pane.press('Enter');
    await pane.until(/✗ delete Delete build\/ rejected[\s\S]*You did not allow it[\s\S]*\nready/);
  });

  test('without an option that rejects nothing is chosen beforehand', async () => {
    using pane = talkToRogue('permission');
    await pane.until('Type a message');
    pane.type('go');
    pane.press('Enter');
    const screen = await pane.until('Press a key');
    expect(screen).toContain('▌   1/y  Yes (allow once)\n▌   2/a  Always (allow always)');
    // Were one of these keys an answer, it would be given before the one that chooses the second option.
    pane.press('Enter', 'n', 'x', 'Down', 'Down', 'Enter');
    await pane.until('the answer was {"outcome":"selected","optionId":"always"}');
  });

  test('Ctrl-C cancels, also while a question is open; twice leaves', async () => {
    using pane = talkToDemo();
    await pane.until('Type /tour');
    pane.type('/slow');
    pane.press('Enter');
    await pane.until('1, 2');
    pane.press('C-c');
    await pane.until(/⊘ execute Count to 120 cancelled[\s\S]*■ Cancelled\.[\s\S]*\nready/);
    pane.type('/permission');
    pane.press('Enter');
    await pane.until('Press a key');
    pane.press('C-c');
    const screen = await pane.until((rows) => rows.split('■ Cancelled.').length === 3 && /\nready.*$/.test(rows));
    expect(screen).toMatch(/⊘ delete Delete build\/ cancelled/);
    pane.press('C-c');
    await pane.until('Ctrl-C again leaves');
    pane.press('C-c');
    await pane.until('left with 0');
  });

  test('what waits for a turn that is cancelled stands in the prompt again, and that is said', async () => {
    using pane = talkToDemo();
    await pane.until('Type /tour');
    pane.type('/slow');
    pane.press('Enter');
    await pane.until('1, 2');
    pane.type('my next prompt');
    pane.press('Enter');
    await pane.until('waiting: my next prompt');
    pane.press('C-c');
    await pane.until(/The prompt that was waiting was not sent; Enter sends[\s\S]*❯ my next prompt\nready/);
    pane.press('C-c');
    pane.type('/help');
    pane.press('Enter');
    await pane.until('Enter sends; Alt-Enter');
  });

  test('a new size lays everything out anew', async () => {
    using pane = talkToDemo();
    await pane.until('Type /tour');
    pane.type('/rewrite');
    pane.press('Enter');
    await pane.until(/only this text counts[\s\S]*\nready/);
    pane.resize(40, 20);
    const narrow = await pane.until(/ {2}The meeting is on Tuesday at ten, in\n {2}the large room\.[\s\S]*\nready/);
    expect(narrow.split('\n').filter((row) => row.startsWith('❯'))).toEqual([
      '❯ /rewrite',
      '❯ Type a message, or / for commands',
    ]);
    pane.resize(100, 30);
    expect(await pane.until('  The meeting is on Tuesday at ten, in the large room.')).toContain('❯ /rewrite');
  });

  test('what has scrolled out and changes is shown again under a mark', async () => {
    using pane = talkToRogue('replace');
    await pane.until('Type a message');
    pane.type('go');
    pane.press('Enter');
    const screen = await pane.until(/Something above has changed[\s\S]*\nready/);
    expect(screen).toContain('⟲ Something above has changed. It is now:\n  row thirty\n  row 31');
    expect(pane.all()).toContain('  row 29\n');
  });

  test('what was taken back after it has scrolled out is said', async () => {
    using pane = talkToRogue('redact');
    await pane.until('Type a message');
    pane.type('go');
    pane.press('Enter');
    await pane.until(/⟲ Something above was taken back\.\n\n {2}done[\s\S]*\nready/);
  });

  test('an agent that dies is named with the end of its standard error, and the terminal is put back', async () => {
    using pane = talkToRogue('die');
    await pane.until('Type a message');
    pane.type('go');
    pane.press('Enter');
    const screen = await pane.until(leftWith(1));
    expect(screen).toContain('  my last words');
    expect(screen).toContain('emend: The agent ended with status 3.');
    expect(screen).toContain('  | config file missing␛[2J\n  | fatal: giving up');
    expect(pane.flags()).toMatch(/^1 1 /);
  });

  test('a mistake of our own ends the agent, puts the terminal back and is told', async () => {
    const crash = new URL('./test-support/crash.mjs', import.meta.url).href;
    using pane = talkToRogue('crash', { env: { NODE_OPTIONS: `--import ${crash}` }, rows: 40 });
    await pane.until('Type a message');
    pane.type('go');
    pane.press('Enter');
    const screen = await pane.until(leftWith(1));
    expect(screen).toMatch(
      /\nemend: Something went wrong in emend chat itself: RangeError: the drawing failed\n {4}at [\s\S]*\nThis is a bug of emend, [\s\S]*\nleft with 1/,
    );
    expect(pane.flags()).toMatch(/^1 1 /);
    const agent = Number(readFileSync(join(pane.folder, 'agent.pid'), 'utf8'));
    expect(() => process.kill(agent, 0)).toThrow('ESRCH');
  });

  test.each(['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const)('%s leaves the terminal as it was', async (signal) => {
    using pane = talkToDemo();
    await pane.until('Type /tour');
    pane.type('/slow');
    pane.press('Enter');
    await pane.until('1, 2');
    process.kill(pane.child(), signal);
    await pane.until(leftWith(1));
    expect(pane.flags()).toMatch(/^1 1 /);
  });

  test('even a kill in the middle of a question leaves the terminal as it was', async () => {
    using pane = talkToDemo();
    await pane.until('Type /tour');
    pane.type('/permission');
    pane.press('Enter');
    await pane.until('Press a key');
    expect(pane.isCooked()).toBe(false);
    process.kill(pane.child(), 'SIGKILL');
    await pane.until(() => pane.isCooked() && /^1 1 /.test(pane.flags()));
    await pane.until('left with 137');
  });

  test('a terminal that knows nothing gets plain text', async () => {
    using pane = talkToDemo({ env: { TERM: 'dumb' } });
    pane.type('/think');
    pane.press('Enter');
    await pane.until('I have thought about it: **42**.');
    pane.press('C-d');
    expect(await pane.until('left with 0')).not.toContain('ready');
  });

  test('commands complete, several lines and history work', async () => {
    using pane = talkToDemo();
    await pane.until('Type /tour');
    pane.type('/us');
    await pane.until('/usage  Context and cost in the status line');
    pane.press('Tab', 'Enter');
    await pane.until(/0\.06 USD so far[\s\S]*\nready.*40k\/200k tokens · 0\.06 USD/);
    pane.type('/redact one\\');
    pane.press('Enter');
    pane.type('two');
    await pane.until('❯ /redact one\n  two');
    pane.press('Enter');
    await pane.until(/\[removed by a guardrail\][\s\S]*\nready/);
    pane.press('Up');
    await pane.until(/❯ \/redact one\n {2}two\nready/);
    pane.press('Up', 'Up');
    await pane.until(/❯ \/usage\nready/);
    pane.press('C-c');
    pane.type(':set mode read-only');
    pane.press('Enter');
    await pane.until(/mode is now read-only\.[\s\S]*read-only · demo-small/);
    pane.press('BTab');
    await pane.until('mode is now ask.');
  });

  test('what was sent is remembered at once, also by a chat that is killed, and by all that run', async () => {
    using first = talkToDemo();
    using second = talkToDemo({ env: { XDG_STATE_HOME: first.folder } });
    await Promise.all([first.until('Type /tour'), second.until('Type /tour')]);
    for (const [pane, text] of [
      [first, '/usage'],
      [second, '/think'],
    ] as const) {
      pane.type(text);
      pane.press('Enter');
      await pane.until(new RegExp(`❯ ${text}\\n[\\s\\S]*❯ Type a message.*\\nready`));
    }
    first.press('Up');
    await first.until(/❯ \/think\nready/);
    first.press('Up');
    await first.until(/❯ \/usage\nready/);
    process.kill(first.child(), 'SIGKILL');
    second.press('C-d');
    await Promise.all([first.until('left with 137'), second.until('left with 0')]);
    using third = talkToDemo({ env: { XDG_STATE_HOME: first.folder } });
    await third.until('Type /tour');
    third.press('Up');
    await third.until(/❯ \/think\n/);
    third.press('Up');
    await third.until(/❯ \/usage\n/);
  });

  test('Ctrl-Z gives the terminal to the shell, and fg takes it again in its new size', async () => {
    using pane = talkToDemo({ isJob: true });
    await pane.until('Type /tour');
    pane.type('half a th');
    await pane.until('❯ half a th');
    pane.press('C-z');
    const stopped = await pane.until(/Stopped[\s\S]*shell>$/);
    expect(stopped).not.toContain('ready');
    expect(pane.flags()).toMatch(/^1 1 /);
    pane.type('stty -a | grep -o -w -e -icanon -e icanon; echo $((6 * 7))');
    pane.press('Enter');
    await pane.until('\nicanon\n42\nshell>');
    pane.resize(60, 20);
    pane.type('fg');
    pane.press('Enter');
    await pane.until(
      (screen) => /❯ half a th\nready.*emend-demo$/.test(screen) && screen.split('\n').at(-1)?.length === 60,
    );
    pane.type('ought');
    await pane.until('❯ half a thought\nready');
    pane.press('C-c', 'C-d');
    await pane.until(/shell>$/);
  });

  test('stopped by a signal while the agent writes, it goes on where it was', async () => {
    using pane = talkToDemo({ isJob: true, rows: 60 }, 40);
    await pane.until('Type /tour');
    pane.type('/stream');
    pane.press('Enter');
    await pane.until('This answer arrives');
    process.kill(pane.child(), 'SIGTSTP');
    await pane.until(/Stopped[\s\S]*shell>$/);
    pane.type('fg');
    pane.press('Enter');
    await pane.until(/shell> fg\n[\s\S]*❯ \/stream\n\n {2}Streaming\n[\s\S]*That was all\.\n\n❯ .*\nready/);
    process.kill(pane.child(), 'SIGSTOP');
    await pane.until(/Stopped[\s\S]*shell>$/);
    pane.type('fg');
    pane.press('Enter');
    await pane.until((screen) => /That was all\.\n\n❯ .*\nready.*$/.test(screen) && !pane.isCooked());
    pane.type('there');
    await pane.until(/❯ there\nready/);
  });

  test('in a terminal without a shell Ctrl-Z has nobody to give it to', async () => {
    using pane = talkToDemo();
    await pane.until('Type /tour');
    pane.press('C-z');
    pane.type('there');
    await pane.until(/❯ there\nready/);
  });

  test('a terminal of a few rows is enough', async () => {
    using pane = talkToDemo({ rows: 5, columns: 30 });
    await pane.until('Type /tour');
    pane.type('/permission');
    pane.press('Enter');
    await pane.until(/Rows 1 to \d of \d/);
    pane.press('n');
    await pane.until(/so\n {2}nothing happened\.\n\n❯ Type a message[^\n]*\nready/);
    pane.type('/');
    await pane.until('14 more');
    pane.press('BSpace');
    await pane.until(/^\n*❯ Type a message[^\n]*\nready/);
    expect(pane.all().split('nothing happened.')).toHaveLength(2);
    expect(pane.all().match(/^(ready|. working)/gm)).toEqual(['ready']);
    expect(pane.all().match(/^▌/gm)).toBe(null);
  });

  test('without colours when NO_COLOR says so', async () => {
    using pane = talkToDemo({ env: { NO_COLOR: '1' } });
    await pane.until('Talking to Emend demo agent');
    pane.type('/tools');
    pane.press('Enter');
    await pane.until(/All three tests pass[\s\S]*\nready/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what colours begin with.
    expect(pane.painted()).not.toMatch(/\x1b\[[0-9;]*\b(3[0-7]|38|9[0-7])\b[0-9;]*m/);
  });
});
