/**
 * A proxy between a client and an agent that forwards each message unchanged and describes it on standard error.
 * Configure it in your editor instead of the agent:
 *
 *     node examples/dist/watch-traffic.js node examples/dist/guarded-agent.js
 */
import process from 'node:process';
import { type MessagePipe, messagePipe, type PipedMessage } from '@emend/acp/jsonrpc';
import { launchAgent, stdio } from '@emend/acp/node';

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  process.stderr.write('usage: watch-traffic COMMAND [ARGS...]\n');
  process.exit(2);
}

const start = performance.now();

function outline({ kind, value, frame }: PipedMessage): string {
  if (kind === 'noise' || kind === 'broken') return `${kind} ${JSON.stringify(frame).slice(0, 60)}`;
  const { method, id, params, error } = value as {
    method?: string;
    id?: unknown;
    params?: { update?: { sessionUpdate?: string } };
    error?: { message?: string };
  };
  const what = [params?.update?.sessionUpdate, error?.message].filter((part) => part !== undefined);
  const named = [kind, method, id === undefined ? undefined : `#${JSON.stringify(id)}`, ...what];
  return named.filter((part) => part !== undefined).join(' ');
}

/** Forwards one direction in order, and reads no faster than the other side accepts. */
async function pass(from: MessagePipe, to: MessagePipe, arrow: string): Promise<void> {
  for await (const batch of from.messages) {
    for (const message of batch) {
      const at = (performance.now() - start).toFixed(0).padStart(6);
      process.stderr.write(`${at} ms ${arrow} ${outline(message)}\n`);
      // A line that is too long or not UTF-8 has no text to forward.
      if (typeof message.frame === 'string') await to.send(message.frame);
    }
  }
}

const agent = await launchAgent(command, args).catch((error: Error) => {
  process.stderr.write(`watch-traffic: ${error.message}\n`);
  process.exit(1);
});
agent.stderr.pipe(process.stderr);
const client = messagePipe(stdio());
const server = messagePipe(agent.transport);

// When one side disconnects, close the other.
const toAgent = pass(client, server, 'client -> agent').then(() => server.close());
const toClient = pass(server, client, 'agent -> client').then(
  () => client.close(),
  () => client.close(),
);
await Promise.allSettled([toAgent, toClient]);
process.exitCode = (await agent.exited).code ?? 1;
