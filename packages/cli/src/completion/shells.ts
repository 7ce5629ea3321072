import type { DescribedCommand, DescribedOption } from './described-command.ts';

/** The shells for which there is a script. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** A shell for which there is a script. */
export type Shell = (typeof shells)[number];

/** The script that teaches a shell the commands of `emend`. */
export function completionScript(shell: Shell, commands: readonly DescribedCommand[]): string {
  return { bash, zsh, fish }[shell](commands);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bash(commands: readonly DescribedCommand[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(
        (option) =>
          `    ${name}:${option.name}) COMPREPLY=($(compgen -W ${quoted(option.choices.join(' '))} -- "$cur")); return ;;`,
      ),
  );
  const names = commands.map(({ name }) => name);
  const words = commands.map(({ name, options, choices }) => {
    const flags = `words=${quoted(options.map((option) => option.name).join(' '))}`;
    return `    ${name}) ${flags}${choices.length > 0 ? ` choices=${quoted(choices.join(' '))}` : ''} ;;`;
  });
  return `# emend: completion for bash. To use it now: source <(emend completion bash)
_emend() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words='' choices='' index
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${quoted([...names, 'help', '--help', '--version'].join(' '))} -- "$cur"))
    return
  fi
  # What follows two dashes belongs to the agent.
  for ((index = 2; index < COMP_CWORD; index++)); do
    if [[ \${COMP_WORDS[index]} == -- ]]; then COMPREPLY=($(compgen -f -- "$cur")); return; fi
  done
  case $command:$prev in
${values.join('\n')}
  esac
  case $command in
${words.join('\n')}
    help) choices=${quoted(names.join(' '))} ;;
  esac
  # Where it is known what can stand there, a file cannot.
  if [[ -n $choices && $cur != -* ]]; then COMPREPLY=($(compgen -W "$choices" -- "$cur")); return; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ $cur != -* ]]; then COMPREPLY+=($(compgen -f -- "$cur")); fi
}
complete -o filenames -F _emend emend
`;
}

function zshOption({ name, description, value, choices }: DescribedOption): string {
  const text = description.replace(/[[\]:\\]/g, '\\$&');
  const action = choices.length > 0 ? `(${choices.join(' ')})` : '_files';
  return quoted(`*${name}[${text}]${value === undefined ? '' : `:${value}:${action}`}`);
}

function zsh(commands: readonly DescribedCommand[]): string {
  const list = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`);
  const cases = commands.map(({ name, options, choices }) => {
    const rest = choices.length > 0 ? `':value:(${choices.join(' ')})'` : "'*:file:_files'";
    return `    ${name}) _arguments ${[...options.map(zshOption), rest].join(' \\\n      ')} ;;`;
  });
  return `#compdef emend
# emend: completion for zsh. To use it now: source <(emend completion zsh)
_emend() {
  local -a commands=(
${list.join('\n')}
  )
  if ((CURRENT == 2)); then _describe command commands; return; fi
  shift words; ((CURRENT--))
  case $words[1] in
${cases.join('\n')}
  esac
}
compdef _emend emend
`;
}

function fish(commands: readonly DescribedCommand[]): string {
  const lines = commands.flatMap(({ name, summary, options, choices }) => [
    `complete -c emend -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...(choices.length === 0
      ? []
      : [`complete -c emend -n '__fish_seen_subcommand_from ${name}' -f -a ${quoted(choices.join(' '))}`]),
    ...options.map((option) => {
      const takes =
        option.value === undefined
          ? ''
          : option.choices.length > 0
            ? ` -x -a ${quoted(option.choices.join(' '))}`
            : ' -r';
      const flag = `-l ${option.name.slice(2)} -d ${quoted(option.description)}${takes}`;
      return `complete -c emend -n '__fish_seen_subcommand_from ${name}' ${flag}`;
    }),
  ]);
  return `# emend: completion for fish. To use it now: emend completion fish | source\n${lines.join('\n')}\n`;
}
