import { kindOf, type RequestMessage, type ResponseMessage } from '@emend/acp/jsonrpc';
import {
  type CallFacts,
  noFacts,
  type PermissionDecision,
  permissionQuestion,
  TurnCalls,
  updatedFacts,
} from '@emend/acp/permissions';
import { isObject } from '@emend/acp/protocol';
import type { PermissionFile } from '../../options/permission-file.ts';
import { decisionLine } from './decision-line.ts';

/** What becomes of a frame of the agent: it goes on to the client, perhaps in part, and some of it is answered here. */
interface Decided {
  readonly pass?: string;
  readonly replies: readonly string[];
}

/** What is known of a session. */
interface KnownSession {
  readonly cwd: string;
  /** What was said of tool calls at any time, and in the turn that runs. */
  readonly calls: Map<string, CallFacts>;
  readonly turn: TurnCalls;
}

/** A connection that opens ever more sessions, or an agent with ever more tool calls, must not fill the memory. */
const mostSessions = 1_000;
const mostCalls = 5_000;
const mostOpenings = 1_000;
const mostPrompts = 1_000;

const opening: ReadonlySet<unknown> = new Set(['session/new', 'session/load', 'session/resume', 'session/fork']);

/** Answers permission requests of an agent that serves one connection, where the rules of a file decide. Stored sessions have their own. */
export class PermissionRules {
  readonly #rules: PermissionFile;
  readonly #log: (line: string) => void;
  readonly #sessions = new Map<string, KnownSession>();
  /** The requests that open a session and have no answer yet. */
  readonly #openings = new Map<unknown, string>();
  /** The sessions of the prompts that have no answer yet. */
  readonly #prompts = new Map<unknown, string>();

  constructor(rules: PermissionFile, log: (line: string) => void) {
    this.#rules = rules;
    this.#log = log;
  }

  /** Sees a frame of the client. */
  fromClient(frame: string): void {
    if (!frame.includes('session')) return;
    for (const message of messagesIn(frame)) {
      if (kindOf(message) !== 'request') continue;
      const { id, method, params } = message as RequestMessage;
      if (method === 'session/prompt' && isObject(params)) this.#prompted(id, String(params['sessionId']));
      if (!opening.has(method) || !isObject(params) || typeof params['cwd'] !== 'string') continue;
      remember(this.#openings, id, params['cwd'], mostOpenings);
      const { sessionId } = params;
      // History comes before the answer.
      if (typeof sessionId === 'string' && method !== 'session/fork') this.#open(sessionId, params['cwd']);
    }
  }

  /** A prompt that waits behind another one begins its turn when that one is answered. */
  #prompted(id: unknown, sessionId: string): void {
    if (![...this.#prompts.values()].includes(sessionId)) this.#sessions.get(sessionId)?.turn.begin();
    remember(this.#prompts, id, sessionId, mostPrompts);
  }

  /** Returns what becomes of a frame of the agent. */
  fromAgent(frame: string): Decided {
    const mayMatter =
      frame.includes('tool_call') ||
      frame.includes('request_permission') ||
      (this.#openings.size + this.#prompts.size > 0 && /"(?:result|error)"/.test(frame));
    if (!mayMatter) return { pass: frame, replies: [] };
    const messages = messagesIn(frame);
    const replies: string[] = [];
    const passed = messages.filter((message) => {
      const reply = this.#replyTo(message);
      if (reply !== undefined) replies.push(reply);
      return reply === undefined;
    });
    if (replies.length === 0) return { pass: frame, replies };
    return passed.length === 0 ? { replies } : { pass: JSON.stringify(passed), replies };
  }

  #replyTo(message: unknown): string | undefined {
    const kind = kindOf(message);
    if (kind === 'response') this.#answered(message as ResponseMessage);
    if (kind === 'notification') this.#updated(message as RequestMessage);
    if (kind !== 'request') return undefined;
    const { id, method, params } = message as RequestMessage;
    if (method !== 'session/request_permission' || !isObject(params)) return undefined;
    const { outcome } = this.#decide(params);
    return outcome && JSON.stringify({ jsonrpc: '2.0', id, result: { outcome } });
  }

  #decide(params: Readonly<Record<string, unknown>>): PermissionDecision {
    const { sessionId, toolCall, subject } = params;
    const about = isObject(subject) ? subject : {};
    const call = about['type'] === 'tool_call' ? about['toolCall'] : (toolCall ?? subject);
    const toolCallId = isObject(call) ? call['toolCallId'] : undefined;
    const session = this.#sessions.get(String(sessionId));
    const known = session?.turn.of(String(toolCallId)) ?? noFacts;
    const earlier = session?.calls.get(String(toolCallId)) ?? known;
    const question = permissionQuestion(params, { cwd: session?.cwd ?? '', known, earlier });
    const decision = this.#rules.decide(question);
    const { kind } = question;
    this.#log(decisionLine({ kind, toolCallId, sessionId, decision, file: this.#rules.file, asked: 'client' }));
    return decision;
  }

  #answered({ id, result }: ResponseMessage): void {
    const prompted = this.#prompts.get(id);
    if (this.#prompts.delete(id)) this.#sessions.get(String(prompted))?.turn.begin();
    const cwd = this.#openings.get(id);
    if (cwd === undefined) return;
    this.#openings.delete(id);
    if (isObject(result) && typeof result['sessionId'] === 'string') this.#open(result['sessionId'], cwd);
  }

  #open(sessionId: string, cwd: string): void {
    const { calls, turn } = this.#sessions.get(sessionId) ?? { calls: new Map(), turn: new TurnCalls() };
    remember(this.#sessions, sessionId, { cwd, calls, turn }, mostSessions);
  }

  #updated({ method, params }: RequestMessage): void {
    if (method !== 'session/update' || !isObject(params) || !isObject(params['update'])) return;
    const session = this.#sessions.get(String(params['sessionId']));
    const { update } = params;
    const { toolCallId } = update;
    if (session === undefined || typeof toolCallId !== 'string') return;
    session.turn.see(update);
    const { calls } = session;
    remember(calls, toolCallId, updatedFacts(calls.get(toolCallId) ?? noFacts, update), mostCalls);
  }
}

/** Keeps a value as the latest, and forgets the oldest of too many. */
function remember<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

function messagesIn(frame: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(frame);
    return Array.isArray(value) ? value : [value];
  } catch {
    return [];
  }
}
