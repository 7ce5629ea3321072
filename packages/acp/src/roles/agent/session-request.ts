import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import type { McpServer } from '../../protocol/june/generated/mcp.ts';
import type { AgentDefinition } from './definition.ts';
import type { SessionRoots } from './session.ts';

/** The parts of a setup request that say where a session works. */
interface SetupRequest {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[];
  readonly mcpServers?: readonly McpServer[];
}

function refuse(message: string): never {
  throw new RpcError(errorCodes.invalidParams, message);
}

/** POSIX, Windows with a drive, or UNC. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\');
}

/** Refuses roots and servers that this agent cannot take; they are never dropped in silence (A11, C9, C10). */
export function readRoots(request: SetupRequest, definition: AgentDefinition): SessionRoots {
  const { cwd, additionalDirectories = [], mcpServers = [] } = request;
  if (!isAbsolutePath(cwd)) refuse(`cwd must be an absolute path, found ${JSON.stringify(cwd)}`);
  if (additionalDirectories.length > 0 && definition.additionalDirectories !== true) {
    refuse('this agent takes no additional directories');
  }
  for (const path of additionalDirectories) {
    if (!isAbsolutePath(path)) refuse(`additional directories must be absolute paths, found ${JSON.stringify(path)}`);
  }
  for (const server of mcpServers) {
    const isTaken =
      (server.type === 'stdio' && definition.mcp?.stdio === true) ||
      (server.type === 'http' && definition.mcp?.http === true);
    if (!isTaken)
      refuse(`this agent does not connect to MCP servers by ${server.type}, as "${String(server['name'])}" asks`);
  }
  return { cwd, additionalDirectories, mcpServers };
}

const gated = { image: 'image', audio: 'audio', resource: 'embeddedContext' } as const;

/** Refuses prompt content that was not advertised (C8); text and links always are. */
export function checkPrompt(prompt: readonly ContentBlock[], definition: AgentDefinition): void {
  for (const [index, block] of prompt.entries()) {
    const needed = Object.hasOwn(gated, block.type) ? gated[block.type as keyof typeof gated] : undefined;
    if (needed !== undefined && definition.accepts?.[needed] !== true) {
      refuse(`prompt[${index}]: this agent does not take content of type "${block.type}"`);
    }
  }
}
