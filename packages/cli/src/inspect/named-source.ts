import { existsSync } from 'node:fs';
import { findAgent } from '@emend/acp/agents';
import type { Command } from 'commander';
import { isNameLike, namedAgents, namedCommand } from '../agent-names/named-command.ts';
import type { Usage } from './inspect-options.ts';

/** Returns what was meant by a word in place of FILE: a file if there is one with that name, and else the agent that it names. */
export function namedSource(command: Command, usage: Usage): Usage {
  const { given, options } = usage;
  const [word = ''] = given.files;
  const isAsked = options.install === true;
  const isName =
    given.agent.length === 0 &&
    options.url === undefined &&
    isNameLike(command, given.files) &&
    !existsSync(word) &&
    findAgent(word, namedAgents()) !== undefined;
  if (!isName && !isAsked) return usage;
  return { given: { files: [], agent: namedCommand(command, isName ? [word] : [], options) }, options };
}
