import type { DescribedArgument, DescribedCommand, DescribedOption } from './described-command.ts';
import { quoted } from './quoted.ts';

const described = (name: string, text: string): string => quoted(`${name}:${text.replaceAll(':', '\\:')}`);

function optionSpec({ name, description, value, choices }: DescribedOption): string {
  const text = description.replace(/[[\]:\\]/g, '\\$&');
  if (value === undefined) return quoted(`*${name}[${text}]`);
  return quoted(`*${name}=[${text}]:${value}:${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}`);
}

function argumentSpec({ choices, isOpen }: DescribedArgument): string {
  const words = choices.join(' ');
  if (choices.length === 0) return "':file:_files'";
  return isOpen ? `':value:{ compadd ${words}; _files }'` : `':value:(${words})'`;
}

/** Returns the completion script for zsh, to be sourced or put into a folder of `fpath` as `_emend`. */
export function zshScript(commands: readonly DescribedCommand[]): string {
  const list = commands.map(({ name, summary }) => `    ${described(name, summary)}`);
  const cases = commands.map(({ name, options, args, hasMore }) => {
    const rest = [...args.map(argumentSpec), ...(hasMore ? ["'*:file:_files'"] : [])];
    return `    ${name}) _arguments ${[...options.map(optionSpec), ...rest].join(' \\\n      ')} ;;`;
  });
  return `#compdef emend
# emend: completion for zsh. To use it now: source <(emend completion zsh)
_emend() {
  # Not 'commands', which is what the shell itself completes from.
  local -a subcommands=(
${list.join('\n')}
  )
  if ((CURRENT == 2)); then
    local -a others=(${described('help', 'print the help of a command')})
    if [[ $words[2] == -* ]]; then others=('--help:print the help' '--version:print the version'); subcommands=(); fi
    subcommands+=($others)
    _describe command subcommands
    return
  fi
  # What follows two dashes belongs to the agent, which is a command itself.
  local -i dashes=$words[(i)--]
  if ((dashes < CURRENT)); then
    shift $dashes words; ((CURRENT -= dashes))
    _normal
    return
  fi
  shift words; ((CURRENT--))
  case $words[1] in
${cases.join('\n')}
    help) if ((CURRENT == 2)); then _describe command subcommands; fi ;;
  esac
}
if [[ $funcstack[1] == _emend ]]; then
  _emend "$@"
else
  if ((!$+functions[compdef])); then autoload -Uz compinit; compinit; fi
  compdef _emend emend
fi
`;
}
