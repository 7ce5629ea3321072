import { findAgent, knownAgents, type NamedAgent } from '@emend/acp/agents';
import { findCommand, shellLine } from '@emend/acp/node';
import type { Command } from 'commander';
import { configPath } from '../agent-names/config-file.ts';
import { namedAgents, suggestion } from '../agent-names/named-command.ts';
import { addAgent, removeAgent } from '../agent-names/own-agents.ts';
import type { ExitStatus } from '../command-entry.ts';
import { note } from '../output/note.ts';
import { Problem } from '../output/problem.ts';
import { writeOut } from '../output/standard-output.ts';
import { factLines, jsonOf, type ListedAgent, listLines } from './agent-facts.ts';

interface Options {
  readonly json?: true;
}

const help = `
A name takes the place of '-- COMMAND' in chat, bridge, record, inspect, serve and check agent: 'emend chat gemini'. It must be
the only word, without --. A name comes before a program that is called the same; 'emend chat -- gemini' starts the program. An
agent that is not installed is not downloaded, unless you give --install.

'add' gives a command a name, also one that the list has; 'remove' takes it away again. They are in a file: the one that the
variable EMEND_CONFIG names, or emend/config.json in $XDG_CONFIG_HOME or ~/.config.

What is known about an agent comes from public sources, which 'emend agents NAME' lists with the day when they were read.

Examples:
  $ emend agents                             the names, and which are installed here
  $ emend agents gemini                      everything about one
  $ emend agents add mine -- my-agent --acp  then: emend chat mine
  $ emend agents remove mine
  $ emend agents --json                      for programs`;

/** Adds `emend agents`. */
export function defineAgents(command: Command, end: (status: ExitStatus) => void): void {
  command
    .usage('[options] [NAME | add NAME -- COMMAND... | remove NAME]')
    .argument('[NAME]', 'the agent; or add, or remove')
    .argument('[WORDS...]', 'for add and remove: the name, and the command')
    .option('--json', 'write JSON')
    .addHelpText('after', help)
    .action(async (first: string | undefined, words: string[], options: Options) => {
      if (first === 'add') add(command, words);
      else if (first === 'remove') remove(command, words);
      else if (words.length > 0)
        command.error(`error: emend agents takes one NAME, found '${words.join(' ')}' after it`);
      else await tell(first, options);
      end(0);
    });
}

async function tell(name: string | undefined, { json }: Options): Promise<void> {
  const agents = namedAgents();
  const own = agents.length - knownAgents.length;
  const listed = (agent: NamedAgent): ListedAgent => {
    const [program, ...args] = agent.command;
    const isInstalled = findCommand(program, args, { cwd: process.cwd(), env: process.env }) !== undefined;
    return { agent, isInstalled, isOwn: agents.indexOf(agent) < own };
  };
  if (name === undefined) {
    // One's own agent hides the one of the list that has its name.
    const all = agents.filter((agent) => findAgent(agent.name, agents) === agent).map(listed);
    await writeOut(json === true ? jsonText(all.map(jsonOf)) : `${listLines(all).join('\n')}\n`);
    return;
  }
  const found = findAgent(name, agents);
  if (found === undefined) throw new Problem(`No agent has the name '${name}'. ${suggestion(name, agents)}`);
  await writeOut(json === true ? jsonText(jsonOf(listed(found))) : `${factLines(listed(found)).join('\n')}\n`);
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function add(command: Command, [name = '', ...words]: readonly string[]): void {
  if (name === '' || words.length === 0) command.error('error: emend agents add takes NAME -- COMMAND...');
  const path = configPath(process.env);
  const wasThere = addAgent(path, name, words);
  const hidden = findAgent(name) === undefined ? '' : ' It comes before the known agent of that name.';
  note(`emend agents: '${name}' ${wasThere ? 'now starts' : 'starts'} ${shellLine(words)}.${hidden} It is in ${path}.`);
}

function remove(command: Command, [name = '', ...rest]: readonly string[]): void {
  if (name === '' || rest.length > 0) command.error('error: emend agents remove takes one NAME');
  const path = configPath(process.env);
  if (!removeAgent(path, name))
    throw new Problem(
      findAgent(name) === undefined
        ? `${path} has no agent with the name '${name}'.`
        : `'${name}' is built in and cannot be removed.`,
    );
  note(`emend agents: '${name}' was removed from ${path}.`);
}
