import type { AgentInstall, NamedAgent } from './known-agent.ts';

/** Returns the command line that installs an agent, or `undefined` if it is in no package. */
export function installCommand({ npm, pypi }: AgentInstall): readonly string[] | undefined {
  if (npm !== undefined) return ['npm', 'install', '--global', npm];
  return pypi === undefined ? undefined : ['uv', 'tool', 'install', pypi];
}

/** Returns the command that fetches an agent for one run and starts it, or `undefined` if it is in no package. */
export function fetchingCommand({
  command,
  install,
}: NamedAgent): readonly [program: string, ...args: string[]] | undefined {
  if (install?.npm !== undefined) return ['npx', '--yes', '--package', install.npm, '--', ...command];
  return install?.pypi === undefined ? undefined : ['uvx', '--from', install.pypi, ...command];
}

/** Returns a sentence that says how to install an agent. */
export function installWords(install: AgentInstall): string {
  const command = installCommand(install);
  if (command === undefined) return `${install.page} explains how to install it.`;
  return `Install it with '${command.join(' ')}', or as ${install.page} explains.`;
}
