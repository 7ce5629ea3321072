import type { Dialect } from '../../../protocol/dialects.ts';
import { readImplementation } from '../../../protocol/handshake.ts';
import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import type { PeerLine } from '../peer-line.ts';
import type { PeerExit } from '../started-peer.ts';
import { Judgement, type SeenFrame } from '../verdict.ts';
import type { ClientLine, SeenRequest } from './client-line.ts';
import { ClientStage } from './client-stage.ts';
import type { StartClient } from './started-client.ts';

/** What a client did in an ordinary conversation with a right agent of one dialect. */
export interface ClientSurvey {
  readonly dialect: Dialect;
  /** The connections of the conversation. */
  readonly lines: readonly PeerLine[];
  /** The connection on which it came furthest; `undefined` if the client started no agent. */
  readonly client: ClientLine | undefined;
  /** Its `initialize`; `undefined` if none came. */
  readonly initialize: SeenRequest | undefined;
  readonly didOpen: boolean;
  /** Whether it ended the connection before it opened a session. */
  readonly didLeave: boolean;
  readonly didPrompt: boolean;
  /** Why there is no prompt. */
  readonly whyNoPrompt: string;
  /** Whether it answers requests that nobody has heard of, which is how a check knows that it has read everything. */
  readonly answersUnknown: boolean;
  /** How it ended by itself after the turn; `undefined` if it did not end. */
  readonly exit: PeerExit | undefined;
  /** The frame that ended the turn. */
  readonly end: SeenFrame | undefined;
  /** Why the conversation came to nothing. */
  readonly problem: string | undefined;
}

/** How long a client may take to end by itself after its turn before it is taken for one that stays, in milliseconds. */
const timeToEnd = 5_000;

/** Has an ordinary conversation with a client, in one dialect, to learn what it does by itself. */
export async function surveyClient(
  options: {
    readonly start: StartClient;
    readonly patience: number;
    readonly isDriven: boolean;
    readonly signal?: AbortSignal | undefined;
  },
  dialect: Dialect,
): Promise<ClientSurvey> {
  const stage = new ClientStage({ ...options, dialect, scene: 'prompt' });
  const seen: { -readonly [Key in keyof ClientSurvey]?: ClientSurvey[Key] } = {};
  try {
    await stage.start();
    const first = await stage.connected();
    seen.client = first;
    await first.request('initialize');
    const { client } = await stage.opened();
    seen.client = client;
    seen.didOpen = true;
    const prompt = await client.request('session/prompt');
    seen.didPrompt = true;
    client.begin(prompt);
    client.say('Hello. ');
    seen.answersUnknown = await answersUnknown(client);
    seen.end = client.end(prompt);
    seen.exit = await stage.ended(Math.min(timeToEnd, options.patience));
  } catch (error) {
    if (!(error instanceof Judgement)) throw error;
    seen.problem = error.message;
    seen.didLeave = seen.client?.line.isOver === true;
  } finally {
    await stage.close();
  }
  const initialize = stage.lines.length === 0 ? undefined : initializeOf(seen.client ?? undefined);
  return {
    dialect,
    lines: stage.lines,
    client: seen.client,
    initialize,
    didOpen: seen.didOpen ?? false,
    didLeave: seen.didLeave ?? false,
    didPrompt: seen.didPrompt ?? false,
    whyNoPrompt: `the client sent no prompt by itself${seen.problem === undefined ? '' : ` (${seen.problem})`}; a script can make it (--script)`,
    answersUnknown: seen.answersUnknown ?? false,
    exit: seen.exit,
    end: seen.end,
    problem: seen.problem,
  };
}

/** Returns whether a client goes on with an agent of the dialect that it was surveyed in. */
export function isAccepted({ dialect, initialize, didOpen, didLeave }: ClientSurvey): boolean {
  if (initialize === undefined || !speaks(initialize.params, dialect)) return false;
  // A client that has to be told to open a session is taken at its word, unless it has left.
  return didOpen || (!didLeave && speaksFirst(initialize.params, dialect));
}

/** Returns whether a client has said who it is in the words of a dialect. Version 2 stands for both drafts. */
function speaks({ protocolVersion, info, clientInfo }: JsonObject, dialect: Dialect): boolean {
  if (dialect === 'v1') return true;
  if (typeof protocolVersion !== 'number' || protocolVersion < 2) return false;
  const isNovember = readImplementation(info) !== undefined;
  return dialect === 'november' ? isNovember : !isNovember || isObject(clientInfo);
}

function speaksFirst({ protocolVersion }: JsonObject, dialect: Dialect): boolean {
  return dialect === 'v1' ? protocolVersion === 1 : typeof protocolVersion === 'number' && protocolVersion >= 2;
}

async function answersUnknown({ line }: ClientLine): Promise<boolean> {
  try {
    await line.fence();
    return true;
  } catch (error) {
    if (error instanceof Judgement) return false;
    throw error;
  }
}

function initializeOf(client: ClientLine | undefined): SeenRequest | undefined {
  const frame = client?.requests('initialize')[0];
  if (frame === undefined || !isObject(frame.message)) return undefined;
  const { id, params } = frame.message;
  return { frame, id, params: isObject(params) ? params : {} };
}
