import { type Client, type ClientSession, connect, RpcError, remote } from '@emend/acp';
import type { RemoteStates } from '@emend/acp/remote';
import { Questions } from './questions.ts';

/** A conversation with the agent of the server that this page came from. */
export interface Conversation {
  /** The states of its connection. */
  readonly states: RemoteStates;
  readonly client: Client;
  readonly session: ClientSession;
  readonly questions: Questions;
}

/** Connects to the agent, and comes back to the session in the address of the page if there is one. */
export async function openConversation(states: RemoteStates): Promise<Conversation> {
  const questions = new Questions();
  const carrier = new URLSearchParams(location.search).get('carrier') === 'http' ? 'http' : 'websocket';
  const transport = remote(new URL('/acp', location.href).href, {
    token: readToken(),
    first: carrier,
    onState: states.onState,
  });
  const client = await connect(transport, {
    info: { name: 'web-page', version: '1.0.0' },
    requestPermission: questions.ask,
    // However many updates arrive, the page is drawn once a frame.
    schedule: requestAnimationFrame,
  });
  return { states, client, session: await openSession(client), questions };
}

/** The server prints an address with its token behind the `#`, which browsers do not send. A reload finds it in the storage of the tab. */
function readToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) {
    sessionStorage.setItem('token', given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return sessionStorage.getItem('token') ?? '';
}

async function openSession(client: Client): Promise<ClientSession> {
  // The agent has no files of this computer, so that the folder means nothing.
  const cwd = '/';
  const address = new URL(location.href);
  const sessionId = address.searchParams.get('session');
  if (sessionId !== null) {
    try {
      return await client.loadSession({ cwd, sessionId });
    } catch (error) {
      // The agent does not know it any more. Anything else is a failure of the connection.
      if (!(error instanceof RpcError)) throw error;
    }
  }
  const session = await client.newSession({ cwd });
  address.searchParams.set('session', session.id);
  history.replaceState(null, '', address);
  return session;
}
