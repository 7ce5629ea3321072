import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fileOf = (target: string) => fileURLToPath(new URL(`corpus/${target}.ndjson`, import.meta.url));

/** The inputs that a target has failed on before, one a line. */
export function pastFailures(target: string): unknown[] {
  const file = fileOf(target);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Keeps an input that a target has failed on. */
export function keepFailure(target: string, input: unknown): void {
  const line = `${JSON.stringify(input)}\n`;
  const file = fileOf(target);
  if (!existsSync(file) || !readFileSync(file, 'utf8').includes(line)) appendFileSync(file, line);
}
