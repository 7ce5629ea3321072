import { errorText } from '../../jsonrpc/message-text.ts';
import { RpcError, rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';
import { MAX_NODE_FRAME_BYTES, NODE_PATIENCE } from '../nodes/node-link.ts';
import { closeInTime } from '../wire/closing.ts';
import type { RemoteLimits } from '../wire/limits.ts';
import { CONNECTION_HEADER, COUNTED_HEADER, closeCodes } from '../wire/names.ts';
import type { Socket } from '../wire/socket.ts';
import { chosenSubprotocol, offeredSubprotocols, type ResumePoint, resumePointOf } from './access/subprotocols.ts';
import {
  AGENT_NOT_STARTED,
  begin,
  type EndpointSetup,
  noRoomFor,
  UNKNOWN_CONNECTION,
  type Visitor,
} from './endpoint.ts';
import type { HttpAnswer, HttpRequest, UpgradeAnswer } from './http-exchange.ts';
import { requestIn } from './open-work.ts';
import { refusal, sentenceOf } from './refusal.ts';
import type { Entry } from './registry.ts';
import { queryOf } from './routes.ts';
import { SocketConnection } from './socket-connection.ts';

/** Answers requests to open a WebSocket: for a new connection, or for one that goes on. */
export class SocketEndpoint {
  readonly #setup: EndpointSetup;

  constructor(setup: EndpointSetup) {
    this.#setup = setup;
  }

  /** Answers the request of a principal. */
  upgrade(request: HttpRequest, visitor: Visitor): UpgradeAnswer {
    const offered = offeredSubprotocols(request);
    const protocol = chosenSubprotocol(offered);
    const point = resumePointOf(offered);
    if (point === 'malformed') return refused(refusal(400, 'The position to go on from is malformed.'));
    if (point !== undefined) return this.#resume(request, visitor, protocol, point);
    const problem = noRoomFor(visitor, this.#setup);
    if (problem !== undefined) return refused(problem);
    const id = this.#setup.randomId();
    const isCounted = queryOf(request.target).get('counted') === '1';
    return {
      accepted: true,
      headers: { [CONNECTION_HEADER]: id, ...(isCounted ? { [COUNTED_HEADER]: '1' } : {}) },
      protocol,
      maxFrameBytes: this.#limitsOf(visitor).maxFrameBytes,
      open: (socket) => this.#open(socket, id, visitor, isCounted),
    };
  }

  #open(socket: Socket, id: string, visitor: Visitor, isCounted: boolean): void {
    const { registry, isEnding, onConnection } = this.#setup;
    // Others may have come, and the end of the server begun, since the handshake was answered.
    const problem = noRoomFor(visitor, this.#setup);
    if (problem !== undefined) {
      this.#turnAway(socket, isEnding() ? closeCodes.goingAway : closeCodes.tryLater, problem, visitor);
      return;
    }
    // A client that says nothing is not worth an agent.
    const onBegun = () => {
      if (!begin(entry, onConnection)) refuseFirst(entry).catch(() => {});
    };
    const limits = this.#limitsOf(visitor);
    const entry = registry.open(
      { id, kind: 'websocket', ...visitor },
      (setup) => new SocketConnection({ ...setup, limits, onBegun }, { isCounted }),
    );
    entry.connection.attach(socket);
  }

  /** A node passes on the messages of clients, with the names of their channels around them. It comes back soon, or its clients are somewhere else. */
  #limitsOf(visitor: Visitor): RemoteLimits {
    const { isNode, limits } = this.#setup;
    if (!isNode(visitor)) return limits;
    return { ...limits, maxFrameBytes: MAX_NODE_FRAME_BYTES, away: NODE_PATIENCE };
  }

  #resume(
    request: HttpRequest,
    visitor: Visitor,
    protocol: string | undefined,
    { id, received }: ResumePoint,
  ): UpgradeAnswer {
    const connection = this.#find(id, visitor);
    if (connection?.canResume(received) === true) {
      return {
        accepted: true,
        headers: { [CONNECTION_HEADER]: id },
        protocol,
        maxFrameBytes: this.#limitsOf(visitor).maxFrameBytes,
        open: (socket) => connection.resume(socket, received),
      };
    }
    // A client that wants what is no longer kept cannot go on later either.
    if (connection !== undefined) void connection.end('forgotten');
    // Browsers do not show a page the status of a refused handshake, only the code of a closed socket.
    if (request.header('origin') === undefined) return refused(unknown);
    const open = (socket: Socket) => this.#turnAway(socket, closeCodes.forgotten, unknown, visitor);
    return { accepted: true, headers: {}, protocol, maxFrameBytes: this.#setup.limits.maxFrameBytes, open };
  }

  /** Closes a socket whose handshake has succeeded although it cannot be used. */
  #turnAway(socket: Socket, code: number, answer: HttpAnswer, visitor: Visitor): void {
    const { clock, limits, onRefused } = this.#setup;
    onRefused(answer, visitor);
    let stop = () => {};
    socket.listen({ message() {}, alive() {}, drained() {}, closed: () => stop() });
    stop = closeInTime(socket, { code, reason: sentenceOf(answer), clock, within: limits.closing }, () => {});
  }

  #find(id: string, visitor: Visitor): SocketConnection | undefined {
    const connection = this.#setup.registry.find(id, visitor)?.connection;
    return connection instanceof SocketConnection ? connection : undefined;
  }
}

const unknown = refusal(404, UNKNOWN_CONNECTION);

const refused = (answer: HttpAnswer): UpgradeAnswer => ({ accepted: false, answer });

/** Answers the handshake of a client whose agent could not be started. */
async function refuseFirst({ transport, connection }: Entry): Promise<void> {
  for await (const [frame] of transport.frames) {
    const { id = 'null' } = (typeof frame === 'string' ? requestIn(frame) : undefined) ?? {};
    void transport.send(errorText(id, new RpcError(rpcErrorCodes.internalError, AGENT_NOT_STARTED)));
    void connection.end('agent');
  }
}
