import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile } from '../test-support/built-command.ts';

beforeAll(buildPackages);

type Update = Readonly<Record<string, unknown>> & { readonly sessionUpdate: string };

/** A client without any library in front of the demo agent, which speaks November alone. */
class BridgedClient {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, (result: Readonly<Record<string, unknown>>) => void>();
  /** The updates since the last prompt. */
  updates: Update[] = [];
  #id = 0;

  constructor() {
    const node = [process.execPath, commandFile];
    const command = ['bridge', '--', ...node, 'agent', '--protocol', 'november', '--pace', '0'];
    this.#child = spawn(process.execPath, [commandFile, ...command], { stdio: ['pipe', 'pipe', 'ignore'] });
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const { id, method, params, result, error } = JSON.parse(line);
      if (method === 'session/update') this.updates.push(params.update);
      else this.#waiting.get(id)?.(result ?? { error });
    });
  }

  request(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#id;
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Sends a prompt and returns its answer and the updates that came until then. */
  async prompt(text: string): Promise<{ readonly answer: unknown; readonly updates: readonly Update[] }> {
    this.updates = [];
    const answer = await this.request('session/prompt', { sessionId: 'session-1', prompt: [{ type: 'text', text }] });
    return { answer, updates: this.updates };
  }

  close(): void {
    this.#child.stdin.end();
  }
}

type Item = {
  readonly type: string;
  readonly path?: string;
  readonly newText?: string;
  readonly content?: { readonly text: string };
};

/** What a client shows after a prompt: tool calls with their content, what the agent said, and the names of other updates. */
function shown(updates: readonly Update[]) {
  const calls = new Map<unknown, Update>();
  let said = '';
  const others: string[] = [];
  for (const update of updates) {
    const { sessionUpdate, toolCallId, content } = update;
    if (toolCallId !== undefined) calls.set(toolCallId, { ...calls.get(toolCallId), ...update });
    else if (sessionUpdate === 'agent_message_chunk') said += (content as Item['content'])?.text;
    else others.push(sessionUpdate);
  }
  const usual = ['available_commands_update', 'session_info_update', 'user_message', 'user_message_chunk'];
  return {
    calls: [...calls.values()].map(({ title, status, content = [] }) => [
      `${title} ${status}`,
      ...(content as readonly Item[]).map((item) => item.content?.text ?? `${item.type} ${item.path}: ${item.newText}`),
    ]),
    said,
    others: [...new Set(others)].filter((name) => !usual.includes(name)),
  };
}

const built = 'building\n100 %\ndone: café, naïve, 日本語\n';
const moved = 'Moved /project/src/area.js → /project/src/product.js';
const compaction = ['compaction_update', 'compaction_summary_chunk'];

/** The prompt, what is shown, and the updates that a June client gets although it does not know them. */
const table = [
  ['/terminal', { calls: [['npm run build completed', built]], said: '' }, []],
  [
    '/files',
    {
      calls: [
        [
          'Tidy up completed',
          moved,
          'diff /project/src/product.js: export const name = "product";\n',
          'Deleted /project/src/old.js',
          'Modified /project/docs/area.png',
        ],
      ],
      said: 'One file was moved, one deleted and one replaced. Not really: this is a demo.',
    },
    [],
  ],
  ['/form', { calls: [], said: 'Your client cannot show forms, so I did not ask.' }, []],
  ['/notice', { calls: [], said: 'I told you something that is no part of this conversation.' }, ['notice']],
  ['/compact', { calls: [], said: '' }, compaction],
] as const;

const onAndOff = [
  { value: 'on', name: 'On' },
  { value: 'off', name: 'Off' },
];

test.each([
  ['June', { protocolVersion: 2, clientInfo: { name: 'c', version: '1' } }],
  ['v1', { protocolVersion: 1, clientCapabilities: {} }],
] as const)('a client of %s sees each thing that only November has in another form', async (name, hello) => {
  const client = new BridgedClient();
  await client.request('initialize', hello);
  const { configOptions } = await client.request('session/new', { cwd: '/project', mcpServers: [] });
  expect((configOptions as readonly { readonly id: string }[]).find(({ id }) => id === 'brief')).toEqual({
    type: 'select',
    id: 'brief',
    name: 'Brief',
    description: 'Ends the tour after six stations',
    currentValue: 'off',
    options: onAndOff,
    _meta: { 'emend/raw': { type: 'boolean' } },
  });
  const set = { sessionId: 'session-1', configId: 'brief', value: 'on' };
  expect((await client.request('session/set_config_option', set))['configOptions']).toContainEqual(
    expect.objectContaining({ id: 'brief', currentValue: 'on' }),
  );
  for (const [prompt, expected, unknown] of table) {
    const { answer, updates } = await client.prompt(prompt);
    expect([prompt, answer, shown(updates)]).toEqual([
      prompt,
      { stopReason: 'end_turn' },
      { ...expected, others: name === 'June' ? unknown : [] },
    ]);
  }
  const { answer, updates } = await client.prompt('/background');
  const said = 'The server runs in the background for a moment; you can go on talking.';
  expect([answer, shown(updates).said]).toEqual([{ stopReason: 'end_turn' }, said]);
  // Its output arrives before or after the end of the turn.
  await expect
    .poll(() => shown(client.updates).calls)
    .toEqual([['npm run serve completed', 'listening on port 3000\nstopped\n']]);
  client.close();
});
