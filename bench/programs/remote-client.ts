import { performance } from 'node:perf_hooks';
import { startProgram } from '../peers/child.ts';
import { type Carrier, remoteClients } from '../peers/remote-clients.ts';

// Talks to a server of its own kind as the contestant that the first argument names, over the carrier that the second names: round
// trips one at a time and 64 in flight, and updates in one turn. Prints how many of each a second.
const [name = '', carrier = '', ...counts] = process.argv.slice(2);
const [warmUp = 0, alone = 0, inFlight = 0, updates = 0] = counts.map(Number);
const contestant = remoteClients[name];
if (contestant === undefined) throw new Error(`there is no contestant '${name}'`);

const child = startProgram('remote-server', contestant.server);
const url = await new Promise<string>((resolve) => child.stdout.once('data', (bytes) => resolve(String(bytes).trim())));
let seen = 0;
const client = await contestant.connect(url, carrier as Carrier, () => {
  seen += 1;
});

async function askInTurn(times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const answer = (await client.request('_bench/echo', { index })) as { index: number };
    if (answer.index !== index) throw new Error(`asked ${index}, was answered ${JSON.stringify(answer)}`);
  }
}

async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (count * 1_000) / (performance.now() - from);
}

async function streamed(count: number): Promise<void> {
  seen = 0;
  await client.request('session/prompt', {
    sessionId: 'session-0123456789',
    prompt: [{ type: 'text', text: String(count) }],
  });
  if (seen !== count) throw new Error(`only ${seen} of ${count} updates came`);
}

await askInTurn(warmUp);
await streamed(Math.ceil(updates / 4));
const together = 64;
const figures = {
  alone: await perSecond(alone, () => askInTurn(alone)),
  inFlight: await perSecond(inFlight, () =>
    Promise.all(Array.from({ length: together }, () => askInTurn(inFlight / together))),
  ),
  updates: await perSecond(updates, () => streamed(updates)),
};
child.kill();
process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit());
