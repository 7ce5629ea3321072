import { WebSocket } from 'ws';
import { startProgram } from '../peers/child.ts';
import { remoteClients } from '../peers/remote-clients.ts';

// Many clients of one server. `idle KIND N`: prints what the server takes for each of N clients that do nothing, in KB. `fan
// stuck|none N`: prints the longest time that one of N updates takes to reach a client, in milliseconds, with a client beside them that
// does not read, or without one; the error output has the median and the 99th percentile as well.
const [task = '', variant = '', count = '0'] = process.argv.slice(2);

async function serverUrl(kind: string): Promise<string> {
  const child = startProgram('remote-server', kind);
  process.once('exit', () => child.kill());
  return new Promise((resolve) => child.stdout.once('data', (bytes) => resolve(String(bytes).trim())));
}

async function idle(kind: string, clients: number): Promise<number> {
  const name = kind === 'ours' ? 'ours' : 'official SDK';
  const { connect } = remoteClients[name] ?? {};
  if (connect === undefined) throw new Error(`there is no contestant '${name}'`);
  const url = await serverUrl(kind);
  const measuring = await connect(url, 'websocket', () => {});
  const memory = async () => ((await measuring.request('_bench/memory', {})) as { bytes: number }).bytes;
  const open = (many: number) => Promise.all(Array.from({ length: many }, () => connect(url, 'websocket', () => {})));
  // The code and the pools of the process grow with the first clients alone.
  await open(100);
  const before = await memory();
  for (let opened = 0; opened < clients; opened += 50) await open(50);
  return ((await memory()) - before) / clients / 1_000;
}

async function fan(variant: string, updates: number): Promise<number> {
  const { connect } = remoteClients['ours'] ?? {};
  if (connect === undefined) throw new Error('our client is missing');
  const url = await serverUrl('ours');
  let seen = 0;
  let done = () => {};
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  const fast = 4;
  const delays = new Float64Array(fast * updates);
  const onUpdate = (params: unknown) => {
    const { at } = (params as { _meta: { at: number } })._meta;
    delays[seen] = (Number(process.hrtime.bigint()) - at) / 1e6;
    seen += 1;
    if (seen === fast * updates) done();
  };
  const clients = await Promise.all(Array.from({ length: fast }, () => connect(url, 'websocket', onUpdate)));
  if (variant === 'stuck') {
    const socket = new WebSocket(url.replace('http', 'ws'));
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}');
    await new Promise((resolve) => socket.once('message', resolve));
    socket.pause();
  }
  await clients[0]?.request('_bench/fan', { updates, perSecond: 10_000 });
  await all;
  delays.sort();
  const [median, most, longest = 0] = [0.5, 0.99, 1].map((share) => delays[Math.ceil(delays.length * share) - 1]);
  process.stderr.write(`median ${median} ms, 99 % within ${most} ms\n`);
  return longest;
}

const figure = task === 'idle' ? await idle(variant, Number(count)) : await fan(variant, Number(count));
process.stdout.write(`${figure}\n`, () => process.exit());
