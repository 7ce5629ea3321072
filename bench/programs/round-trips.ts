import { performance } from 'node:perf_hooks';
import { type Request, requesters } from '../peers/requesters.ts';

// Makes round trips as the contestant that the first argument names, one at a time and 64 in flight, and prints how many a second.
const [name = '', ...counts] = process.argv.slice(2);
const [warmUp = 0, alone = 0, inFlight = 0] = counts.map(Number);

async function askInTurn(request: Request, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const answer = (await request({ index })) as { index: number };
    if (answer.index !== index) throw new Error(`asked ${index}, was answered ${JSON.stringify(answer)}`);
  }
}

async function perSecond(request: Request, count: number, together: number): Promise<number> {
  const from = performance.now();
  await Promise.all(Array.from({ length: together }, () => askInTurn(request, Math.ceil(count / together))));
  return (Math.ceil(count / together) * together * 1_000) / (performance.now() - from);
}

const open = requesters[name];
if (open === undefined) throw new Error(`there is no contestant '${name}'`);
const { child, request } = await open();
await askInTurn(request, warmUp);
const figures = { alone: await perSecond(request, alone, 1), inFlight: await perSecond(request, inFlight, 64) };
child.kill();
process.stdout.write(`${JSON.stringify(figures)}\n`);
