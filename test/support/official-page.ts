// Runs in a browser: a client of the official SDK with its defaults.
import { client } from '@agentclientprotocol/sdk';
import { createHttpStream } from '@agentclientprotocol/sdk/experimental/http-client';
import { createWebSocketStream } from '@agentclientprotocol/sdk/experimental/ws-client';

async function openWebSocket(url: string, token: string) {
  // Browsers send no headers with a WebSocket.
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/ticket`, { method: 'POST', headers });
  const { ticket } = (await answer.json()) as { ticket: string };
  return createWebSocketStream(`${url.replace('http', 'ws')}?ticket=${ticket}`);
}

/** Has a conversation with a permission request, and returns what was seen of it. */
export async function converse(carrier: 'http' | 'websocket', url: string, token: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const stream = carrier === 'http' ? createHttpStream(url, { headers }) : await openWebSocket(url, token);
  const seen: string[] = [];
  await client({ name: 'page' })
    .onNotification('session/update', ({ params: { update } }) => {
      const { content } = update as { content?: { text?: string } };
      if (update.sessionUpdate === 'agent_message_chunk') seen.push(`agent: ${content?.text}`);
    })
    .onRequest('session/request_permission', ({ params: { options } }) => {
      seen.push(`asked: ${options.map(({ name }) => name)}`);
      return { outcome: { outcome: 'selected', optionId: options[0]?.optionId ?? '' } };
    })
    .connectWith(stream, async (agent) => {
      await agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
      const { sessionId } = await agent.request('session/new', { cwd: '/', mcpServers: [] });
      const turn = await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'World' }] });
      seen.push(turn.stopReason);
    });
  return seen;
}
