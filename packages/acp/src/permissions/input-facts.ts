import { isObject } from '../protocol/reading/guard.ts';

/** How deep an input is searched, and how many of its values are looked at. */
const deepest = 6;
const mostValues = 10_000;
const mostPaths = 1_001;

const pathNames =
  /(?:path|paths|file|files|filename|filenames|dir|dirs|directory|directories|folder|folders|cwd|workdir|uri|uris)$/;
/** Names of both ends of a move or copy. */
const endNames: ReadonlySet<string> = new Set(['source', 'destination', 'src', 'dest', 'from', 'to']);

/** Returns the paths that the input of a tool names. */
export function pathsIn(input: unknown): readonly string[] {
  const found: string[] = [];
  let left = mostValues;
  const search = (value: unknown, isPath: boolean, depth: number): void => {
    if (found.length >= mostPaths) return;
    if (left-- <= 0 || depth > deepest) {
      // What is not looked at may name anything, so that there are too many paths.
      while (found.length < mostPaths) found.push('');
      return;
    }
    if (typeof value === 'string') {
      const path = isPath ? fromUri(value) : undefined;
      if (path !== undefined) found.push(path);
    } else if (Array.isArray(value)) for (const item of value) search(item, isPath, depth + 1);
    else if (isObject(value))
      for (const [key, item] of Object.entries(value)) search(item, namesPath(key, item), depth + 1);
  };
  search(input, false, 0);
  return found;
}

function namesPath(key: string, value: unknown): boolean {
  const name = key.replaceAll(/[_-]/g, '').toLowerCase();
  if (pathNames.test(name)) return true;
  // Such a name may also be that of a text.
  return endNames.has(name) && typeof value === 'string' && /^[^\s]*[/\\.][^\s]*$/.test(value);
}

/** Returns the path of a text that names a file, or undefined if it names something else. */
function fromUri(text: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z\d+.-]+:\/\//.test(text)) return text;
  if (!/^file:\/\//i.test(text)) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A path that cannot be resolved stays one.
  if (url === undefined || url.host !== '') return text;
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return text;
  }
}

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish']);

/** Returns the commands that the input of a tool names, usually one. */
export function commandsIn(input: unknown): readonly string[] {
  if (typeof input === 'string') return [input.trim()];
  if (!isObject(input)) return [];
  const { args, arguments: more } = input;
  const rest = [args, more].find((value) => isTexts(value));
  const commands = ['command', 'cmd', 'script', 'program', 'commandLine', 'command_line'].flatMap((key) => {
    const value = input[key];
    if (typeof value === 'string') return [isTexts(rest) ? [value, ...rest].join(' ') : value];
    return isTexts(value) ? [ofWords(value)] : [];
  });
  return [...new Set(commands.map((command) => command.trim()))].filter((command) => command !== '');
}

function ofWords(words: readonly string[]): string {
  const [program = '', option = '', line] = words;
  const name = program.slice(program.lastIndexOf('/') + 1);
  const isShell = words.length === 3 && shells.has(name) && /^-[a-z]*c$/.test(option);
  return isShell && line !== undefined ? line : words.join(' ');
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}
