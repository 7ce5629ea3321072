import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import type { McpServer } from '../../protocol/june/generated/mcp.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import { neededCapability } from '../content.ts';
import type { AgentDefinition } from './definition.ts';
import type { SessionRoots } from './session-link.ts';

/** The parts of `session/new`, `session/load` and `session/resume` that say where a session works. */
export interface SetupRequest {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[];
  readonly mcpServers?: readonly McpServer[];
  readonly _meta?: Meta | null;
}

/** The key in `_meta` of a load or resume that takes a session over from the clients that have it open. */
const forceKey = 'emend/force';

/** The key in `_meta` of `session/close`: `all` closes a session for every client that has it open. */
export const closeKey = 'emend/close';

/** The key in `_meta` of `session/list`: with `true` the list has the sessions of all principals. */
export const allKey = 'emend/all';

function refuse(message: string): never {
  throw new RpcError(errorCodes.invalidParams, message);
}

/** POSIX, Windows with a drive, or UNC. */
function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\');
}

/** Returns the roots of a request. Throws an `RpcError` for directories and MCP servers that the agent does not support. */
export function readRoots(request: SetupRequest, definition: AgentDefinition): SessionRoots {
  const { cwd, additionalDirectories = [], mcpServers = [] } = request;
  if (!isAbsolutePath(cwd)) refuse(`cwd must be an absolute path, but is ${JSON.stringify(cwd)}.`);
  if (additionalDirectories.length > 0 && definition.additionalDirectories !== true) {
    refuse('This agent does not support additional directories.');
  }
  for (const path of additionalDirectories) {
    if (!isAbsolutePath(path))
      refuse(`Additional directories must be absolute paths, but one is ${JSON.stringify(path)}.`);
  }
  for (const server of mcpServers) {
    const isSupported =
      (server.type === 'stdio' && definition.mcp?.stdio === true) ||
      (server.type === 'http' && definition.mcp?.http === true);
    if (!isSupported)
      refuse(`This agent does not support MCP servers over ${server.type}, such as "${String(server['name'])}".`);
  }
  return { cwd, additionalDirectories, mcpServers };
}

/** Throws an `RpcError` for prompt content that the agent has not advertised. */
export function checkPrompt(prompt: readonly ContentBlock[], definition: AgentDefinition): void {
  for (const [index, block] of prompt.entries()) {
    const needed = neededCapability(block);
    if (needed !== undefined && definition.accepts?.[needed] !== true) {
      refuse(`prompt[${index}]: This agent does not support content of type "${block.type}".`);
    }
  }
}

/** Returns whether a client wants a session for itself, whoever has it open. Throws an `RpcError` for anything but a boolean. */
export function isForced({ _meta }: SetupRequest): boolean {
  const force = _meta?.[forceKey] ?? false;
  if (typeof force !== 'boolean') refuse(`${forceKey} is true or false, not ${JSON.stringify(force)}.`);
  return force;
}
