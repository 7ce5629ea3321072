import type { ReactNode } from 'react';
import type { Conversation } from '../../api/conversation.ts';
import { useOverview } from '../connection/connected.tsx';
import { Said } from '../said/said.tsx';
import { useSelection } from '../selection/selected.tsx';

/** The questions of the agent that were open after the selected frame; they are answered in the region "Talk". */
export function OpenQuestions({ conversation }: { readonly conversation: Conversation }): ReactNode {
  const { permissions, elicitations, rows } = conversation;
  const canTalk = useOverview()?.canTalk === true;
  const { isLive } = useSelection();
  if (permissions.length === 0 && elicitations.length === 0) return null;
  // The region "Talk" asks what is open now.
  if (canTalk && isLive) return null;
  const titleOf = (toolCallId: string | undefined): string | undefined => {
    for (const row of rows)
      if (row.type === 'tool-call' && row.toolCall.toolCallId === toolCallId) return row.toolCall.title;
    return undefined;
  };
  return (
    <ul className="open-questions" aria-label="Open questions">
      {permissions.slice(0, 10).map(({ requestId, title, description, toolCallId, options }) => (
        <li key={`permission ${requestId}`}>
          <p>
            <span className="tag ask">waits for permission</span>{' '}
            <Said text={title ?? titleOf(toolCallId) ?? toolCallId ?? ''} />
          </p>
          {description !== undefined && (
            <p className="muted">
              <Said text={description} />
            </p>
          )}
          <p className="offered">
            {options.map(({ optionId, name }) => (
              <span key={optionId} className="option">
                <Said text={name} />
              </span>
            ))}
          </p>
        </li>
      ))}
      {elicitations.slice(0, 10).map(({ requestId, request }) => (
        <li key={`elicitation ${requestId}`}>
          <p>
            <span className="tag ask">waits for an answer</span> <Said text={request.message} />
          </p>
        </li>
      ))}
    </ul>
  );
}
