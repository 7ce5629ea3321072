import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { commandFile } from '../../test-support/built-command.ts';

/** An `emend inspect` that runs, as a test sees it. */
export interface Inspecting {
  readonly child: ChildProcessWithoutNullStreams;
  readonly output: { stdout: string; stderr: string };
  /** The address with the token, once it was written. */
  address(): Promise<string>;
  /** Sends a signal if one is given, and returns the status at the end. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

const addressLine = /^(http:\/\/\S+\/#token=\S+)\n/m;

/** Starts `emend inspect`; it ends with the test. */
export function inspecting(args: readonly string[], env: NodeJS.ProcessEnv = {}): Inspecting {
  const child = spawn(process.execPath, [commandFile, 'inspect', ...args], { env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  const closed = once(child, 'close');
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text;
    });
  child.stdin.on('error', () => {});
  return {
    child,
    output,
    async address() {
      for (;;) {
        const found = addressLine.exec(output.stdout) ?? addressLine.exec(output.stderr);
        if (found?.[1] !== undefined) return found[1];
        if (child.exitCode !== null) throw new Error(`emend inspect has ended: ${output.stderr}`);
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), closed]);
      }
    },
    async end(signal) {
      if (signal !== undefined) child.kill(signal);
      const [status] = await closed;
      return status;
    },
  };
}

/** A page of an inspector, without a browser. */
export interface TestPage {
  // biome-ignore lint/suspicious/noExplicitAny: what a page gets is looked at field by field.
  ask(call: string, question?: unknown): Promise<any>;
  /** Returns the lines of all frames. */
  lines(): Promise<string[]>;
}

/** Returns what a page at an address downloads. */
export async function download(address: string, what: string, frame: number): Promise<string> {
  const { origin, hash } = new URL(address);
  const headers = { authorization: `Bearer ${hash.slice('#token='.length)}` };
  return (await fetch(`${origin}/api/download?what=${what}&frame=${frame}`, { headers })).text();
}

/** Opens the page at an address as its script does. */
export async function openPage(address: string): Promise<TestPage> {
  const { origin, hash } = new URL(address);
  const authorization = `Bearer ${hash.slice('#token='.length)}`;
  const answer = await fetch(`${origin}/api/ticket`, { method: 'POST', headers: { authorization } });
  const { ticket } = (await answer.json()) as { ticket: string };
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/socket?ticket=${ticket}`);
  onTestFinished(() => socket.terminate());
  socket.setMaxListeners(0);
  await once(socket, 'open');
  let last = 0;
  const ask: TestPage['ask'] = (call, question = {}) =>
    new Promise((resolve, reject) => {
      last += 1;
      const id = last;
      const onMessage = (data: unknown): void => {
        const message = JSON.parse(String(data));
        if (message.id !== id) return;
        socket.off('message', onMessage);
        if ('failure' in message) reject(new Error(message.failure));
        else resolve(message.answer);
      };
      socket.on('message', onMessage);
      socket.send(JSON.stringify({ id, call, question }));
    });
  return {
    ask,
    async lines() {
      const { frames } = await ask('overview');
      const all = Array.from({ length: frames }, (_, index) => ask('frame', { frame: index + 1 }));
      return (await Promise.all(all)).map(({ raw }) => raw);
    },
  };
}
