import type { RequestPermissionResponse } from '../../protocol/base/generated/permission.ts';
import { present } from '../../protocol/reading/optional.ts';
import type { AgentWork } from '../agent/agent-work.ts';
import type { FormSchema } from '../agent/elicitation.ts';
import type { OutgoingPermissionOption, OutgoingToolCall } from '../agent/outgoing-value.ts';
import type { AgentSession } from '../agent/session.ts';
import type { Turn } from '../agent/turn.ts';
import type { ElicitationAnswer, FormElicitation, UrlElicitation } from '../client/elicitation.ts';
import type { PermissionRequest } from '../client/permission-request.ts';

/** Whom the agent behind asks through the agent in front. */
interface Asked {
  readonly turn: () => Turn | undefined;
  readonly session: () => AgentSession;
}

/** Asks in the running turn, or in work of its own if there is none. */
async function asking<T>({ turn, session }: Asked, ask: (work: AgentWork) => Promise<T>, withdrawn: T): Promise<T> {
  const running = turn();
  if (running !== undefined) return ask(running);
  let answer = withdrawn;
  await session().work(async (work) => {
    answer = await ask(work);
  });
  return answer;
}

/** Asks the clients of the session for a permission that the agent behind wants; `signal` aborts when it wants it no more, or has ended. */
export function askForPermission(
  asked: Asked,
  request: PermissionRequest,
  signal: AbortSignal,
): Promise<RequestPermissionResponse> {
  const { toolCall, options, title, description, _meta } = request;
  const cancelled: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };
  const ask = async (work: AgentWork): Promise<RequestPermissionResponse> => {
    const answer = await work.requestPermission(
      toolCall as OutgoingToolCall,
      options as readonly OutgoingPermissionOption[],
      present({ title, description: description ?? undefined, _meta: _meta ?? undefined, signal }),
    );
    if (answer.option === undefined && answer.outcome.outcome === 'selected') return cancelled;
    return present({ outcome: answer.outcome, _meta: answer._meta });
  };
  return signal.aborted ? Promise.resolve(cancelled) : asking(asked, ask, cancelled);
}

/** Asks the clients of the session for information that the agent behind wants; `signal` aborts when it wants it no more, or has ended. */
export function askForElicitation(
  asked: Asked,
  request: FormElicitation | UrlElicitation,
  signal: AbortSignal,
): Promise<ElicitationAnswer> {
  const { message, _meta } = request;
  const toolCallId = 'toolCallId' in request && typeof request.toolCallId === 'string' ? request.toolCallId : undefined;
  const ask = async (work: AgentWork): Promise<ElicitationAnswer> => {
    const question = present({ message, toolCallId, _meta: _meta ?? undefined, signal });
    const answer =
      request.mode === 'form'
        ? await work.elicit({ ...question, schema: request.requestedSchema as FormSchema })
        : await work.elicit({ ...question, url: request.url, id: request.elicitationId });
    const further = present({ _meta: answer._meta });
    if (answer.action === 'cancel') return { action: 'cancel', ...further };
    if (answer.action !== 'accept') return { action: 'decline', ...further };
    const content = 'content' in answer ? { content: answer.content } : {};
    return { action: 'accept', ...content, ...further };
  };
  return asking(asked, ask, { action: 'cancel' });
}
