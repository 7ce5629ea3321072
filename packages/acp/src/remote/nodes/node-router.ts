import {
  kindOf,
  type NotificationMessage,
  type RequestId,
  type RequestMessage,
  type ResponseMessage,
} from '../../jsonrpc/message.ts';
import { errorText, notificationText } from '../../jsonrpc/message-text.ts';
import { REPLAY_MARK, replayMarkKey } from '../../jsonrpc/replay-mark.ts';
import { RpcError, refusedCode } from '../../jsonrpc/rpc-error.ts';
import { isKnown, keyOf, memberOf, parsed, withId } from './routed-message.ts';

/** The name of a node; `undefined` is this one. */
export type NodeName = string | undefined;

/** What has to be done after a message. */
export type NodeStep =
  | { readonly type: 'to-client'; readonly frame: string }
  | { readonly type: 'to-node'; readonly node: NodeName; readonly frame: string }
  /** Find out which node has a session, and tell it with `located`; what the client sends waits for it. */
  | { readonly type: 'locate'; readonly session: string }
  /** The node of a session is gone: find out which one has it now, and tell it with `moved`; `isAgain` if that one refused it. */
  | { readonly type: 'follow'; readonly session: string; readonly isAgain?: boolean };

/** A request of the client, or of the router itself, that a node has not answered. */
interface Asked {
  readonly node: NodeName;
  readonly id: RequestId;
  readonly method: string;
  readonly session: string | undefined;
  readonly params: unknown;
  /** Whether the router asks itself, so that the client gets no answer. Ids do not tell: the client may be the router of another node. */
  readonly isOwn?: boolean;
  /** Whether this node has lost the session since: what the answer says that is open is not. */
  isOutdated?: boolean;
}

interface RoutedSession {
  node: NodeName;
  /** Whether the client has it open; before that it is only known where it is. */
  readonly isOpen: boolean;
  /** Why it is looked for, so that nobody can be asked; undefined if it is not. */
  lost?: RpcError | undefined;
  /** The request of the router that opens it again for the client, until it is answered. An earlier one counts no more. */
  reopening?: { readonly id: RequestId; hasBegun: boolean } | undefined;
  /** What it was opened with, so that it can be opened on another node. */
  readonly roots: object;
  /** Whether a turn runs, as nodes tell November clients. */
  isBusy: boolean;
}

/** What an agent says of a session that its node has lost: it may be open elsewhere, or can be opened again. */
const lostFailures: ReadonlySet<unknown> = new Set(['not_owner', 'unavailable']);

/** An update that changes nothing here; nearly all messages are, and to parse them for each client would cost more than to carry them. */
const plainUpdate =
  /^\{"jsonrpc":"2\.0","method":"session\/update","params":\{"sessionId":"([^"\\]*)","update":\{"sessionUpdate":"(?!state_update")/;

const reloading: ReadonlySet<string> = new Set(['session/load', 'session/resume']);
const opening: ReadonlySet<string> = new Set(['session/new', ...reloading, 'session/fork']);
const closing: ReadonlySet<string> = new Set(['session/close', 'session/delete']);

/**
 * Routes the messages of one client to the nodes that have its sessions, as if they were one agent. What names no session is for this node. It
 * only decides: the caller sends, opens connections and asks where sessions are.
 */
export class NodeRouter {
  readonly #sessions = new Map<string, RoutedSession>();
  readonly #asked = new Map<string, Asked>();
  /** Requests of nodes, by the id that the client has. */
  readonly #questions = new Map<string, { readonly node: NodeName; readonly id: RequestId }>();
  /** Frames of the client behind one whose session is being located. */
  readonly #waiting: string[] = [];
  #locating: { readonly session: string; readonly frame: string } | undefined;
  /** How a session is opened again elsewhere so that the client gets what it has missed, if it can. */
  #reopening: { readonly method: string; readonly params: object } = reopeningOf(undefined);
  readonly #prefix = `emend-node-${Math.random().toString(36).slice(2, 10)}-`;
  #minted = 0;
  #steps: NodeStep[] = [];

  /** Takes a frame of the client. */
  fromClient(frame: string): readonly NodeStep[] {
    if (this.#locating === undefined) this.#takeFromClient(frame);
    else this.#waiting.push(frame);
    return this.#taken();
  }

  /** Tells which node has the session that was asked for. */
  located(session: string, node: NodeName): readonly NodeStep[] {
    if (this.#locating?.session !== session) return [];
    const { frame } = this.#locating;
    this.#locating = undefined;
    this.#sessions.set(session, { node, roots: {}, isBusy: false, isOpen: false });
    this.#takeFromClient(frame);
    while (this.#locating === undefined && this.#waiting.length > 0)
      this.#takeFromClient(this.#waiting.shift() as string);
    return this.#taken();
  }

  /** Takes a frame of a node. */
  fromNode(node: NodeName, frame: string): readonly NodeStep[] {
    const updated = plainUpdate.exec(frame)?.[1];
    if (updated !== undefined) return this.#isOf(node, updated) ? [{ type: 'to-client', frame }] : [];
    const message = parsed(frame);
    const kind = kindOf(message);
    if (kind === 'response') this.#answered(node, frame, message as ResponseMessage);
    else if (kind === 'request') this.#question(node, frame, message as RequestMessage);
    else if (kind === 'notification') this.#told(node, frame, message as NotificationMessage);
    else this.#steps.push({ type: 'to-client', frame });
    return this.#taken();
  }

  /**
   * Returns whether a node speaks for a session. One that has lost it may not know yet, or may have it from the node that has it now: the client,
   * which gets everything from that one, would show it twice. If the same node has it again, what it says before the replay would be shown before
   * what was missed.
   */
  #isOf(node: NodeName, session: unknown): boolean {
    const routed = typeof session === 'string' ? this.#sessions.get(session) : undefined;
    if (routed === undefined) return true;
    return routed.node === node && routed.lost === undefined && routed.reopening?.hasBegun !== false;
  }

  /** A node is gone, or cannot be reached. What it was asked fails, and its sessions are looked for elsewhere. */
  nodeLost(node: string, reason: string): readonly NodeStep[] {
    const error = new RpcError(refusedCode, reason, { reason: 'owner_lost' });
    for (const [key, question] of this.#questions) {
      if (question.node !== node) continue;
      this.#questions.delete(key);
      this.#toClient(notificationText('$/cancel_request', { requestId: JSON.parse(key) as RequestId }));
    }
    for (const [key, asked] of this.#asked) {
      if (asked.node !== node) continue;
      this.#asked.delete(key);
      if (asked.isOwn !== true) this.#toClient(errorText(JSON.stringify(asked.id), error));
    }
    for (const [session, routed] of this.#sessions) {
      if (routed.node !== node) continue;
      if (routed.isOpen) this.#follow(session, routed, error);
      else this.#sessions.delete(session);
    }
    return this.#taken();
  }

  /** This node has lost its sessions, or one of them. Its agent answers what it was asked; the sessions are looked for. */
  lostHere(lost?: string): readonly NodeStep[] {
    for (const asked of this.#asked.values()) {
      const isNamed = asked.session !== undefined && (lost === undefined || asked.session === lost);
      const isOpening = opening.has(asked.method) && asked.isOwn !== true;
      if (isNamed && asked.node === undefined && isOpening) asked.isOutdated = true;
    }
    for (const [session, routed] of this.#sessions) {
      const isLost = (lost === undefined || session === lost) && routed.node === undefined;
      if (isLost && routed.isOpen && routed.lost === undefined) this.#follow(session, routed, lostIts);
    }
    return this.#taken();
  }

  #follow(session: string, routed: RoutedSession, why: RpcError, isAgain = false): void {
    // In November a prompt is answered when it is accepted, so the end of its turn has to be told. What its node says of it later is not passed on.
    if (routed.isBusy) this.#toClient(stoppedBy(why, session));
    routed.isBusy = false;
    routed.lost = why;
    routed.reopening = undefined;
    this.#steps.push({ type: 'follow', session, isAgain });
  }

  /** Tells where a session is whose node was lost; the client goes on with it there. */
  moved(session: string, node: NodeName): readonly NodeStep[] {
    const routed = this.#sessions.get(session);
    // The client may have closed it, or opens it again itself.
    if (routed?.lost === undefined) return [];
    routed.node = node;
    // What the client sends from now on follows the request that opens it.
    routed.lost = undefined;
    this.#reopen(session, routed);
    return this.#taken();
  }

  #reopen(session: string, routed: RoutedSession): void {
    const { node, roots } = routed;
    const id = this.#mint();
    routed.reopening = { id, hasBegun: false };
    const { method } = this.#reopening;
    const params = { ...roots, ...this.#reopening.params, sessionId: session, _meta: { [replayMarkKey]: true } };
    const frame = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    this.#ask({ node, id, method, session, params, isOwn: true }, frame);
  }

  /** Returns the node of a session. */
  nodeOf(session: string): NodeName {
    return this.#sessions.get(session)?.node;
  }

  /** The session is nowhere: it is looked for again when the client names it. */
  forget(session: string): void {
    this.#sessions.delete(session);
  }

  /** Returns an id that nobody else on this connection uses, also if the client is the router of another node. */
  #mint(): string {
    this.#minted += 1;
    return `${this.#prefix}${this.#minted}`;
  }

  /** Returns whether an id is of a request of this router. */
  #isMinted(id: unknown): boolean {
    return typeof id === 'string' && id.startsWith(this.#prefix);
  }

  #taken(): readonly NodeStep[] {
    return this.#steps.splice(0);
  }

  #toClient(frame: string): void {
    this.#steps.push({ type: 'to-client', frame });
  }

  #takeFromClient(frame: string): void {
    const message = parsed(frame);
    const kind = kindOf(message);
    if (kind === 'response') {
      this.#answer(frame, message as ResponseMessage);
      return;
    }
    if (kind !== 'request' && kind !== 'notification') {
      this.#steps.push({ type: 'to-node', node: undefined, frame });
      return;
    }
    const { method, params } = message as NotificationMessage;
    if (method === 'initialize') this.#reopening = reopeningOf(params);
    if (method === '$/cancel_request') {
      const asked = this.#asked.get(keyOf(memberOf(params, 'requestId')));
      this.#steps.push({ type: 'to-node', node: asked?.node, frame });
      return;
    }
    const session = memberOf(params, 'sessionId');
    // Who opens a session again does not wait for what is looked for already.
    const isAnew = reloading.has(method) && this.#sessions.get(session as string)?.lost !== undefined;
    if (typeof session === 'string' && (isAnew || !this.#sessions.has(session))) {
      this.#locating = { session, frame };
      this.#steps.push({ type: 'locate', session });
      return;
    }
    const routed = typeof session === 'string' ? this.#sessions.get(session) : undefined;
    const node = routed?.node;
    if (routed?.lost !== undefined && kind === 'request') {
      this.#toClient(errorText(JSON.stringify((message as RequestMessage).id), routed.lost));
      return;
    }
    if (kind === 'notification') this.#steps.push({ type: 'to-node', node, frame });
    else {
      // What the client asks for itself is what it gets, whatever becomes of the request of the router before it.
      if (routed !== undefined && reloading.has(method)) routed.reopening = undefined;
      const { id } = message as RequestMessage;
      this.#ask({ node, id, method, session: typeof session === 'string' ? session : undefined, params }, frame);
    }
  }

  #ask(asked: Asked, frame: string): void {
    this.#asked.set(keyOf(asked.id), asked);
    this.#steps.push({ type: 'to-node', node: asked.node, frame });
  }

  #answer(frame: string, { id }: ResponseMessage): void {
    const question = this.#questions.get(keyOf(id));
    // The node that asked is gone, or was answered already.
    if (question === undefined) return;
    this.#questions.delete(keyOf(id));
    this.#steps.push({ type: 'to-node', node: question.node, frame: withId(frame, id, question.id) });
  }

  #answered(node: NodeName, frame: string, { id, result, error }: ResponseMessage): void {
    const asked = this.#asked.get(keyOf(id));
    if (asked === undefined || asked.node !== node) {
      if (!this.#isMinted(id)) this.#toClient(frame);
      return;
    }
    this.#asked.delete(keyOf(id));
    if (asked.isOwn !== true) this.#toClient(frame);
    else if (this.#reopenedBy(asked) === undefined) return;
    if (error === undefined) this.#done(asked, result);
    else if (asked.session !== undefined) this.#refused(asked, asked.session, error);
  }

  #refused({ node, method, isOwn }: Asked, session: string, error: unknown): void {
    const routed = this.#sessions.get(session);
    if (routed === undefined || routed.node !== node) return;
    const failure = memberOf(memberOf(error, 'data'), 'failure');
    if (isOwn === true && method === 'session/load' && memberOf(error, 'code') === methodNotFound) {
      this.#reopening = resumeFromStart;
      this.#reopen(session, routed);
      return;
    }
    // The other node may itself have passed it on to one that is lost.
    const isLost = lostFailures.has(failure) || memberOf(memberOf(error, 'data'), 'reason') === 'owner_lost';
    const isGone = isOwn === true && memberOf(error, 'code') === notFound;
    const why = new RpcError(refusedCode, String(memberOf(error, 'message')), { reason: 'owner_lost' });
    if (!routed.isOpen || isGone) this.#sessions.delete(session);
    else if (isOwn === true) this.#follow(session, routed, why, true);
    // While it is opened again, the answer to that says where it is.
    else if (isLost && !opening.has(method) && routed.reopening === undefined) this.#follow(session, routed, why);
  }

  #done({ node, method, session, params, isOutdated }: Asked, result: unknown): void {
    if (opening.has(method)) {
      const opened = memberOf(result, 'sessionId') ?? session;
      if (typeof opened !== 'string') return;
      const { sessionId: _, _meta: __, replayFrom: ___, ...roots } = params as Record<string, unknown>;
      const routed = { node, roots, isBusy: this.#sessions.get(opened)?.isBusy ?? false, isOpen: true };
      this.#sessions.set(opened, routed);
      if (isOutdated === true) this.#follow(opened, routed, lostIts);
    } else if (session === undefined) return;
    else if (closing.has(method)) this.#sessions.delete(session);
    else if (method === 'session/prompt' && memberOf(result, 'stopReason') === undefined) this.#accepted(node, session);
  }

  /** A November agent has accepted a prompt: the client waits to be told that the turn has ended. */
  #accepted(node: NodeName, session: string): void {
    const routed = this.#sessions.get(session);
    if (routed === undefined) return;
    if (this.#isOf(node, session)) routed.isBusy = true;
    else this.#toClient(stoppedBy(routed.lost ?? lostIts, session));
  }

  #question(node: NodeName, frame: string, { id, params }: RequestMessage): void {
    if (!this.#isOf(node, memberOf(params, 'sessionId'))) return;
    const isFree = !this.#questions.has(keyOf(id));
    const shown = isFree ? id : this.#mint();
    this.#questions.set(keyOf(shown), { node, id });
    this.#toClient(withId(frame, id, shown));
  }

  #told(node: NodeName, frame: string, { method, params }: NotificationMessage): void {
    if (method === REPLAY_MARK && this.#isMarked(memberOf(params, 'requestId'))) return;
    if (method !== '$/cancel_request') {
      if (!this.#isOf(node, memberOf(params, 'sessionId'))) return;
      this.#noteState(params);
      this.#toClient(frame);
      return;
    }
    const own = keyOf(memberOf(params, 'requestId'));
    for (const [key, question] of this.#questions) {
      if (question.node !== node || keyOf(question.id) !== own) continue;
      this.#toClient(key === own ? frame : notificationText(method, { requestId: JSON.parse(key) as RequestId }));
      return;
    }
    this.#toClient(frame);
  }

  /** Notes that the replay of a session begins that the router has opened again; returns whether it was the router's request. */
  #isMarked(requestId: unknown): boolean {
    const asked = this.#asked.get(keyOf(requestId));
    const reopening = asked && this.#reopenedBy(asked)?.reopening;
    if (reopening !== undefined) reopening.hasBegun = true;
    return this.#isMinted(requestId);
  }

  /** Returns the session that a request of the router opens again; undefined if it was lost once more since, or is closed. */
  #reopenedBy({ id, session = '' }: Asked): RoutedSession | undefined {
    const routed = this.#sessions.get(session);
    return routed?.reopening?.id === id ? routed : undefined;
  }

  #noteState(params: unknown): void {
    const update = memberOf(params, 'update');
    if (memberOf(update, 'sessionUpdate') !== 'state_update') return;
    const routed = this.#sessions.get(memberOf(params, 'sessionId') as string);
    if (routed !== undefined) routed.isBusy = memberOf(update, 'state') !== 'idle';
  }
}

function stoppedBy({ code, message, data }: RpcError, sessionId: string): string {
  const error = { code, message, data };
  const update = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error };
  return notificationText('session/update', { sessionId, update });
}

/** A client of v1 would show what is repeated a second time. The drafts name what they repeat, so that nothing is doubled. */
function reopeningOf(greeting: unknown): { readonly method: string; readonly params: object } {
  const version = memberOf(greeting, 'protocolVersion');
  const isDraft = typeof version === 'number' && version >= 2;
  // Some say 2 in the words of v1.
  const isV1 = !isDraft || (isKnown(greeting, 'clientCapabilities') && !isKnown(greeting, 'capabilities'));
  return { method: isV1 ? 'session/resume' : 'session/load', params: {} };
}

/** In November, loading is resuming from the start. */
const resumeFromStart = { method: 'session/resume', params: { replayFrom: { type: 'start' } } };
const methodNotFound = -32601;
/** The error of an agent for a session that there is not. */
const notFound = -32002;

const lostIts = new RpcError(
  refusedCode,
  'This machine has lost its sessions, and looks for them. Try again in a moment.',
  {
    reason: 'owner_lost',
  },
);
