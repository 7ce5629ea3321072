import type { ReactNode } from 'react';
import type { TalkOrder, TalkQuestion } from '../../api/talk.ts';
import { Said } from '../said/said.tsx';
import { ElicitationForm } from './elicitation-form.tsx';

/** A question of the agent: the options of a permission request as buttons, or a form. */
export function QuestionPanel(props: {
  readonly question: TalkQuestion;
  readonly session: string | undefined;
  readonly order: (order: TalkOrder) => unknown;
}): ReactNode {
  const { question, session, order } = props;
  const { requestId } = question;
  if (question.type === 'elicitation')
    return (
      <ElicitationForm
        request={question.request}
        onAnswer={(action, content) =>
          order({
            do: 'fill',
            requestId,
            action,
            ...(session !== undefined && { session }),
            ...(content !== undefined && { content }),
          })
        }
      />
    );
  return (
    <div className="question" role="group" aria-label="Permission request">
      <p className="question-title">
        <span aria-hidden="true">? </span>
        <Said text={question.title} />
      </p>
      {question.description !== undefined && (
        <p className="muted">
          <Said text={question.description} />
        </p>
      )}
      <div className="question-options">
        {question.options.map(({ optionId, name, kind }) => (
          <button
            key={optionId}
            type="button"
            className={`button ${kind.startsWith('allow') ? 'allow' : 'reject'}`}
            onClick={() => session !== undefined && order({ do: 'answer', session, requestId, optionId })}
          >
            <Said text={name} />
          </button>
        ))}
      </div>
    </div>
  );
}
