import type { NamedAgent } from '@emend/acp/agents';
import { Problem } from '../output/problem.ts';
import { isObject, type JsonObject, kindOf, readConfig, writeConfig } from './config-file.ts';

/** Names that can be typed, and that mean nothing else to `emend agents`. */
const nameForm = /^(?!(?:add|remove)$)[a-z0-9][a-z0-9._-]{0,63}$/;

/** Returns the agents of one's own, from the configuration file. */
export function ownAgents(path: string): NamedAgent[] {
  return Object.entries(agentsIn(path, readConfig(path))).map(([name, entry]) => ({
    name,
    aliases: [],
    command: commandIn(path, name, entry),
  }));
}

/** Gives a command a name in the configuration file; returns whether the name was there already. */
export function addAgent(path: string, name: string, command: readonly string[]): boolean {
  if (!nameForm.test(name))
    throw new Problem(
      `'${name}' cannot be a name: it takes up to 64 lower-case letters, digits, dots, dashes and underscores, and is neither add nor remove.`,
    );
  const config = readConfig(path);
  const agents = agentsIn(path, config);
  const before = Object.hasOwn(agents, name) ? agents[name] : undefined;
  const entry = { ...(isObject(before) ? before : {}), command };
  writeConfig(path, { ...config, agents: { ...agents, [name]: entry } });
  return before !== undefined;
}

/** Removes a name from the configuration file; returns false if it was not there. */
export function removeAgent(path: string, name: string): boolean {
  const config = readConfig(path);
  const agents = agentsIn(path, config);
  if (!Object.hasOwn(agents, name)) return false;
  const others = Object.entries(agents).filter(([other]) => other !== name);
  writeConfig(path, { ...config, agents: Object.fromEntries(others) });
  return true;
}

function agentsIn(path: string, config: JsonObject): JsonObject {
  const agents = Object.hasOwn(config, 'agents') ? config['agents'] : {};
  if (!isObject(agents)) throw wrong(path, 'agents', 'an object', agents);
  return agents;
}

function commandIn(path: string, name: string, entry: unknown): NamedAgent['command'] {
  const place = `agents.${name}`;
  if (!isObject(entry)) throw wrong(path, place, 'an object with a command', entry);
  const command = entry['command'];
  if (!Array.isArray(command) || command.length === 0)
    throw wrong(path, `${place}.command`, 'an array of words', command);
  const words = command.map((word: unknown, index) => {
    if (typeof word !== 'string') throw wrong(path, `${place}.command[${index}]`, 'a string', word);
    return word;
  });
  const [program = '', ...args] = words;
  if (program === '') throw wrong(path, `${place}.command[0]`, 'the name of a program', program);
  return [program, ...args];
}

function wrong(path: string, place: string, expected: string, found: unknown): Problem {
  return new Problem(`${path}: ${place}: expected ${expected}, found ${kindOf(found)}.`);
}
