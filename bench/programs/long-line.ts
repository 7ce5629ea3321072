import { performance } from 'node:perf_hooks';
import { parsing } from '../long-line.ts';
import { startProgram } from '../peers/child.ts';
import { readers, timeOfUpdates } from '../receiving.ts';
import { toolLine } from '../tool-line.ts';

// Reads one line of as many items as the second argument says, as the contestant that the first one names; prints the milliseconds.
const [name = '', count] = process.argv.slice(2);
const items = Number(count);

/** How long it takes, and how many items came. */
async function measured(): Promise<{ readonly taken: number; readonly came: number | undefined }> {
  const load = readers[name];
  if (load !== undefined) {
    const { taken, last } = await timeOfUpdates(await load(), startProgram('line-source', items), 1);
    return { taken, came: (last as { update?: { content?: unknown[] } } | undefined)?.update?.content?.length };
  }
  if (name !== parsing) throw new Error(`there is no contestant '${name}'`);
  const text = JSON.stringify(Array.from({ length: items }, () => toolLine));
  const from = performance.now();
  const content: unknown[] = JSON.parse(text);
  return { taken: performance.now() - from, came: content.length };
}

const { taken, came } = await measured();
if (came !== items) throw new Error(`${came} of ${items} items came`);
process.stdout.write(`${taken}\n`);
