import { stripVTControlCharacters } from 'node:util';

/** How much of an error is told: lines of its message, lines of its difference, and characters of a line. */
const limits = { message: 8, difference: 24, line: 500 };

const linesOf = (text) => stripVTControlCharacters(String(text)).split('\n').filter(isTelling);
const isTelling = (line) => line.trim() !== '' && !line.startsWith('Hint: ');
const shortened = (line) => (line.length > limits.line ? `${line.slice(0, limits.line)} …` : line);

function first(lines, most) {
  const kept = lines.slice(0, most).map(shortened);
  return lines.length > most ? [...kept, `… and ${lines.length - most} more lines`] : kept;
}

/** Where an error was thrown, as far as it is in the project. */
function placeOf({ stack }) {
  const frame = linesOf(stack ?? '').find((line) => /^\s+at /.test(line) && !/node_modules|node:|vitest/.test(line));
  return frame === undefined ? [] : [frame.trim()];
}

/**
 * Returns what an error says in a few lines: its message, how the values differ, and where it was thrown. What caused it comes first: the
 * error of a property tells its values, and only the cause what was wrong with them.
 */
export function errorLines(error, depth = 0) {
  const { message = '', diff, cause } = error;
  // The reporter that shows errors while the tests run writes into the names of causes.
  const name = error.name?.replace(/^Caused by: /, '') ?? 'Error';
  const said = first(linesOf(name === 'Error' ? message : `${name}: ${message}`), limits.message);
  const difference = diff === undefined ? [] : first(linesOf(diff), limits.difference);
  if (typeof cause !== 'object' || cause === null || depth === 3) return [...said, ...difference, ...placeOf(error)];
  return [...errorLines(cause, depth + 1), ...said, ...difference];
}

/** Returns one failure as text: what failed, and below it what its first error says. */
export function failureText(what, errors) {
  return [what, ...errors.slice(0, 1).flatMap((error) => errorLines(error).map((line) => `    ${line}`))].join('\n');
}

/** Shortens failures so that all of them together have at most so many lines, as far as their first lines allow; the longest lose most. */
export function fitted(failures, most) {
  const texts = failures.map((text) => text.split('\n'));
  const total = (each) => texts.reduce((sum, { length }) => sum + Math.min(length, each), 0);
  let each = most;
  while (each > 1 && total(each) > most) each -= 1;
  return texts.map((lines) => lines.slice(0, each).join('\n'));
}
