import { spawn } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { program } from './test-support/programs.ts';

/** Runs a program with the given input, to its end. */
async function run(file: string, input: string) {
  const child = spawn(process.execPath, [file], { stdio: 'pipe' });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.stderr += text;
  });
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, ...output };
}

const agent = (options: string) => `
  import { Peer } from '../jsonrpc/peer.ts';
  import { stdio } from './stdio.ts';
  const peer = new Peer(stdio(${options}), {
    requests: {
      async prompt(_, context) {
        console.log('debugging');
        process.stdout.write('more debugging\\n');
        await new Promise((resolve) => setTimeout(resolve, 50));
        void context.notify('update');
        return 'end_turn';
      },
    },
  });
  await peer.closed;
  console.log('after the connection');
`;

describe('stdio', () => {
  test('what the program prints goes to standard error, and requests are answered after the end of input', async () => {
    const input = '{"jsonrpc":"2.0","id":1,"method":"prompt"}\r\nnoise\n{"jsonrpc":"2.0","id":2,"method":"x"}';
    expect(await run(await program(agent('')), input)).toEqual({
      code: 0,
      stdout: [
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
        '{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found: x"}}',
        '{"jsonrpc":"2.0","method":"update"}',
        '{"jsonrpc":"2.0","id":1,"result":"end_turn"}',
        'after the connection',
        '',
      ].join('\n'),
      stderr: 'debugging\nmore debugging\n',
    });
  });

  test("with strayOutput: 'stdout' nothing is redirected", async () => {
    const input = '{"jsonrpc":"2.0","id":1,"method":"prompt"}\n';
    expect(await run(await program(agent("{ strayOutput: 'stdout' }")), input)).toEqual({
      code: 0,
      stdout:
        'debugging\nmore debugging\n{"jsonrpc":"2.0","method":"update"}\n{"jsonrpc":"2.0","id":1,"result":"end_turn"}\nafter the connection\n',
      stderr: '',
    });
  });

  test('when the client has gone, the agent learns it and ends', async () => {
    const file = await program(`
      import { Peer } from '../jsonrpc/peer.ts';
      import { stdio } from './stdio.ts';
      const peer = new Peer(stdio());
      const text = 'x'.repeat(10_000);
      const sending = (async () => { for (;;) await peer.notify('update', { text }); })();
      const failed = await sending.catch((error) => error);
      const { reason } = await peer.closed;
      console.error(reason, failed instanceof Error);
    `);
    const child = spawn(process.execPath, [file], { stdio: 'pipe' });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    expect(stderr).toBe('failed true\n');
  });
});
