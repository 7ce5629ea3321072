import { endWithParent, tell } from '../apart.ts';
import type { News } from '../news.ts';
import { benches } from '../registry.ts';
import { roundsOf, runMeasure } from '../rounds.ts';

// Takes the measures of one part of a bench, and tells what they show.
const [name = '', part = '', ...flags] = process.argv.slice(2);
const quick = flags.includes('--quick');
endWithParent();

const bench = await benches[name]?.();
const measures = await bench?.parts[Number(part)]?.({ quick });
if (measures === undefined) throw new Error(`there is no part ${part} of a bench '${name}'`);
for (const measure of measures) {
  await tell<News>({ type: 'began', measure: measure.name });
  try {
    await tell<News>({ type: 'measured', outcome: await runMeasure(measure, roundsOf(measure, quick)) });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await tell<News>({ type: 'failed', measure: measure.name, error: text });
  }
}
process.exit();
