/** What the search for a command depends on, as data, so that it can be tested for any platform. */
interface CommandSearch {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Returns whether there is an executable file at a path. */
  isExecutable(path: string): boolean;
}

/** A program with its arguments, as the operating system takes them. */
export interface ResolvedCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether the arguments are already quoted for Windows' command interpreter. */
  readonly verbatim: boolean;
}

/** Finds the program of a command, as a shell does; returns undefined if there is none. */
export function resolveCommand(
  command: string,
  args: readonly string[],
  search: CommandSearch,
): ResolvedCommand | undefined {
  const file = search.platform === 'win32' ? findOnWindows(command, search) : findOnPath(command, search);
  if (file === undefined) return undefined;
  if (search.platform !== 'win32' || !/\.(cmd|bat)$/i.test(file)) return { file, args, verbatim: false };
  // Only the command interpreter can run batch files.
  const line = [escaped(file), ...args.map(quotedForBatch)].join(' ');
  return { file: variable(search.env, 'ComSpec') ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

function findOnPath(command: string, search: CommandSearch): string | undefined {
  if (command.includes('/')) {
    const path = command.startsWith('/') ? command : `${search.cwd}/${command}`;
    return search.isExecutable(path) ? path : undefined;
  }
  const folders = (search.env['PATH'] ?? '').split(':').map((folder) => folder || search.cwd);
  return folders
    .map((folder) => `${folder.startsWith('/') ? folder : `${search.cwd}/${folder}`}/${command}`)
    .find((path) => command !== '' && search.isExecutable(path));
}

function findOnWindows(command: string, search: CommandSearch): string | undefined {
  const extensions = (variable(search.env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD')
    .split(';')
    .filter((part) => part !== '');
  const isPath = /[\\/:]/.test(command);
  const isAbsolute = /^([a-z]:[\\/]|[\\/]{2})/i.test(command);
  const folders = isPath
    ? [isAbsolute ? '' : `${search.cwd}\\`]
    : (variable(search.env, 'PATH') ?? '')
        .split(';')
        .map((folder) => folder.replace(/^"(.*)"$/, '$1'))
        .filter((folder) => folder !== '')
        .map((folder) => folder.replace(/[\\/]?$/, '\\'));
  const hasExtension = extensions.some((extension) => command.toLowerCase().endsWith(extension.toLowerCase()));
  const names = [
    ...(hasExtension ? [command] : []),
    ...extensions.map((extension) => command + extension.toLowerCase()),
  ];
  if (command === '') return undefined;
  for (const folder of folders) for (const name of names) if (search.isExecutable(folder + name)) return folder + name;
  return undefined;
}

/** The names of environment variables are case-insensitive on Windows. */
function variable(env: CommandSearch['env'], name: string): string | undefined {
  const key = Object.keys(env).find((other) => other.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : env[key];
}

/** Quotes an argument for a batch file, and escapes it twice, since the batch file passes it on. */
function quotedForBatch(argument: string): string {
  const quoted = `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
  return escaped(escaped(quoted));
}

/** Escapes all operators of the command interpreter. */
function escaped(text: string): string {
  return text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');
}
