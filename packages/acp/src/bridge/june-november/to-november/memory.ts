import type { NotificationMessage, RequestId } from '../../../jsonrpc/message.ts';
import { noting, type Outbox, updating } from '../../outbox.ts';
import { type SessionTable, sessionTable } from '../../session-table.ts';
import { type ClientOffers, clientOffers } from '../handshake.ts';
import type { JuneNovemberOptions } from '../options.ts';
import { toNovember } from '../rules.ts';
import type { Crossing } from './crossing.ts';
import type { SessionMarkers } from './initialize.ts';
import { closedSession, newSession, type Prompt, type Session } from './session.ts';

/** A question of the agent to the person that has no answer yet. */
interface Question {
  readonly sessionId: string | undefined;
  /** Answers the agent in place of the client, which is told that the question is taken back. */
  withdraw(out: Outbox): void;
}

/** What a June agent has told of itself. */
interface AgentFacts {
  readonly markers: SessionMarkers;
  readonly canLogOut: boolean;
  /** The ways to log in, by id. */
  readonly authMethods: ReadonlyMap<string, string>;
  /** The transports of MCP servers that it takes. */
  readonly mcp: ReadonlySet<string>;
}

/** The memory of a connection between a November client and a June agent. */
export interface Memory extends SessionTable<Session> {
  /** How many new sessions have no id yet. */
  unnamed: number;
  /** What the client offers beyond June. */
  offers: ClientOffers;
  /** What the agent has told of itself; `undefined` before the handshake. */
  agent: AgentFacts | undefined;
  /** The prompts of the client that have no answer yet, by the id of their request. */
  readonly prompts: Map<RequestId, { readonly sessionId: string; readonly prompt: Prompt }>;
  /** The questions of the agent that have no answer yet, by the id of their request. */
  readonly questions: Map<RequestId, Question>;
  /** The ids of questions that were taken back and that the client has not answered yet: the last ones. */
  readonly withdrawn: Set<RequestId>;
  /** How long the agent may stay silent after a prompt, in milliseconds. */
  readonly graceTime: number;
  readonly isRecording: boolean;
  /** Returns what translating for the client needs; `origin` is the notification that is being translated. */
  crossing(sessionId: string, out: Outbox, origin?: NotificationMessage): Crossing;
}

/** Returns the memory of a new connection. */
export function newMemory(options: JuneNovemberOptions): Memory {
  const { graceTime = 1000, isRecording = false, repeatsPrompts = false } = options;
  const acceptsAtOnce = graceTime <= 0 && !repeatsPrompts;
  const table = sessionTable((id) => newSession(id, { acceptsAtOnce, isRecording, repeatsPrompts }), closedSession);
  return {
    ...table,
    unnamed: 0,
    offers: clientOffers(undefined),
    agent: undefined,
    prompts: new Map(),
    questions: new Map(),
    withdrawn: new Set(),
    graceTime: repeatsPrompts ? 0 : graceTime,
    isRecording,
    crossing: (sessionId, out, origin) => ({
      session: table.session(sessionId),
      note: noting(toNovember, sessionId, out),
      send: updating(sessionId, out, origin),
    }),
  };
}
