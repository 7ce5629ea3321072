import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { failed, Problem } from '../output/problem.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A JSON object with whatever a file has in it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A larger file was not made by hand or by us. */
const mostBytes = 1024 * 1024;

/** Returns the path of the configuration file of this user. */
export function configPath(env: Environment): string {
  const given = env['EMEND_CONFIG'];
  if (given !== undefined && given !== '') return given;
  const folder = env['XDG_CONFIG_HOME'] ?? '';
  // A relative one is to be ignored, by the specification of these folders.
  return join(isAbsolute(folder) ? folder : join(homedir(), '.config'), 'emend', 'config.json');
}

/** Returns the object in a configuration file; a file that is missing or empty has an empty one. */
export function readConfig(path: string): JsonObject {
  const text = readText(path);
  if (text.trim() === '') return {};
  const value = parsed(path, text);
  if (!isObject(value)) throw new Problem(`${path}: expected an object, found ${kindOf(value)}.`);
  return value;
}

/** Replaces a configuration file, so that only its owner can read it. */
export function writeConfig(path: string, value: JsonObject): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // A link stays a link: people keep such files in a folder of their own.
    const target = statSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync(path);
    const fresh = `${target}.${process.pid}`;
    try {
      writeFileSync(fresh, `${JSON.stringify(value, undefined, 2)}\n`, { flag: 'wx', mode: 0o600 });
      renameSync(fresh, target);
    } finally {
      rmSync(fresh, { force: true });
    }
  } catch (error) {
    throw new Problem(failed(`${path} cannot be written`, error));
  }
}

/** Returns whether a value of JSON is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns words for what a value of JSON is. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (value === '') return 'an empty string';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function readText(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return '';
    // Reading anything but a file, such as a pipe, might wait for ever.
    if (!stats.isFile()) throw new Problem(`${path} is not a file.`);
    if (stats.size > mostBytes) throw new Problem(`${path} is larger than a megabyte, so it is not read.`);
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(failed(`${path} cannot be read`, error));
  }
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const lines = text.slice(0, rightLength(text)).split('\n');
    throw new Problem(`${path}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}: this is not JSON.`);
  }
}

/** Returns how much of a text could be the beginning of JSON. Not every error of the parser names a position. */
function rightLength(text: string): number {
  let [right, wrong] = [0, text.length + 1];
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1;
    if (canGoOn(text.slice(0, middle))) right = middle;
    else wrong = middle;
  }
  return right;
}

function canGoOn(start: string): boolean {
  try {
    JSON.parse(start);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /at position (\d+)/.exec(message)?.[1];
    return position === undefined ? /unexpected end/i.test(message) : Number(position) >= start.length;
  }
}
