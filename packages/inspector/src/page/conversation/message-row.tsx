import type { ReactNode } from 'react';
import type { ConversationRow, TurnSummary } from '../../api/conversation.ts';
import { Said } from '../said/said.tsx';
import { Content } from './content-block.tsx';
import { OpenPart } from './open-parts.tsx';
import { RowOrigin } from './row-origin.tsx';
import { textOfContent } from './text-of-content.ts';

type MessageRowData = Extract<ConversationRow, { readonly type: 'message' | 'prompt' }>;

/** A message of the user or of the agent, a thought, or a prompt that the agent has not repeated. */
export function MessageRow({ row }: { readonly row: MessageRowData }): ReactNode {
  if (row.type === 'prompt')
    return (
      <article className="message from-user" aria-label="Prompt">
        <header>
          <span className="who">You</span>
          <RowOrigin row={row} />
        </header>
        <Content content={row.prompt} text="verbatim" />
        <TurnEnd turn={row.turn} />
      </article>
    );
  const { kind, content } = row.message;
  if (kind === 'thought') return <Thought row={row} />;
  const isUser = kind === 'user';
  return (
    <article className={`message from-${kind}`} aria-label={isUser ? 'Message of the user' : 'Message of the agent'}>
      <header>
        <span className="who">{isUser ? 'You' : 'Agent'}</span>
        <RowOrigin row={row} />
      </header>
      {content.length === 0 ? (
        <p className="muted">(empty)</p>
      ) : (
        <Content content={content} text={isUser ? 'verbatim' : 'markdown'} />
      )}
      <TurnEnd turn={row.turn} />
    </article>
  );
}

function Thought({ row }: { readonly row: Extract<MessageRowData, { readonly type: 'message' }> }): ReactNode {
  const { content } = row.message;
  const summary = (
    <>
      <span className="who">Thought</span>
      <span className="preview">
        <Said text={textOfContent(content, 160)} />
      </span>
    </>
  );
  return (
    <article className="message thought" aria-label="Thought of the agent">
      <div className="thought-line">
        <OpenPart name={row.key} summary={summary}>
          {() => <Content content={content} text="markdown" />}
        </OpenPart>
        <RowOrigin row={row} />
      </div>
    </article>
  );
}

/** Says how a turn ended, unless it ended as usual. */
function TurnEnd({ turn }: { readonly turn: TurnSummary | undefined }): ReactNode {
  const words = turn === undefined ? '' : endWords(turn);
  if (words === '') return null;
  return (
    <p className="turn-end">
      <Said text={words} />
    </p>
  );
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['cancelled', '⊘ Cancelled.'],
  ['refusal', '✗ The agent refused this prompt; it and what followed it are no longer in its context.'],
  ['max_tokens', '■ The agent stopped: it reached its limit of tokens.'],
  ['max_turn_requests', '■ The agent stopped: it reached its limit of requests to the model.'],
]);

function endWords({ status, stopReason, error, cancelled }: TurnSummary): string {
  if (error !== undefined) return `✗ The turn ended with an error: ${error.slice(0, 2_000)}`;
  if (stopReason !== undefined && stopReason !== 'end_turn')
    return reasons.get(stopReason) ?? `■ The turn ended: ${stopReason.slice(0, 100)}.`;
  if (status === 'held') return '○ The agent is busy; this prompt waits.';
  return cancelled === true && status !== 'ended' ? '⊘ Cancelled; waiting for the agent to stop.' : '';
}
