import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { isTmuxReady, Pane } from './test-support/tmux.ts';

const asking = fileURLToPath(new URL('./test-support/november-agent.mjs', import.meta.url));

beforeAll(buildPackages);

async function talkToDemo(pace: number): Promise<Pane> {
  const pane = new Pane(['chat', '--cwd', '/', '--pace', String(pace)], { rows: 30 });
  await pane.until(/Type \/tour[\s\S]*demo-small/);
  return pane;
}

function enter(pane: Pane, text: string): void {
  pane.type(text);
  pane.press('Enter');
}

describe.skipIf(!(await isTmuxReady()))('the November draft at a real terminal', () => {
  test('a terminal is shown while it runs, and a carriage return writes over its line', async () => {
    using pane = await talkToDemo(40);
    enter(pane, '/terminal');
    await pane.until(/execute npm run build.*\n {6}\$ npm run build\n {6}building\n {6,}[24]0 %\n/);
    const screen = await pane.until(/done: café, naïve, 日本語[\s\S]*\nready/);
    expect(screen).toMatch(
      /✓ execute npm run build.*\n {6}\$ npm run build\n {6}building\n {6}100 %\n {6}done: café, naïve, 日本語\n/,
    );
    expect(pane.all()).not.toContain('20 %');
  });

  test('a form is filled in, corrected and sent', async () => {
    using pane = await talkToDemo(2);
    enter(pane, '/form');
    await pane.until('Enter goes on');
    pane.press('Enter', 'Enter', 'Enter', 'Enter');
    await pane.until(/Name.*\n[\s\S]*Enter goes on/);
    pane.type('area');
    await pane.until('› Name *: area');
    pane.press('Enter');
    await pane.until('› License');
    pane.press('Space', 'Enter');
    await pane.until('› With tests');
    pane.press('Space', 'Enter');
    await pane.until('› First version');
    pane.press('BSpace');
    pane.type('3');
    pane.press('Enter');
    await pane.until(/You want area, version 3\.0\.0, under MIT, without tests\.[\s\S]*\nready/);
    enter(pane, '/form');
    await pane.until('Enter goes on');
    pane.press('C-c');
    await pane.until(/■ Cancelled\.[\s\S]*\nready/);
  });

  test('a switch is set, and a notice is shown once, below what is there', async () => {
    using pane = await talkToDemo(0);
    enter(pane, ':set brief on');
    await pane.until('brief is now on.');
    enter(pane, ':set brief');
    await pane.until('brief = on  (on, off)');
    enter(pane, '/notice');
    const screen = await pane.until(/Low on credit\nTen prompts are left\. Not really\.[\s\S]*\nready/);
    expect(screen.split('Low on credit')).toHaveLength(2);
    enter(pane, '/tour');
    await pane.until(/That was the tour[\s\S]*\nready/);
    expect(pane.all()).not.toContain('/tools: tool calls');
  });

  test('background work shows its output after the turn, while the person types', async () => {
    using pane = await talkToDemo(20);
    enter(pane, '/background');
    await pane.until(/you can go on talking\.[\s\S]*\nready/);
    pane.type('half a th');
    await pane.until(/listening on port 3000[\s\S]*❯ half a th\n/);
    pane.type('ought');
    await pane.until(/✓ execute npm run serve.*\n[\s\S]*stopped[\s\S]*❯ half a thought\nready/);
    pane.press('C-c');
    enter(pane, '/background');
    await pane.until((rows) => rows.split('you can go on talking.').length === 3 && /\nready.*$/.test(rows));
    enter(pane, '/slow');
    await pane.until('1, 2');
    pane.press('C-c');
    await pane.until(/⊘ execute Count to 120 cancelled[\s\S]*■ Cancelled\.[\s\S]*\nready/);
    await pane.until((rows) => rows.split('✓ execute npm run serve').length === 3);
  });

  test('a question for permission has the words of the agent above what it is about', async () => {
    using pane = new Pane(['chat', '--', process.execPath, asking]);
    await pane.until('Talking to asking');
    enter(pane, 'go');
    const screen = await pane.until('Press a key');
    expect(screen).toMatch(
      /May I push to main\?\n.*The branch is protected,\n.*but you are its owner\.\n[\s\S]*git push origin main[\s\S]*› 2\/n {2}Do not push \(reject once\)/,
    );
    pane.press('y');
    await pane.until(/the answer was \{"outcome":"selected","optionId":"yes"\}[\s\S]*\nready/);
  });
});
