import type { DescribedCommand } from './described-command.ts';
import { quoted } from './quoted.ts';

/** Returns the completion script for bash, including the old version on macOS. */
export function bashScript(commands: readonly DescribedCommand[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map((option) => `    ${name}:${option.name}) _emend_words ${quoted(option.choices.join(' '))}; return ;;`),
  );
  const files = commands.flatMap(({ name, options }) =>
    options
      .filter(({ value, choices }) => value !== undefined && choices.length === 0)
      .map((option) => `${name}:${option.name}`),
  );
  const names = commands.map(({ name }) => name);
  const withValue = commands.flatMap(({ name, options }) =>
    options.filter(({ value }) => value !== undefined).map((option) => `${name}:${option.name}`),
  );
  const flags = commands.map(({ name, options }) => {
    return `    ${name}) words=${quoted(options.map((option) => option.name).join(' '))} ;;`;
  });
  const places = commands.flatMap(({ name, args, hasMore }) => [
    ...args.map(({ choices, isOpen }, index) => {
      const known = choices.length > 0 ? ` choices=${quoted(choices.join(' '))}` : '';
      return `    ${name}:${index})${known}${isOpen ? " files='yes'" : ''} ;;`;
    }),
    ...(hasMore ? [`    ${name}:*) files='yes' ;;`] : []),
  ]);
  return `# emend: completion for bash. To use it now: source <(emend completion bash)
_emend_words() { COMPREPLY+=($(compgen -W "$1" -- "$cur")); }
_emend_files() {
  # A name may hold blanks; that these are names is told only here, or a command would become the folder of the same name.
  local IFS=$'\\n'
  COMPREPLY+=($(compgen -f -- "$cur"))
  compopt -o filenames 2>/dev/null
}
_emend() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  local words='' choices='' files='' index place=0 isValue=''
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then _emend_words ${quoted([...names, 'help', '--help', '--version'].join(' '))}; return; fi
  # What follows two dashes belongs to the agent, which is a command itself.
  for ((index = 2; index < COMP_CWORD; index++)); do
    if [[ \${COMP_WORDS[index]} == -- ]]; then
      if ((index == COMP_CWORD - 1)); then COMPREPLY=($(compgen -c -- "$cur")); fi
      _emend_files
      return
    fi
  done
  # An equals sign is a word of its own.
  if [[ $cur == = ]]; then cur=''; elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  case $command:$prev in
${values.join('\n')}
    ${files.length > 0 ? files.join('|') : "''"}) _emend_files; return ;;
  esac
  case $command in
${flags.join('\n')}
  esac
  if [[ $cur == -* ]]; then _emend_words "$words"; return; fi
  # The place of the word among the arguments, without options and their values.
  for ((index = 2; index < COMP_CWORD; index++)); do
    if [[ \${COMP_WORDS[index]} == = ]]; then isValue=yes; continue; fi
    if [[ -n $isValue ]]; then isValue=''; continue; fi
    case $command:\${COMP_WORDS[index]} in
      ${withValue.length > 0 ? withValue.join('|') : "''"}) isValue=yes ;;
      *:-*) ;;
      *) ((place++)) ;;
    esac
  done
  case $command:$place in
${places.join('\n')}
    help:0) choices=${quoted(names.join(' '))} ;;
  esac
  if [[ -n $choices ]]; then _emend_words "$choices"; fi
  if [[ -n $files ]]; then _emend_files; fi
}
complete -F _emend emend
`;
}
