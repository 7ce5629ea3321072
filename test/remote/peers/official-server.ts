import { createServer } from 'node:http';
import { createNodeHttpHandler, createNodeWebSocketUpgradeHandler } from '@agentclientprotocol/sdk/experimental/node';
import { AcpServer, type AgentFactory } from '@agentclientprotocol/sdk/experimental/server';
import { WebSocketServer } from 'ws';

/** A server that a test talks to. */
export interface TestServer {
  readonly port: number;
  /** The address for HTTP; that of WebSockets differs in its scheme only. */
  readonly url: string;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Returns the address of an HTTP server as WebSocket clients take it. */
export function socketUrl(url: string): string {
  return url.replace(/^http/, 'ws');
}

/** Starts the server of the official SDK, for HTTP and WebSockets. */
export async function startOfficialServer(createAgent: AgentFactory): Promise<TestServer> {
  const acp = new AcpServer({ createAgent });
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer(createNodeHttpHandler(acp));
  server.on('upgrade', createNodeWebSocketUpgradeHandler(acp, sockets as never));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const close = async () => {
    await acp.close();
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, url: `http://127.0.0.1:${port}/acp`, close, [Symbol.asyncDispose]: close };
}
