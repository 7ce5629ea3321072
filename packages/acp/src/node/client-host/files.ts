import type { HostedRequests } from '../../bridge/edges.ts';
import { toRpcError } from './file-error.ts';
import { grantedPath } from './granted-path.ts';
import { lineRange } from './line-range.ts';
import { readTextFile, writeTextFile } from './text-file.ts';

/** Returns handlers that read and write files within the folders of a session, in the order of the requests. */
export function files(maxBytes: number): HostedRequests {
  let last: Promise<unknown> = Promise.resolve();

  /** A write must not overtake the read before it. */
  function inOrder<T>(path: string, work: () => Promise<T>): Promise<T> {
    const next = last.then(work);
    last = next.catch(() => {});
    return next.catch((error: unknown) => {
      throw toRpcError(error, path);
    });
  }

  return {
    'fs/read_text_file': ({ path, line, limit }, roots) =>
      inOrder(path, async () => {
        const text = await readTextFile(await grantedPath(path, roots), maxBytes);
        return { content: lineRange(text, line ?? 1, limit ?? undefined) };
      }),
    'fs/write_text_file': ({ path, content }, roots) =>
      inOrder(path, async () => {
        await writeTextFile(await grantedPath(path, roots), content);
        return {};
      }),
  };
}
