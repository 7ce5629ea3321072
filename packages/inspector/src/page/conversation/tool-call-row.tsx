import type { FoldedToolCall } from '@emend/acp/session';
import { displayStatus, isDiff, toolCallLabel } from '@emend/acp/view';
import type { ReactNode } from 'react';
import type { ConversationRow } from '../../api/conversation.ts';
import { FrameLink } from '../links/frame-link.tsx';
import { CodeBlock } from '../said/markdown.tsx';
import { Said, SaidPieces } from '../said/said.tsx';
import { visibleText } from '../said/visible-pieces.ts';
import { Content, Unknown } from './content-block.tsx';
import { DiffView } from './diff-view.tsx';
import { OpenPart } from './open-parts.tsx';
import { FieldOrigins, RowOrigin } from './row-origin.tsx';
import { lookOf, StatusSign } from './status-sign.tsx';
import { TerminalView } from './terminal-view.tsx';

type ToolCallRowData = Extract<ConversationRow, { readonly type: 'tool-call' }>;

/** The most locations that are shown. */
const mostLocations = 8;

/** A tool call: its kind, title and status, its content, and which frame set what. */
export function ToolCallRow({ row }: { readonly row: ToolCallRowData }): ReactNode {
  const { toolCall, origin } = row;
  const status = displayStatus({ status: toolCall.status, isCancelled: row.isCancelled === true });
  const title = toolCall.title ?? '';
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
      {toolCall.content.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of content have no other name.
        <div key={index} className="tool-content">
          <Item item={item} row={row} name={`${row.key} ${index}`} />
          {toolCall.content.length > 1 && <ItemOrigin frame={origin.content?.[index]} />}
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
    <OpenPart name={props.name} className="raw" summary={summary}>
      {() => <CodeBlock text={text} language="" />}
    </OpenPart>
  );
}
