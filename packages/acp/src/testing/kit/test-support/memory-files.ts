import type { ClientHost } from '../../../bridge/v1-june/client-host.ts';
import { RpcError } from '../../../jsonrpc/rpc-error.ts';

/** Serves files that are only in memory to a v1 agent. */
export function memoryFiles(): ClientHost {
  const files = new Map<string, string>();
  return {
    requests: {
      'fs/write_text_file': async ({ path, content }) => {
        files.set(path, content);
        return {};
      },
      'fs/read_text_file': async ({ path, line, limit }) => {
        const content = files.get(path);
        if (content === undefined) throw new RpcError(-32002, 'There is no such file.');
        const lines = content.match(/[^\n]*\n|[^\n]+$/g) ?? [];
        const from = (line ?? 1) - 1;
        return { content: lines.slice(from, from + (limit ?? lines.length)).join('') };
      },
    },
  };
}
