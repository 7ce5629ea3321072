import type { ConnectionEnd, RemoteConnection } from '../server/connection.ts';
import type { Clock } from '../wire/clock.ts';
import type { NodeChannel } from './node-channel.ts';
import { NodeLink } from './node-link.ts';

/** A client of another node, which that one passes on. */
export class GuestConnection implements RemoteConnection {
  readonly id: string;
  readonly kind = 'websocket';
  readonly principal: string;
  readonly transport: NodeChannel;
  readonly closed: Promise<ConnectionEnd>;
  #reason: ConnectionEnd = 'left';

  constructor(id: string, principal: string, channel: NodeChannel) {
    this.id = id;
    this.principal = principal;
    this.transport = channel;
    this.closed = channel.closed.then(() => this.#reason);
  }

  async end(reason: ConnectionEnd): Promise<void> {
    this.#reason = reason;
    await this.transport.close();
  }

  /** What waits at the other node is erased there, when the message that erases it arrives. */
  erase(isErased: (frame: string) => boolean): void {
    this.transport.rewrite((frame) => (isErased(frame) ? null : undefined));
  }
}

/** After how many seconds of silence the clients of another node are given up: a little later than that node gives up this one. */
const silence = 10;

/** Takes the connection of another node; `onGuest` is called for each client that it passes on. */
export function acceptNode(
  { transport, end }: Pick<RemoteConnection, 'transport' | 'end'>,
  onGuest: (channel: NodeChannel, principal: string) => void,
  clock: Clock,
): void {
  const link = new NodeLink(transport, { onGuest, silence, clock });
  void link.closed.then(() => end('agent')).catch(() => {});
}
