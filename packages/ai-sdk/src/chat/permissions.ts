import type { ClientSession } from '@emend/acp';
import type { PermissionContext, PermissionRequest } from '@emend/acp/roles';
import type { OpenPermission } from '@emend/acp/session';
import { approvalId } from './approval-id.ts';

/** The answer to a permission request: the id of an option, or that the user has chosen none. */
type Answer = string | { readonly outcome: 'cancelled' };

const cancelled: Answer = { outcome: 'cancelled' };

/** The permission requests that wait for an answer from a chat, by the ids of their approvals. */
const waiting: WeakMap<ClientSession, Map<string, (answer: Answer) => void>> = new WeakMap();

/** Called when a chat is asked. */
const listeners: WeakMap<ClientSession, Set<() => void>> = new WeakMap();

/** Calls the listener when a permission request begins to wait for a chat, until the returned function is called. */
export function onAsked(session: ClientSession, listener: () => void): () => void {
  const all = listeners.get(session) ?? new Set();
  listeners.set(session, all.add(listener));
  return () => all.delete(listener);
}

/**
 * Leaves a permission request to the chat that shows the session. Pass it to `connect`, as `requestPermission`: the tool part then asks for
 * approval, and `addToolApprovalResponse` answers.
 */
export function requestPermissionInChat(
  _request: PermissionRequest,
  { session, requestId, signal }: PermissionContext,
): Promise<Answer> {
  const id = approvalId(requestId);
  const open = waiting.get(session) ?? new Map<string, (answer: Answer) => void>();
  waiting.set(session, open);
  return new Promise<Answer>((resolve) => {
    open.set(id, resolve);
    signal.addEventListener('abort', () => resolve(cancelled), { once: true });
    if (signal.aborted) resolve(cancelled);
    // The state has the request a moment before, when nobody can answer it yet.
    for (const listener of [...(listeners.get(session) ?? [])]) listener();
  }).finally(() => open.delete(id));
}

/** Returns whether a permission request waits for an answer from a chat. */
function waitsForChat(session: ClientSession, { requestId }: OpenPermission): boolean {
  return waiting.get(session)?.has(approvalId(requestId)) === true;
}

/** Returns whether any permission request waits for an answer from a chat. */
export function isAskedInChat(session: ClientSession): boolean {
  return session.state.permissions.some((permission) => waitsForChat(session, permission));
}

/**
 * Answers a permission request by the id of its approval: with an option that the agent offered, by its id, or with none. Returns whether
 * the request was open. For chats that show all options of a request; others answer by `addToolApprovalResponse`.
 */
export function answerPermission(session: ClientSession, id: string, optionId: string | undefined): boolean {
  const answer = waiting.get(session)?.get(id);
  const isOffered =
    optionId === undefined || openPermission(session, id)?.options.some((option) => option.optionId === optionId);
  if (answer === undefined || isOffered !== true) return false;
  answer(optionId ?? cancelled);
  return true;
}

/** Answers a permission request by yes or no: with the option that allows or rejects, for once if there is one. */
export function answerApproval(session: ClientSession, id: string, isApproved: boolean): boolean {
  const options = openPermission(session, id)?.options ?? [];
  const kinds = isApproved ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  const option = kinds.map((kind) => options.find((each) => each.kind === kind)).find((each) => each !== undefined);
  return answerPermission(session, id, option?.optionId);
}

function openPermission(session: ClientSession, id: string): OpenPermission | undefined {
  return session.state.permissions.find(({ requestId }) => approvalId(requestId) === id);
}
