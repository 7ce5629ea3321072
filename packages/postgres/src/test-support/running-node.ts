import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { freePort } from '../../../../test/support/free-port.ts';
import { type LossyRoute, openRoute } from './lossy-route.ts';
import type { NodeNews, NodeProcessOptions } from './node-process.ts';

/** A server in a process of its own, which ends with the test. */
export interface RunningNode {
  readonly url: string;
  readonly port: number;
  /** The way that other nodes take to it, if it was started with one. */
  readonly route: LossyRoute | undefined;
  signal(signal: NodeJS.Signals): void;
  /** Lets it end after what runs. */
  end(): Promise<void>;
  /** The next news of a type. */
  next(type: NodeNews['type']): Promise<NodeNews>;
}

/** Starts the bundled `node-process`. With `isRouted`, other nodes reach it by a way that can be cut. */
export async function startNode(
  program: string,
  { isRouted = false, ...options }: Omit<NodeProcessOptions, 'port'> & { readonly isRouted?: boolean },
): Promise<RunningNode> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/acp`;
  const route = isRouted ? await openRoute(url) : undefined;
  const node = { ...options.node, url: route?.url ?? url };
  const given: NodeProcessOptions = { ...options, port, node };
  const child = spawn(process.execPath, [program, JSON.stringify(given)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const news: NodeNews[] = [];
  let wake = () => {};
  createInterface({ input: child.stdout }).on('line', (line) => {
    news.push(JSON.parse(line) as NodeNews);
    wake();
  });
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
    wake();
  });
  const next = async (type: NodeNews['type']): Promise<NodeNews> => {
    for (;;) {
      const at = news.findIndex((each) => each.type === type);
      const [found] = at === -1 ? [] : news.splice(at, 1);
      if (found !== undefined) return found;
      if (hasEnded) throw new Error(`the node ended, and ${type} had not come`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  await next('ready');
  return {
    url,
    port,
    route,
    signal: (signal) => void child.kill(signal),
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
    next,
  };
}
