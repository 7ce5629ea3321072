import { McpServer } from '@emend/acp/protocol/june';
import { InvalidArgumentError } from 'commander';
import type { NameOptions } from '../agent-names/named-command.ts';
import type { PermissionFile } from '../options/permission-file.ts';
import type { TargetOptions } from '../remote/remote-target.ts';

/** Options of `emend chat`. */
export interface ChatOptions extends TargetOptions, NameOptions {
  readonly cwd: string;
  readonly addDir: readonly string[];
  readonly mcp: readonly McpServer[];
  readonly prompt: readonly string[];
  readonly set: readonly Setting[];
  /** An id, or true for the latest session of the working directory. */
  readonly resume?: string | true;
  /** Only looks on at an earlier session. */
  readonly watch?: true;
  readonly list?: true;
  readonly json?: true;
  readonly login?: string | true;
  /** How permission requests are answered: without asking, or by the rules of a file. */
  readonly permissions?: 'reject' | 'allow' | PermissionFile;
  /** How long the agent may take to start, in milliseconds. */
  readonly timeout: number;
  readonly history: boolean;
  readonly pace?: number;
}

/** A value for a configuration option. */
interface Setting {
  readonly id: string;
  readonly value: string;
}

/** Reads `ID=VALUE`. */
export function setting(text: string, form = 'ID=VALUE'): Setting {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError(`It must look like ${form}.`);
  return { id: text.slice(0, at), value: text.slice(at + 1) };
}

const mcpForm = 'NAME=COMMAND ARGS or NAME=URL';

/** Reads an MCP server: `NAME=COMMAND ARGS`, `NAME=https://...`, or its JSON form in the protocol. */
export function mcpServer(text: string): McpServer {
  if (text.trimStart().startsWith('{')) return fromJson(text);
  const { id: name, value } = setting(text, mcpForm);
  if (/^https?:\/\//.test(value)) return { type: 'http', name, url: value, headers: [] };
  const [command = '', ...args] = words(value);
  if (command === '') throw new InvalidArgumentError(`It must look like ${mcpForm}.`);
  return { type: 'stdio', name, command, args, env: [] };
}

function fromJson(text: string): McpServer {
  try {
    const read = McpServer.decode(JSON.parse(text));
    if (read.ok) return read.value;
    const [issue] = read.issues;
    throw new InvalidArgumentError(`${issue?.path.join('.')}: expected ${issue?.expected}, found ${issue?.found}.`);
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw error;
    throw new InvalidArgumentError('It is not JSON.');
  }
}

/** Splits a text into words as a shell does, with quotes. */
function words(text: string): string[] {
  return [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  );
}
