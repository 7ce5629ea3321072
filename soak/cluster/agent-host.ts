import { createServer, type Server, type Socket } from 'node:net';
import { agent, serve, type Turn } from '@emend/acp';
import { nodeStreams } from '@emend/acp/node';
import type { Tally } from '../tally.ts';
import { after } from '../waiting.ts';
import { orderIn, piece, type TurnOrder } from './turn-order.ts';

/** How long an agent waits to be cancelled, in milliseconds. */
const longestWait = 6_000;
/** How many of the latest prompts are remembered. */
const mostRemembered = 50_000;

/**
 * The agents of all sessions, in this process. What the servers start is a shell that connects its input and output to here, so that
 * hundreds of agent processes cost little. It sees every prompt that any agent runs, whichever server has started that one.
 */
export class AgentHost {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** How often each prompt was run. */
  readonly #runs = new Map<string, number>();
  readonly #tally: Tally;
  readonly #sabotage: string;

  private constructor(server: Server, tally: Tally, sabotage: string) {
    this.#server = server;
    this.#tally = tally;
    this.#sabotage = sabotage;
    const address = server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : 0;
    const served = agent({
      info: { name: 'cluster', version: '1.0.0' },
      newSession: () => {},
      resumeSession: () => {},
      prompt: (turn) => this.#run(turn),
    });
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
      serve(served, nodeStreams({ readable: socket, writable: socket }), { onEvent: () => {} });
    });
  }

  static async start(tally: Tally, sabotage: string): Promise<AgentHost> {
    const server = createServer({ noDelay: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new AgentHost(server, tally, sabotage);
  }

  /** How many agents are connected. */
  get agents(): number {
    return this.#sockets.size;
  }

  /** The command of an agent: a shell, which ends as soon as either side does. */
  get command(): readonly string[] {
    const script = `exec 4<&0 3<>/dev/tcp/127.0.0.1/${this.port} || exit 1
cat <&3 & reader=$!
cat <&4 >&3 & writer=$!
wait -n
kill $reader $writer 2>/dev/null`;
    // With a socket as its input, a shell reads the settings of its user, each time an agent starts.
    return ['bash', '--norc', '--noprofile', '-c', script];
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #run(turn: Turn): Promise<void> {
    const order = orderIn(turn.text);
    if (order === undefined) return;
    this.#count(order.key);
    if (this.#sabotage === 'twice') this.#count(order.key);
    await this.#say(turn, order);
  }

  #count(key: string): void {
    const runs = (this.#runs.get(key) ?? 0) + 1;
    this.#runs.set(key, runs);
    this.#tally.check('no turn is run twice', runs === 1, () => `prompt ${key} was run ${runs} times`);
    if (this.#runs.size <= mostRemembered) return;
    const [oldest] = this.#runs.keys();
    if (oldest !== undefined) this.#runs.delete(oldest);
  }

  async #say(turn: Turn, { key, chunks, pause, asks, waits }: TurnOrder): Promise<void> {
    const { signal } = turn;
    const message = turn.message();
    for (let part = 0; part < chunks; part++) {
      if (asks && part === chunks >> 1) {
        const call = turn.toolCall({ id: `call-${key}`, title: 'Publish', kind: 'execute' });
        const { outcome } = await turn.requestPermission(call);
        await call.finish();
        await message.append(piece(key, 'optionId' in outcome ? String(outcome.optionId) : outcome.outcome));
      }
      if (pause > 0) await after(pause);
      signal.throwIfAborted();
      await message.append(piece(key, part));
    }
    if (!waits) return;
    let stop = (): void => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
      signal.addEventListener('abort', stop, { once: true });
    });
    await Promise.race([stopped, after(longestWait)]);
    signal.removeEventListener('abort', stop);
    signal.throwIfAborted();
  }
}
