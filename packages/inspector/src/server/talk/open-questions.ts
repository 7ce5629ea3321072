import type { PermissionRequest } from '@emend/acp';
import type { RequestPermissionOutcome } from '@emend/acp/protocol/june';
import type {
  ElicitationAnswer,
  ElicitationContext,
  FormElicitation,
  PermissionContext,
  UrlElicitation,
} from '@emend/acp/roles';
import type { TalkOrder, TalkQuestion } from '../../api/talk.ts';

interface Open {
  readonly session: string | undefined;
  readonly question: TalkQuestion;
  answer(outcome: unknown): void;
}

/** The most questions of a session that are shown at a time; the others wait. */
const mostShown = 20;

const none: readonly TalkQuestion[] = Object.freeze([]);

/** The questions of an agent that wait for an answer of the person. */
export class OpenQuestions {
  readonly #onChange: () => void;
  readonly #open: Open[] = [];
  /** The questions by session, made anew when one opens or closes. */
  #lists = new Map<string | undefined, readonly TalkQuestion[]>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The open questions of a session, or those that belong to none; the same array as long as they are the same. */
  of(session: string | undefined): readonly TalkQuestion[] {
    const known = this.#lists.get(session);
    if (known !== undefined) return known;
    const found = this.#open.filter((open) => open.session === session).slice(0, mostShown);
    const list = found.length === 0 ? none : found.map(({ question }) => question);
    this.#lists.set(session, list);
    return list;
  }

  askPermission(
    request: PermissionRequest,
    { session, requestId, signal }: PermissionContext,
  ): Promise<string | RequestPermissionOutcome> {
    const { title, description, options, toolCall } = request;
    const isStored = session.state.toolCalls.get(toolCall.toolCallId) !== undefined;
    const question: TalkQuestion = {
      type: 'permission',
      requestId,
      title,
      options,
      ...(typeof description === 'string' && { description }),
      ...(isStored && { toolCallId: toolCall.toolCallId }),
    };
    return this.#ask(session.id, question, signal) as Promise<string | RequestPermissionOutcome>;
  }

  fillIn(
    request: FormElicitation | UrlElicitation,
    { session, requestId, signal }: ElicitationContext,
  ): Promise<ElicitationAnswer> {
    return this.#ask(session?.id, { type: 'elicitation', requestId, request }, signal) as Promise<ElicitationAnswer>;
  }

  answerPermission({ session, requestId, optionId }: Extract<TalkOrder, { readonly do: 'answer' }>): void {
    const open = this.#find(session, requestId, 'permission');
    const { question } = open;
    if (question.type !== 'permission') return;
    if (optionId !== undefined && !question.options.some((option) => option.optionId === optionId))
      throw new Error('The agent did not offer this option.');
    open.answer(optionId ?? { outcome: 'cancelled' });
  }

  answerElicitation({ session, requestId, action, content }: Extract<TalkOrder, { readonly do: 'fill' }>): void {
    const answer = action === 'accept' && content !== undefined ? { action, content } : { action };
    this.#find(session, requestId, 'elicitation').answer(answer);
  }

  cancelAll(): void {
    for (const { question, answer } of [...this.#open])
      answer(question.type === 'permission' ? { outcome: 'cancelled' } : { action: 'cancel' });
  }

  #find(session: string | undefined, requestId: TalkQuestion['requestId'], type: TalkQuestion['type']): Open {
    const found = this.#open.find(
      (open) => open.session === session && open.question.type === type && open.question.requestId === requestId,
    );
    if (found === undefined) throw new Error('This question is no longer open.');
    return found;
  }

  #ask(session: string | undefined, question: TalkQuestion, signal: AbortSignal): Promise<unknown> {
    return new Promise((resolve) => {
      const open: Open = {
        session,
        question,
        answer: (outcome) => {
          const index = this.#open.indexOf(open);
          if (index !== -1) this.#open.splice(index, 1);
          this.#changed();
          resolve(outcome);
        },
      };
      this.#open.push(open);
      signal.addEventListener('abort', () => open.answer({ outcome: 'cancelled', action: 'cancel' }), { once: true });
      this.#changed();
    });
  }

  #changed(): void {
    this.#lists = new Map();
    this.#onChange();
  }
}
