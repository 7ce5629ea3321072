import {
  kindOf,
  type NotificationMessage,
  type RequestId,
  type RequestMessage,
  type ResponseMessage,
} from '../../jsonrpc/message.ts';
import { errorText, notificationText } from '../../jsonrpc/message-text.ts';
import { REPLAY_MARK, replayMarkKey } from '../../jsonrpc/replay-mark.ts';
import { RpcError, refusedCode, turnLostReason } from '../../jsonrpc/rpc-error.ts';
import {
  endedTurn,
  isLoss,
  isNotOpen,
  isNovember,
  keyOf,
  lostBy,
  lostIts,
  lostItsTurn,
  memberOf,
  methodNotFound,
  notFound,
  parsed,
  reopeningOf,
  resumeFromStart,
  rootsIn,
  stoppedBy,
  turnNews,
  withId,
} from './routed-message.ts';
import type { Asked, NodeName, RoutedSession } from './routed-session.ts';

/** What has to be done after a message. */
export type NodeStep =
  | { readonly type: 'to-client'; readonly frame: string }
  | { readonly type: 'to-node'; readonly node: NodeName; readonly frame: string }
  /** Find out which node has a session, and tell it with `located`; what the client sends waits for it. */
  | { readonly type: 'locate'; readonly session: string }
  /** The node of a session is gone: find out which one has it now, and tell it with `moved`; `isAgain` if it was looked for and could not be opened. */
  | { readonly type: 'follow'; readonly session: string; readonly isAgain?: boolean };

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
    const { isOpen = false, roots = {}, lost: sought, isUnopened } = this.#sessions.get(session) ?? {};
    this.#sessions.set(session, { node, roots, isBusy: false, isOpen, sought, isUnopened });
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
    const routed = this.#sessions.get(session as string);
    if (routed === undefined) return true;
    return routed.node === node && routed.lost === undefined && routed.loading?.hasBegun !== false;
  }

  /**
   * A node is gone, or could not be reached. What it was asked fails, and its sessions are looked for elsewhere. `ofPrompts` is what prompts are
   * told that it may have run, or a part of them: to send them again may do things twice.
   */
  nodeLost(node: string, reason: string, ofPrompts?: string): readonly NodeStep[] {
    const error = new RpcError(refusedCode, reason, { reason: 'owner_lost' });
    const lostTurn = ofPrompts === undefined ? error : new RpcError(refusedCode, ofPrompts, { reason: turnLostReason });
    for (const [key, question] of this.#questions) {
      if (question.node !== node) continue;
      this.#questions.delete(key);
      this.#toClient(notificationText('$/cancel_request', { requestId: JSON.parse(key) as RequestId }));
    }
    for (const [key, asked] of this.#asked) {
      if (asked.node !== node) continue;
      this.#asked.delete(key);
      if (asked.isOwn === true) continue;
      const why = asked.method === 'session/prompt' ? lostTurn : error;
      this.#toClient(errorText(JSON.stringify(asked.id), why));
    }
    for (const [session, routed] of this.#sessions) {
      if (routed.node !== node) continue;
      if (routed.isOpen) this.#follow(session, routed, error, lostTurn);
      else this.#sessions.delete(session);
    }
    return this.#taken();
  }

  /** This node has lost its sessions, or one of them. Its agent answers what it was asked; the sessions are looked for. */
  lostHere(lost?: string): readonly NodeStep[] {
    for (const [session, routed] of this.#sessions) {
      const isLost = (lost === undefined || session === lost) && routed.node === undefined && routed.lost === undefined;
      if (isLost && routed.isOpen) this.#follow(session, routed, lostIts);
      // The client cannot know what is missing of a replay that was cut off.
      else if (isLost && routed.loading !== undefined) routed.lost = lostIts;
    }
    return this.#taken();
  }

  #follow(session: string, routed: RoutedSession, why: RpcError, ofTurn = lostItsTurn): void {
    // In November a prompt is answered when it is accepted, so the end of its turn has to be told. What its node says of it later is not passed on.
    if (routed.isBusy) this.#toClient(stoppedBy(ofTurn, session));
    if (routed.turn !== undefined) this.#toClient(endedTurn(routed.turn, session));
    for (const asked of this.#asked.values()) if (asked.session === session) asked.isBehindLoss = true;
    routed.isBusy = false;
    routed.turn = undefined;
    routed.lost = why;
    routed.loading = undefined;
    this.#steps.push({ type: 'follow', session, isAgain: routed.isUnopened === true });
    routed.isUnopened = true;
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
    routed.loading = { id, hasBegun: false };
    const { method } = this.#reopening;
    const params = { ...roots, ...this.#reopening.params, sessionId: session, _meta: { [replayMarkKey]: true } };
    const frame = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    this.#ask({ node, id, method, session, params, isOwn: true }, frame);
  }

  /** Returns whether a node has the session that a frame is about, as far as is known. */
  isAt(node: string, frame: string): boolean {
    const routed = this.#sessions.get(memberOf(memberOf(parsed(frame), 'params'), 'sessionId') as string);
    return routed === undefined || routed.node === node;
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
    const isLoad = kind === 'request' && reloading.has(method);
    // Who opens a session again does not wait for what is looked for already.
    const isAnew = isLoad && this.#sessions.get(session as string)?.lost !== undefined;
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
      const { id } = message as RequestMessage;
      // What the client asks for itself is what it gets, whatever becomes of a request of the router before it.
      if (routed !== undefined && isLoad) routed.loading = { id, hasBegun: true };
      const named = typeof session === 'string' ? session : undefined;
      this.#ask({ node, id, method, session: named, params, isBehindLoss: routed?.isUnopened }, frame);
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
    if (asked === undefined || asked.node !== node) return void (this.#isMinted(id) || this.#toClient(frame));
    this.#asked.delete(keyOf(id));
    if (asked.isOwn !== true) this.#toClient(isNotOpen(asked, error) ? this.#notOpen(asked, frame) : frame);
    const { session } = asked;
    if (session !== undefined && reloading.has(asked.method)) {
      if (error === undefined) this.#loaded(asked, session);
      else this.#notLoaded(asked, session, error);
    } else if (error === undefined) this.#done(asked, result);
    else if (session !== undefined) this.#refused(node, session, error);
  }

  /** The client has a session open that was being opened again: it need not open it itself. */
  #notOpen({ id, session, isBehindLoss }: Asked, frame: string): string {
    const { lost, isOpen } = this.#sessions.get(session as string) ?? {};
    return isOpen && isBehindLoss ? errorText(JSON.stringify(id), lost ?? lostIts) : frame;
  }

  #loaded({ id, isOwn, params }: Asked, session: string): void {
    const routed = this.#sessions.get(session);
    const isLatest = routed?.loading?.id === id;
    if (routed === undefined || (isOwn === true && !isLatest)) return;
    const { isOpen, lost } = routed;
    if (isLatest) routed.loading = undefined;
    routed.sought = undefined;
    routed.isUnopened = isOpen && lost !== undefined;
    routed.isOpen = true;
    routed.roots = rootsIn(params);
    // It was lost while the client opened it, which begins to look for it now.
    if (lost !== undefined && !isOpen) this.#follow(session, routed, lost);
  }

  #notLoaded({ id, method, isOwn }: Asked, session: string, error: unknown): void {
    const routed = this.#sessions.get(session);
    if (routed?.loading?.id !== id) return;
    routed.loading = undefined;
    if (isOwn === true && method === 'session/load' && memberOf(error, 'code') === methodNotFound) {
      this.#reopening = resumeFromStart;
      this.#reopen(session, routed);
      return;
    }
    const isGone = isOwn === true && memberOf(error, 'code') === notFound;
    if (!routed.isOpen || isGone) this.#sessions.delete(session);
    else if (isOwn === true) this.#follow(session, routed, lostBy(error));
    else if (routed.sought !== undefined || isLoss(error))
      this.#follow(session, routed, routed.sought ?? lostBy(error));
  }

  #refused(node: NodeName, session: string, error: unknown): void {
    const routed = this.#sessions.get(session);
    if (routed === undefined || routed.node !== node) return;
    // While it is opened, the answer to that says where it is.
    const isFollowed = routed.lost !== undefined || routed.loading !== undefined;
    if (!routed.isOpen && !isFollowed) this.#sessions.delete(session);
    else if (routed.isOpen && isLoss(error) && !isFollowed) this.#follow(session, routed, lostBy(error));
  }

  #done({ node, method, session, params }: Asked, result: unknown): void {
    if (opening.has(method)) {
      const opened = memberOf(result, 'sessionId');
      if (typeof opened === 'string')
        this.#sessions.set(opened, { node, roots: rootsIn(params), isBusy: false, isOpen: true });
    } else if (method === 'initialize' && isNovember(result) && this.#reopening.method === 'session/load') {
      this.#reopening = resumeFromStart;
    } else if (session === undefined) return;
    else if (closing.has(method)) this.#sessions.delete(session);
    else if (method === 'session/prompt' && memberOf(result, 'stopReason') === undefined) this.#accepted(node, session);
  }

  /** A November agent has accepted a prompt: the client waits to be told that the turn has ended. */
  #accepted(node: NodeName, session: string): void {
    const routed = this.#sessions.get(session);
    if (routed === undefined) return;
    if (this.#isOf(node, session)) routed.isBusy = true;
    else this.#toClient(stoppedBy(lostItsTurn, session));
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
      if (method === turnNews) this.#noteTurn(params);
      else this.#noteState(params);
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
    const loading = this.#sessions.get(this.#asked.get(keyOf(requestId))?.session ?? '')?.loading;
    if (loading !== undefined && loading.id === requestId) loading.hasBegun = true;
    return this.#isMinted(requestId);
  }

  #noteTurn(params: unknown): void {
    const routed = this.#sessions.get(memberOf(params, 'sessionId') as string);
    const turn = memberOf(params, 'turn');
    const isRunning = memberOf(turn, 'state') === 'running';
    if (routed !== undefined) routed.turn = isRunning ? (turn as object) : undefined;
  }

  #noteState(params: unknown): void {
    const update = memberOf(params, 'update');
    if (memberOf(update, 'sessionUpdate') !== 'state_update') return;
    const routed = this.#sessions.get(memberOf(params, 'sessionId') as string);
    if (routed !== undefined) routed.isBusy = memberOf(update, 'state') !== 'idle';
  }
}
