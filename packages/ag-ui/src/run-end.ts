import { type Event, EventType, type Interrupt, type ResumeEntry } from '@ag-ui/core';
import { isObject, present } from '@emend/acp/protocol';
import type { ElicitationAnswer } from '@emend/acp/roles';
import type { OpenElicitation, OpenPermission, SessionState } from '@emend/acp/session';

/** Names a run. */
export interface RunName {
  readonly threadId: string;
  readonly runId: string;
}

/** Why an interrupt stopped a run: the agent asks for permission, or for information from the user. */
export const interruptReasons = { permission: 'acp.permission', elicitation: 'acp.elicitation' } as const;

/** Returns whether the agent waits for an answer of the user. */
export function isAsking(state: SessionState): boolean {
  return state.permissions.length > 0 || state.elicitations.length > 0;
}

/** Returns the event that ends a run. A run without work, which only tells news, is a success. */
export function runEnd(state: SessionState, run: RunName, kind: 'work' | 'news'): Event {
  const finished = { type: EventType.RUN_FINISHED as const, ...run };
  if (isAsking(state)) return { ...finished, outcome: { type: 'interrupt', interrupts: interruptsOf(state) } };
  if (kind === 'news') return { ...finished, outcome: { type: 'success' } };
  const work = state.works.at(state.works.length - 1);
  const { stopReason, error } = work ?? {};
  if (error !== undefined) return { type: EventType.RUN_ERROR, message: error.message, ...codeOf(error.code) };
  const turn = state.turns.at(state.turns.length - 1);
  if (turn?.error !== undefined) return { type: EventType.RUN_ERROR, message: turn.error };
  const reason = stopReason ?? turn?.stopReason;
  if (reason === 'cancelled') return { ...finished, outcome: { type: 'cancelled' } };
  return { ...finished, outcome: { type: 'success' }, ...(reason !== undefined && { result: { stopReason: reason } }) };
}

function codeOf(code: number | undefined): { readonly code?: string } {
  return code === undefined ? {} : { code: String(code) };
}

/** Returns the id of the interrupt for a request of the agent. The ids 0 and "0" are two requests. */
export function interruptId(reason: keyof typeof interruptReasons, requestId: OpenPermission['requestId']): string {
  return `${reason} ${JSON.stringify(requestId)}`;
}

function interruptsOf({ permissions, elicitations }: SessionState): Interrupt[] {
  return [...permissions.map(permissionInterrupt), ...elicitations.map(elicitationInterrupt)];
}

function permissionInterrupt({
  requestId,
  toolCallId,
  title,
  description,
  options,
  subject,
}: OpenPermission): Interrupt {
  return present({
    id: interruptId('permission', requestId),
    reason: interruptReasons.permission,
    message: title,
    toolCallId,
    responseSchema: {
      type: 'object',
      properties: { optionId: { type: 'string', enum: options.map(({ optionId }) => optionId) } },
      required: ['optionId'],
    },
    metadata: present({ options, description, subject }),
  });
}

function elicitationInterrupt({ requestId, request }: OpenElicitation): Interrupt {
  const { message, requestedSchema } = request as { readonly message?: unknown; readonly requestedSchema?: unknown };
  return present({
    id: interruptId('elicitation', requestId),
    reason: interruptReasons.elicitation,
    message: typeof message === 'string' ? message : undefined,
    responseSchema: isObject(requestedSchema) ? requestedSchema : undefined,
    metadata: { request },
  });
}

/**
 * Returns the option that an answer to a permission request chooses, which `requestPermission` returns to the agent; undefined if the
 * request was abandoned. Throws if the answer names none of the options.
 */
export function chosenOption(entry: ResumeEntry, permission: Pick<OpenPermission, 'options'>): string | undefined {
  if (entry.status === 'cancelled') return undefined;
  const { optionId } = (entry.payload ?? {}) as { readonly optionId?: unknown };
  const option = permission.options.find((one) => one.optionId === optionId);
  if (option === undefined) {
    throw new RangeError(
      `The answer to ${entry.interruptId} chooses ${JSON.stringify(optionId)}, which is none of its options.`,
    );
  }
  return option.optionId;
}

/**
 * Returns the answer to a request for information, which `session.elicitations.answer` sends to the agent and checks: the payload is the content
 * of the form, and an interrupt that was abandoned is `cancel`. Throws if the payload is no object.
 */
export function givenAnswer(entry: ResumeEntry): ElicitationAnswer {
  if (entry.status === 'cancelled') return { action: 'cancel' };
  const content: unknown = entry.payload ?? {};
  if (!isObject(content)) throw new TypeError(`The answer to ${entry.interruptId} is not the content of a form.`);
  return { action: 'accept', content } as ElicitationAnswer;
}
