import { setTimeout as delay } from 'node:timers/promises';
import { type Client, type ClientSession, connect } from '@emend/acp';
import { Peer } from '@emend/acp/jsonrpc';
import { remote } from '@emend/acp/node';
import { messageText } from '@emend/acp/view';
import { onTestFinished } from 'vitest';

/** What a client was told in place of the end of a turn. */
export interface Refusal {
  readonly code: number | undefined;
  readonly reason: string;
}

type PromptEnd = { readonly stopReason: string } | Refusal;

/** A client that connects again when its server has ended. */
export interface StayingClient {
  open(): Promise<string>;
  join(sessionId: string): Promise<void>;
  prompt(text: string): Promise<PromptEnd>;
  /** Everything that was said, as it shows it. */
  shown(): string;
}

interface Place {
  readonly url: string;
  readonly first: 'websocket' | 'http';
}

const cwd = '/project';

/** A client of a dialect, closed with the test. */
export function stayingClient(dialect: 'v1' | 'june' | 'november', place: Place): StayingClient {
  return dialect === 'v1' ? v1Client(place) : libraryClient(dialect, place);
}

function libraryClient(prefers: 'june' | 'november', { url, first }: Place): StayingClient {
  let session: Promise<ClientSession>;
  let shown: ClientSession;
  const client: Promise<Client> = connect(remote(url, { first }), {
    prefers,
    onEvent: (event) => {
      // What could not be loaded on a new connection is loaded once more.
      const [lost] = event.type === 'reconnected' ? event.lost : [];
      if (lost !== undefined) session = loadedAgain(lost);
    },
  });
  onTestFinished(async () => (await client).close());
  const loaded = async (sessionId: string): Promise<ClientSession> => {
    shown = await (await client).loadSession({ sessionId, cwd });
    return shown;
  };
  const loadedAgain = (sessionId: string): Promise<ClientSession> =>
    loaded(sessionId).catch(async () => {
      await delay(50);
      return loadedAgain(sessionId);
    });
  return {
    async open() {
      shown = await (await client).newSession({ cwd });
      session = Promise.resolve(shown);
      return shown.id;
    },
    async join(sessionId) {
      session = loaded(sessionId);
      await session;
    },
    async prompt(text) {
      const opened = await session;
      return opened.prompt(text).then(({ stopReason }) => ({ stopReason: String(stopReason) }), failureOf);
    },
    shown: () => shown.state.messages.toArray().map(messageText).join(''),
  };
}

/** A client that has nothing of this library but its connection. */
function v1Client({ url, first }: Place): StayingClient {
  let isOver = false;
  let sessionId = '';
  let said = '';
  let peer: Promise<Peer>;
  const connected = async (): Promise<Peer> => {
    const opened = new Peer(remote(url, { first }), {
      notifications: { 'session/update': (params) => hear(params) },
    });
    void opened.closed.then(() => {
      if (!isOver) peer = connected();
    });
    try {
      await opened.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
      if (sessionId !== '') await load(opened);
    } catch {
      await opened.close();
    }
    return opened;
  };
  const load = (opened: Peer): Promise<unknown> => {
    said = '';
    return opened.request('session/load', { sessionId, cwd, mcpServers: [] });
  };
  const hear = (params: unknown): void => {
    const { update } = params as { update: { sessionUpdate: string; content?: { text?: string } } };
    if (/^(user|agent)_message_chunk$/.test(update.sessionUpdate)) said += update.content?.text ?? '';
  };
  peer = connected();
  onTestFinished(async () => {
    isOver = true;
    await (await peer).close();
  });
  return {
    async open() {
      const answer = await (await peer).request('session/new', { cwd, mcpServers: [] });
      ({ sessionId } = answer as { sessionId: string });
      return sessionId;
    },
    async join(id) {
      sessionId = id;
      await load(await peer);
    },
    async prompt(text) {
      const prompt = [{ type: 'text', text }];
      const answer = peer.then((opened) => opened.request('session/prompt', { sessionId, prompt }));
      return answer.then((result) => result as { stopReason: string }, failureOf);
    },
    shown: () => said,
  };
}

function failureOf(error: { code?: number; reason?: string; message?: string; data?: { reason?: string } }): Refusal {
  return { code: error.code, reason: String(error.data?.reason ?? error.reason ?? error.message) };
}
