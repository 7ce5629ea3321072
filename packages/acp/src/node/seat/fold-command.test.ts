import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newPath } from '../test-support/programs.ts';
import { foldCommand } from './fold-command.ts';

function command(source: string): string {
  const path = `${newPath()}.cjs`;
  writeFileSync(path, source);
  return `'${process.execPath}' '${path}'`;
}

test.skipIf(process.platform === 'win32')('lines go in, and a text comes out, whatever the status is', async () => {
  const counting = command(`
    let text = '';
    process.stdin.on('data', (part) => { text += part; });
    process.stdin.on('end', () => { console.log(JSON.stringify(text.split('\\n').length)); process.exitCode = 1; });
  `);
  expect(await foldCommand(counting)(['one', 'two'])).toBe('3\n');
});

test.skipIf(process.platform === 'win32')(
  'a command that says nothing, is not there or never ends is an error',
  async () => {
    await expect(foldCommand(command('console.error("I am out"); process.exit(3);'))([])).rejects.toThrow(
      /^The command .* wrote nothing \(code 3\)\. I am out$/s,
    );
    await expect(foldCommand('emend-no-such-command')([])).rejects.toThrow('was not found');
    await expect(foldCommand(command('setInterval(() => {}, 1000)'), { timeout: 300 })([])).rejects.toThrow(
      'did not end within 0.3 s.',
    );
  },
);
