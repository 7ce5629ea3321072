import type { DescribedCommand, DescribedOption } from './described-command.ts';
import { quoted } from './quoted.ts';

function optionLine(command: string, { name, description, value, choices }: DescribedOption): string {
  const takes = value === undefined ? '' : choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ' -r';
  return `complete -c emend -n '__emend_in ${command}' -l ${name.slice(2)} -d ${quoted(description)}${takes}`;
}

/** Returns the lines that complete known values instead of files. */
function choiceLines(command: string, choices: readonly string[]): string[] {
  if (choices.length === 0) return [];
  const words = quoted(choices.join(' '));
  return [
    `complete -c emend -n '__emend_in ${command}' -f`,
    `complete -c emend -n '__emend_in ${command} 2' -a ${words}`,
  ];
}

/** Returns the completion script for fish. */
export function fishScript(commands: readonly DescribedCommand[]): string {
  const names = commands.map(({ name }) => name);
  const lines = commands.flatMap(({ name, summary, options, choices }) => [
    `complete -c emend -n __emend_first -f -a ${name} -d ${quoted(summary)}`,
    ...choiceLines(name, choices),
    ...options.map((option) => optionLine(name, option)),
  ]);
  return `# emend: completion for fish. To use it now: emend completion fish | source
function __emend_first
  test (count (commandline -opc)) -eq 1
end
# Whether this is the command, and, where a number follows, so many words are there before the cursor.
function __emend_in
  set -l words (commandline -opc)
  test "$words[2]" = $argv[1]; and not contains -- -- $words; and test -z "$argv[2]" -o "$argv[2]" = (count $words)
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
${choiceLines('help', names).join('\n')}
${lines.join('\n')}
`;
}
