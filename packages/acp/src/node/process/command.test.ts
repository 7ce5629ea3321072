import { describe, expect, test } from 'vitest';
import { resolveCommand } from './command.ts';

function search(platform: string, files: readonly string[], env: Record<string, string> = {}) {
  return {
    platform,
    env,
    cwd: platform === 'win32' ? 'C:\\project' : '/project',
    isExecutable: (path: string) => files.includes(path),
  };
}

describe('resolveCommand', () => {
  test.each([
    ['agent', { PATH: '/usr/bin:/opt/bin' }, '/opt/bin/agent'],
    ['agent', { PATH: '/opt/bin:/usr/local/bin' }, '/opt/bin/agent'],
    ['agent', { PATH: '' }, '/project/agent'],
    ['agent', { PATH: 'tools' }, '/project/tools/agent'],
    ['./agent', { PATH: '/opt/bin' }, '/project/./agent'],
    ['/opt/bin/agent', {}, '/opt/bin/agent'],
    ['/nope', {}, undefined],
    ['nope', { PATH: '/opt/bin' }, undefined],
    ['', { PATH: '/opt/bin' }, undefined],
  ])('on POSIX: %s with %o is %s', (command, env, file) => {
    const files = [
      '/opt/bin/agent',
      '/usr/local/bin/agent',
      '/project/agent',
      '/project/tools/agent',
      '/project/./agent',
      '/opt/bin/',
    ];
    const resolved = resolveCommand(command, ['--acp', 'a b'], search('linux', files, env as Record<string, string>));
    expect(resolved).toEqual(file && { file, args: ['--acp', 'a b'], verbatim: false });
  });

  test.each([
    ['agent', 'C:\\tools\\agent.exe'],
    ['agent.exe', 'C:\\tools\\agent.exe'],
    ['.\\local', 'C:\\project\\.\\local.com'],
    ['D:\\x\\agent', 'D:\\x\\agent.exe'],
    ['v1.2', 'C:\\tools\\v1.2.exe'],
    ['nope', undefined],
    ['', undefined],
  ])('on Windows: %s is %s', (command, file) => {
    const files = [
      'C:\\tools\\agent.exe',
      'C:\\tools\\agent.cmd',
      'C:\\project\\.\\local.com',
      'D:\\x\\agent.exe',
      'C:\\tools\\v1.2.exe',
      'C:\\tools\\agent',
    ];
    const env = { Path: 'C:\\empty;"C:\\tools"', pathext: '.COM;.EXE;.BAT;.CMD' };
    expect(resolveCommand(command, ['a b'], search('win32', files, env))).toEqual(
      file && { file, args: ['a b'], verbatim: false },
    );
  });

  test('on Windows a batch file goes through the command interpreter, with nothing it could take for an operator', () => {
    const files = ['C:\\Program Files\\npm\\gemini.cmd'];
    const env = { PATH: 'C:\\Program Files\\npm\\', COMSPEC: 'C:\\Windows\\cmd.exe' };
    expect(resolveCommand('gemini', ['--acp', 'a "b" & c', 'd\\', '%PATH%'], search('win32', files, env))).toEqual({
      file: 'C:\\Windows\\cmd.exe',
      args: [
        '/d',
        '/s',
        '/c',
        `"${[
          'C:\\Program^ Files\\npm\\gemini.cmd',
          '^^^"--acp^^^"',
          '^^^"a^^^ \\^^^"b\\^^^"^^^ ^^^&^^^ c^^^"',
          '^^^"d\\\\^^^"',
          '^^^"^^^%PATH^^^%^^^"',
        ].join(' ')}"`,
      ],
      verbatim: true,
    });
  });
});
