import type { DescribedCommand, DescribedOption } from './described-command.ts';
import { quoted } from './quoted.ts';

function optionLine(command: string, { name, description, value, choices }: DescribedOption): string {
  const takes = value === undefined ? '' : choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ' -r';
  return `complete -c emend -n '__emend_in ${command}' -l ${name.slice(2)} -d ${quoted(description)}${takes}`;
}

/** Returns the lines that complete the arguments of a command, in place of files where they are known. */
function argumentLines({ name, args, hasMore }: Pick<DescribedCommand, 'name' | 'args' | 'hasMore'>): string[] {
  const lines = args.flatMap(({ choices, isOpen }, index) => {
    const here = `complete -c emend -n '__emend_at ${name} ${index}'`;
    const known = choices.length > 0 ? [`${here} -a ${quoted(choices.join(' '))}`] : [];
    return isOpen ? known : [`${here} -f`, ...known];
  });
  return hasMore ? lines : [...lines, `complete -c emend -n '__emend_past ${name} ${args.length}' -f`];
}

/** Returns the completion script for fish. */
export function fishScript(commands: readonly DescribedCommand[]): string {
  const names = commands.map(({ name }) => name);
  const lines = commands.flatMap((command) => [
    `complete -c emend -n __emend_first -f -a ${command.name} -d ${quoted(command.summary)}`,
    ...argumentLines(command),
    ...command.options.map((option) => optionLine(command.name, option)),
  ]);
  const withValue = commands.flatMap(({ name, options }) =>
    options.filter(({ value }) => value !== undefined).map((option) => `${name}:${option.name}`),
  );
  const help = argumentLines({ name: 'help', args: [{ choices: names, isOpen: false }], hasMore: false });
  return `# emend: completion for fish. To use it now: emend completion fish | source
function __emend_first
  test (count (commandline -opc)) -eq 1
end
# Whether this is the command.
function __emend_in
  set -l words (commandline -opc)
  test "$words[2]" = $argv[1]; and not contains -- -- $words
end
# The number of arguments before the cursor, without options and their values.
function __emend_place
  set -l words (commandline -opc)
  set -l place 0
  set -l isValue no
  for word in $words[3..]
    if test $isValue = yes
      set isValue no
    else if contains -- "$words[2]:$word" ${withValue.join(' ')}
      set isValue yes
    else if not string match -q -- '-*' $word
      set place (math $place + 1)
    end
  end
  echo $place
end
# Whether this is the command, with so many arguments before the cursor; or with at least so many.
function __emend_at
  __emend_in $argv[1]; and test (__emend_place) -eq $argv[2]
end
function __emend_past
  __emend_in $argv[1]; and test (__emend_place) -ge $argv[2]
end
# What follows two dashes belongs to the agent, which is a command itself.
function __emend_agent
  set -l words (commandline -opc)
  set -l dashes (contains -i -- -- $words); or return
  complete -C (string join ' ' -- (string escape -- $words[(math $dashes + 1)..]) (commandline -ct))
end
complete -c emend -e
complete -c emend -n 'contains -- -- (commandline -opc)' -f -a '(__emend_agent)'
complete -c emend -n __emend_first -f -a help -d 'print the help of a command'
complete -c emend -n __emend_first -f -l help -d 'print the help'
complete -c emend -n __emend_first -f -l version -d 'print the version'
${help.join('\n')}
${lines.join('\n')}
`;
}
