import type { FoldedToolCall } from '@emend/acp/session';
import { displayStatus, isDiff, toolCallLabel } from '@emend/acp/view';
import type { ReactNode } from 'react';
import type { ConversationRow } from '../../api/conversation.ts';
import { FrameLink } from '../links/frame-link.tsx';
import { CodeBlock, Markdown } from '../said/markdown.tsx';
import { Said, SaidPieces } from '../said/said.tsx';
import { visibleText } from '../said/visible-pieces.ts';
import { Content, Unknown } from './content-block.tsx';
import { DiffView } from './diff-view.tsx';
import { OpenPart } from './open-parts.tsx';
import { FieldOrigins, RowOrigin } from './row-origin.tsx';
import { SomeLines } from './some-lines.tsx';
import { lookOf, StatusSign } from './status-sign.tsx';
import { TerminalView } from './terminal-view.tsx';
import { toolRuns } from './tool-runs.ts';

type ToolCallRowData = Extract<ConversationRow, { readonly type: 'tool-call' }>;

/** The most locations that are shown. */
const mostLocations = 8;

/** A tool call: its kind, title and status, its content, and which frame set what. */
export function ToolCallRow({ row }: { readonly row: ToolCallRowData }): ReactNode {
  const { toolCall, origin } = row;
  const status = displayStatus({ status: toolCall.status, isCancelled: row.isCancelled === true });
  const title = toolCall.title ?? '';
  const runs = toolRuns(toolCall.content);
  return (
    <article className={`tool-call ${lookOf(status).look}`} aria-label="Tool call">
      <header>
        <span className="tag">{visibleText(toolCall.kind.slice(0, 30))}</span>
        <span className="tool-title">
          <Said text={title === '' ? toolCallLabel(toolCall) : title} />
        </span>
        <StatusSign status={status} />
        <RowOrigin row={row} />
      </header>
      <Locations toolCall={toolCall} />
      {runs.map((run) => (
        <div key={run.first} className="tool-content">
          {run.type === 'text' ? (
            <ToolText text={run.text} name={`${row.key} ${run.first}`} />
          ) : (
            <Item item={run.item} row={row} name={`${row.key} ${run.first}`} />
          )}
          {runs.length > 1 && <ItemOrigin frame={origin.content?.[run.last]} />}
        </div>
      ))}
      <Raw name={`${row.key} input`} word="Input" value={toolCall.rawInput} />
      <Raw name={`${row.key} output`} word="Output" value={toolCall.rawOutput} />
      <FieldOrigins origin={origin} />
    </article>
  );
}

function ItemOrigin({ frame }: { readonly frame: number | undefined }): ReactNode {
  if (frame === undefined) return null;
  return (
    <span className="item-origin">
      <FrameLink frame={frame} />
    </span>
  );
}

/** The text of a tool: what it printed, line by line; agents that mean Markdown write fences. */
function ToolText({ text, name }: { readonly text: string; readonly name: string }): ReactNode {
  if (text.includes('```')) return <Markdown text={text} />;
  return (
    <SomeLines name={name} lines={text.replace(/\n$/, '').split('\n')} most={16}>
      {(lines) => (
        <pre className="tool-text">
          <SaidPieces text={lines.join('\n')} />
        </pre>
      )}
    </SomeLines>
  );
}

function Locations({ toolCall }: { readonly toolCall: FoldedToolCall }): ReactNode {
  const { locations } = toolCall;
  if (locations.length === 0) return null;
  return (
    <ul className="locations">
      {locations.slice(0, mostLocations).map(({ path, line }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tool call may name a place twice.
        <li key={index}>
          <code>
            <Said text={typeof line === 'number' ? `${path}:${line}` : path} />
          </code>
        </li>
      ))}
      {locations.length > mostLocations && <li className="muted">and {locations.length - mostLocations} more</li>}
    </ul>
  );
}

function Item(props: {
  readonly item: FoldedToolCall['content'][number];
  readonly row: ToolCallRowData;
  readonly name: string;
}): ReactNode {
  const { item, row, name } = props;
  if (isDiff(item)) return <DiffView diff={item} name={name} />;
  if (item.type === 'terminal' && typeof item['terminalId'] === 'string') {
    const terminalId = item['terminalId'];
    const known = Object.hasOwn(row.terminals, terminalId) ? row.terminals[terminalId] : undefined;
    return <TerminalView terminal={known ?? { terminalId, output: '' }} />;
  }
  const content = item.type === 'content' && 'content' in item ? item.content : undefined;
  if (typeof content !== 'object' || content === null) return <Unknown value={item} />;
  return <Content content={[content as Parameters<typeof Content>[0]['content'][number]]} text="markdown" />;
}

function Raw(props: { readonly name: string; readonly word: string; readonly value: unknown }): ReactNode {
  if (props.value === undefined) return null;
  const text = typeof props.value === 'string' ? props.value : JSON.stringify(props.value, undefined, 2);
  const preview = text.slice(0, 400).replace(/\s+/g, ' ');
  const summary = (
    <>
      <span className="raw-word">{props.word}</span>
      <code className="preview">
        <SaidPieces text={preview} />
      </code>
    </>
  );
  return (
    <OpenPart name={props.name} className="tool-raw" summary={summary}>
      {() => <CodeBlock text={text} language="" />}
    </OpenPart>
  );
}
