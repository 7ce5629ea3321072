import { isKnownContentBlock, isKnownPlanUpdateContent, isKnownToolCallContent } from '@emend/acp/protocol/june';
import { useMessage, useSession, useToolCall } from '@emend/acp/react';
import { isJuneContent, type MessageKind, type SessionStore, type ToolCallContent } from '@emend/acp/session';
import {
  displayStatus,
  type FileDiff,
  fileDiffs,
  genericForm,
  isDiff,
  messageText,
  promptText,
  type ScreenRow,
} from '@emend/acp/view';
import { memo } from 'react';

const speakers: Readonly<Record<MessageKind, string>> = { user: 'You', agent: 'Agent', thought: 'Thought' };

/** A message, whose text grows while the agent writes. Text from an agent is untrusted: React escapes it. */
function Message({ store, kind, id }: { store: SessionStore; kind: MessageKind; id: string }) {
  const message = useMessage(store, kind, id);
  const text = message === undefined ? '' : messageText(message);
  return text === '' ? null : (
    <article className={`message ${kind}`} aria-label={speakers[kind]}>
      {text}
    </article>
  );
}

function Diff({ label, hunks, added, removed }: FileDiff) {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return (
    <figure className="diff">
      <figcaption>
        <code>{label}</code> <span className="added">+{added}</span> <span className="removed">−{removed}</span>
      </figcaption>
      <pre>
        {lines.map(({ type, text, oldLine, newLine }) => (
          <span key={`${oldLine} ${newLine}`} className={type}>
            {`${text}\n`}
          </span>
        ))}
      </pre>
    </figure>
  );
}

function ToolContent({ item }: { item: ToolCallContent }) {
  if (isDiff(item)) return fileDiffs(item).files.map((file) => <Diff key={file.label} {...file} />);
  const isText = isJuneContent(item) && isKnownToolCallContent(item) && item.type === 'content';
  const block = isText ? item.content : undefined;
  const text = block !== undefined && isKnownContentBlock(block) && block.type === 'text' ? block.text : undefined;
  return <pre className="output">{text ?? genericForm(item).text}</pre>;
}

function ToolCall({ store, id }: { store: SessionStore; id: string }) {
  const call = useToolCall(store, id);
  if (call === undefined) return null;
  const status = displayStatus(call);
  const items = call.content.toArray();
  return (
    <details className="tool" data-status={status} open={call.kind === 'edit'}>
      <summary>
        <span className="title">{call.title}</span> <span className="status">{status.replaceAll('_', ' ')}</span>
      </summary>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: content is only ever appended to
        <ToolContent key={index} item={item} />
      ))}
    </details>
  );
}

function Plan({ store, id }: { store: SessionStore; id: string }) {
  const plan = useSession(store, (state) => state.plans).get(id)?.value;
  if (plan === undefined) return null;
  if (!isKnownPlanUpdateContent(plan)) return <pre className="output">{genericForm(plan).text}</pre>;
  return (
    <ol className="plan" aria-label="Plan">
      {plan.entries.map(({ content, status }) => (
        <li key={content} data-status={status}>
          {content}
          <span className="hidden">, {status.replaceAll('_', ' ')}</span>
        </li>
      ))}
    </ol>
  );
}

/** One row of the conversation. It is drawn again only if it has changed itself. */
export const Row = memo(function Row({ store, row }: { store: SessionStore; row: ScreenRow }) {
  if (row.type === 'message') return <Message store={store} kind={row.kind} id={row.messageId} />;
  if (row.type === 'tool-call') return <ToolCall store={store} id={row.toolCallId} />;
  if (row.type === 'plan') return <Plan store={store} id={row.planId} />;
  if (row.type === 'prompt')
    return (
      <article className="message user" aria-label="You">
        {promptText(row.prompt)}
      </article>
    );
  return (
    <pre className="output">
      {row.type === 'unknown' ? genericForm(row.update).text : 'Earlier messages were summarised.'}
    </pre>
  );
});
