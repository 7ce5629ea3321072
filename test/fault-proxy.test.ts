import { createServer, connect as dial, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Chance } from '../soak/chance.ts';
import { type ConnectionPlan, type Fault, randomPlan } from '../soak/fault-plan.ts';
import { FaultProxy } from '../soak/fault-proxy.ts';

/** One end of a connection, with everything that has happened to it. */
interface End {
  readonly socket: Socket;
  text: string;
  readonly happened: string[];
}

function endOf(socket: Socket): End {
  const end: End = { socket, text: '', happened: [] };
  socket.on('data', (chunk) => {
    end.text += chunk.toString('latin1');
  });
  socket.on('end', () => void end.happened.push('end'));
  socket.on('error', (error: NodeJS.ErrnoException) => void end.happened.push(String(error.code)));
  return end;
}

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function connected(plan: ConnectionPlan): Promise<{ client: End; server: End; proxy: FaultProxy }> {
  const listening = createServer({ allowHalfOpen: true });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => listening.close(resolve)));
  const { port } = listening.address() as { port: number };
  const proxy = await FaultProxy.start(port, { plan: () => plan });
  closing.push(() => proxy.close());
  const accepted = new Promise<Socket>((resolve) => listening.once('connection', resolve));
  const socket = dial({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true });
  const client = endOf(socket);
  const server = endOf(await accepted);
  closing.push(() => {
    client.socket.destroy();
    server.socket.destroy();
  });
  return { client, server, proxy };
}

const when = (value: () => unknown, wanted: unknown) => expect.poll(value, { interval: 5 }).toEqual(wanted);
/** Long enough for bytes on loopback to arrive, if they were sent. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 30));

test('without a plan everything is forwarded, ends included', async () => {
  const { client, server, proxy } = await connected({});
  client.socket.write('hello');
  server.socket.write('good day');
  await when(() => [server.text, client.text], ['hello', 'good day']);
  client.socket.end('bye');
  await when(() => [server.text, server.happened], ['hellobye', ['end']]);
  server.socket.end('!');
  await when(() => [client.text, client.happened], ['good day!', ['end']]);
  await when(() => proxy.open, 0);
  expect(proxy.counts).toMatchObject({ connections: 1, refused: 0, bytes: { up: 8, down: 9 } });
});

test('a reset comes after exactly the planned bytes, at both ends', async () => {
  const { client, server, proxy } = await connected({ fault: { kind: 'reset', after: { up: 3 } } });
  client.socket.write('hello');
  // A reset right behind data looks like an end to Node.
  const after = [expect.stringMatching(/^(?:ECONNRESET|end)$/)];
  await when(() => [server.text, client.happened, server.happened], ['hel', ['ECONNRESET'], after]);
  expect(proxy.counts).toMatchObject({ faults: { reset: 1 }, bytes: { up: 3, down: 0 } });
  await when(() => proxy.open, 0);
});

test('an end comes after exactly the planned bytes, at both ends', async () => {
  const { client, server, proxy } = await connected({ fault: { kind: 'end', after: { down: 4 } } });
  server.socket.write('12');
  await when(() => client.text, '12');
  server.socket.write('3456');
  await when(() => [client.text, client.happened, server.happened], ['1234', ['end'], ['end']]);
  expect(proxy.counts.faults.end).toBe(1);
});

test('one direction ends and the other goes on', async () => {
  const { client, server } = await connected({ fault: { kind: 'end-up', after: { up: 2 } } });
  client.socket.write('hello');
  await when(() => [server.text, server.happened], ['he', ['end']]);
  server.socket.write('still here');
  await when(() => client.text, 'still here');
  client.socket.write('nobody hears this');
  await pause();
  expect([server.text, client.happened]).toEqual(['he', []]);
});

test('a fault that is counted in one direction and strikes the other loses nothing of the first', async () => {
  const { client, server } = await connected({ fault: { kind: 'end-down', after: { up: 2 } } });
  client.socket.write('hello');
  await when(() => [server.text, client.happened], ['hello', ['end']]);
});

test.each<[Fault, string, string, string[]]>([
  ['stall', 'a', '', []],
  ['stall-up', 'a', '2', []],
  ['stall-down', 'ab', '', ['end']],
])('%s stops forwarding without a word, also about what happens to the ends', async (kind, up, down, happened) => {
  const { client, server, proxy } = await connected({ fault: { kind, after: { up: 1 } } });
  client.socket.write('a');
  await when(() => proxy.counts.faults[kind], 1);
  client.socket.write('b');
  server.socket.write('2');
  await when(() => [server.text, client.text], [up, down]);
  await pause();
  expect([server.text, client.text]).toEqual([up, down]);
  client.socket.destroy();
  await when(() => [server.happened, proxy.open], [happened, 1]);
  await pause();
  expect([server.happened, proxy.open]).toEqual([happened, 1]);
});

test('data that drip and are late arrive whole and in order', async () => {
  const { client, server } = await connected({ drip: 3, delay: 2 });
  const text = Array.from({ length: 200 }, (_, at) => `${at},`).join('');
  client.socket.write(text.slice(0, 300));
  client.socket.end(text.slice(300));
  await when(() => [server.text, server.happened], [text, ['end']]);
});

test('a reader that does not read stops the writer', async () => {
  const { client, server, proxy } = await connected({});
  server.socket.pause();
  const block = Buffer.alloc(1 << 20);
  for (let written = 0; written < 64; written += 1) client.socket.write(block);
  await when(() => proxy.counts.bytes.up > 0, true);
  await pause();
  expect(proxy.counts.bytes.up).toBeLessThan(32 << 20);
  server.socket.resume();
  await when(() => proxy.counts.bytes.up, 64 << 20);
});

test('a network that is down turns connections away; a blow strikes all that are open', async () => {
  const { client, server, proxy } = await connected({});
  proxy.strike('reset');
  await when(() => [client.happened, server.happened], [['ECONNRESET'], ['ECONNRESET']]);
  proxy.setDown(true);
  const late = endOf(dial({ port: proxy.port, host: '127.0.0.1' }));
  await when(() => late.happened, ['ECONNRESET']);
  expect(proxy.counts).toMatchObject({ connections: 1, refused: 1 });
});

test('random plans repeat with their seed and keep to the weather', () => {
  const weather = {
    faults: ['reset', 'stall'],
    after: { up: [5, 9], down: [100, 200] },
    calm: 25,
    delayed: [50, 4],
    dripping: [50, 7],
  } as const;
  const plans = (seed: number) => {
    const chance = new Chance(seed);
    return Array.from({ length: 400 }, () => randomPlan(chance, weather));
  };
  expect(plans(1)).toEqual(plans(1));
  expect(plans(1)).not.toEqual(plans(2));
  const made = plans(3);
  const calm = made.filter(({ fault }) => fault === undefined).length;
  expect(calm).toBeGreaterThan(60);
  expect(calm).toBeLessThan(140);
  for (const { fault, delay = 1, drip = 1 } of made) {
    expect(delay >= 1 && delay <= 4 && drip >= 1 && drip <= 7).toBe(true);
    if (fault === undefined) continue;
    const { up = 0, down = 0 } = fault.after;
    expect(up >= 5 && up <= 9 && down >= 100 && down <= 200).toBe(true);
    expect(weather.faults).toContain(fault.kind);
  }
});
