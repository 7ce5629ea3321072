import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** The floor for receiving: lines are split off, parsed, and looked at no further. */
export function plainReader(child: Child, onReady: () => void, onUpdate: (params: unknown) => void): void {
  readMessages(child, ({ method, params }) => (method === 'session/update' ? onUpdate(params) : onReady()));
}

/** The floor for asking: requests go out one by one, answers find their promise by id. */
export function plainRequester(child: Child): (params: unknown) => Promise<unknown> {
  const open = new Map<number, (result: unknown) => void>();
  let lastId = 0;
  readMessages(child, ({ id, result }) => {
    open.get(id)?.(result);
    open.delete(id);
  });
  return (params) => {
    lastId += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: lastId, method: '_bench/echo', params })}\n`);
    return new Promise((resolve) => open.set(lastId, resolve));
  };
}

interface Message {
  readonly id: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

function readMessages(child: Child, onMessage: (message: Message) => void): void {
  // Pieces of a line are collected, not put together anew with every read: that would be slow, and no floor.
  let pieces: string[] = [];
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    for (const [index, line] of lines.entries()) {
      onMessage(JSON.parse(index === 0 ? pieces.join('') + line : line) as Message);
      if (index === 0) pieces = [];
    }
    pieces.push(last);
  });
}
