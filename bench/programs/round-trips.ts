import { performance } from 'node:perf_hooks';
import { type Request, requesters } from '../peers/requesters.ts';

// Makes round trips as the contestant that the first argument names, and prints how many it made in a second.
const [name = '', count = '', inFlight = ''] = process.argv.slice(2);

async function askInTurn(request: Request, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const answer = (await request({ index })) as { index: number };
    if (answer.index !== index) throw new Error(`asked ${index}, was answered ${JSON.stringify(answer)}`);
  }
}

const open = requesters[name];
if (open === undefined) throw new Error(`there is no contestant '${name}'`);
const { child, request } = open();
// Until the engine has compiled what runs often, on both sides.
await askInTurn(request, 6_000);
const from = performance.now();
await Promise.all(Array.from({ length: Number(inFlight) }, () => askInTurn(request, Number(count) / Number(inFlight))));
const taken = performance.now() - from;
child.kill();
process.stdout.write(`${Number(count) / (taken / 1_000)}\n`);
