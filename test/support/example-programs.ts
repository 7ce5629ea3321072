import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, type ClientOptions, connect, tap } from '@emend/acp';
import { Peer } from '@emend/acp/jsonrpc';
import { launchAgent } from '@emend/acp/node';
import { root } from './repository.ts';

/** The built file of an example. */
export const exampleFile = (name: string) => join(root, 'examples/dist', `${name}.js`);

/** A block of text. */
export const text = (said: string) => ({ type: 'text', text: said });

/** Returns the update that appends to an agent message. */
export const chunk = (said: string) => ({ sessionUpdate: 'agent_message_chunk', content: text(said) });

/** Returns the update that replaces an agent message. */
export const whole = (said: string) => ({ sessionUpdate: 'agent_message', content: [text(said)] });

/** Returns the update that accepts a prompt. */
export const accepted = (said: string) => ({ sessionUpdate: 'user_message', content: [text(said)] });

const folders = mkdtempSync(join(tmpdir(), 'emend-examples-'));
process.on('exit', () => rmSync(folders, { recursive: true, force: true }));
let count = 0;

/** A new folder for a session to work in; it is removed at the end. */
export function newFolder(): string {
  count += 1;
  const folder = join(folders, String(count));
  mkdirSync(folder);
  return folder;
}

/** An example that runs as an agent, with everything it sent and the client to talk to it. */
export interface RunningExample extends AsyncDisposable {
  readonly client: Client;
  /** The updates it sent, without ids, which are random. */
  readonly updates: readonly Record<string, unknown>[];
  readonly stderr: () => string;
  readonly pid: number;
}

/** Starts an example as an agent and shakes hands with it. */
export async function startExample(
  args: readonly string[],
  options: ClientOptions & { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<RunningExample> {
  const { env, ...clientOptions } = options;
  const [name = '', ...rest] = args;
  const agent = await launchAgent(process.execPath, [exampleFile(name), ...rest], {
    cwd: newFolder(),
    env: { ...process.env, OPENAI_BASE_URL: '', ...env },
  });
  const updates: Record<string, unknown>[] = [];
  let stderr = '';
  agent.stderr.on('data', (bytes) => {
    stderr += bytes;
  });
  const watched = tap(agent.transport, (direction, frame) => {
    const { method, params } = JSON.parse(frame as string);
    if (direction !== 'received' || method !== 'session/update') return;
    const { messageId: _message, toolCallId: _call, ...update } = params.update;
    updates.push(update);
  });
  // What the examples send is compared in June, in which they are written.
  const client = await agent.startUp(connect(watched, { prefers: 'june', ...clientOptions }));
  return {
    client,
    updates,
    stderr: () => stderr,
    pid: agent.pid,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** An example that runs as an agent of v1, with a session and what it sent. */
export interface ExampleOfV1 extends AsyncDisposable {
  readonly initialized: unknown;
  /** The updates it sent, without ids, which are random, and without what the bridge adds. */
  readonly updates: readonly Record<string, unknown>[];
  prompt(said: string): Promise<unknown>;
}

/** Starts an example as an agent, shakes hands with it in v1 and opens a session. */
export async function startAsV1(name: string): Promise<ExampleOfV1> {
  const env = { ...process.env, OPENAI_BASE_URL: '' };
  const agent = await launchAgent(process.execPath, [exampleFile(name)], { env });
  const updates: Record<string, unknown>[] = [];
  const client = new Peer(agent.transport, {
    notifications: {
      'session/update': (params) => {
        const { update } = params as { update: Record<string, unknown> };
        const { messageId: _message, toolCallId: _call, _meta, ...rest } = update;
        updates.push(rest);
      },
    },
  });
  const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
  const initialized = await client.request('initialize', { protocolVersion: 1, clientCapabilities });
  const opened = await client.request('session/new', { cwd: newFolder(), mcpServers: [] });
  const { sessionId } = opened as { sessionId: string };
  return {
    initialized,
    updates,
    prompt: (said) => client.request('session/prompt', { sessionId, prompt: [text(said)] }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Runs a program to its end; returns its output and exit status. */
export function runToEnd(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve) => {
    const options = {
      cwd: newFolder(),
      env: { ...process.env, OPENAI_BASE_URL: '', ...env },
      encoding: 'utf8',
    } as const;
    const child = execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
    child.stdin?.end();
  });
}
