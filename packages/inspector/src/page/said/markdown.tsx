import type { Token, Tokens } from 'marked';
import { memo, type ReactNode, useMemo } from 'react';
import { MarkdownInline } from './markdown-inline.tsx';
import { markdownTokens } from './markdown-tokens.ts';
import { SaidPieces } from './said.tsx';

/** Shows Markdown of an agent by our own elements. HTML in it is text like any other. */
export const Markdown = memo(({ text }: { readonly text: string }): ReactNode => {
  const { tokens, rest } = useMemo(() => markdownTokens(text), [text]);
  return (
    <div className="markdown">
      <Blocks tokens={tokens} />
      {rest !== '' && (
        <p className="verbatim">
          <SaidPieces text={rest} />
        </p>
      )}
    </div>
  );
});

function Blocks({ tokens }: { readonly tokens: readonly Token[] }): ReactNode {
  return tokens.map((token, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a block of a text has no other name.
    return <Block key={index} token={token} />;
  });
}

function Block({ token }: { readonly token: Token }): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'hr':
      return <hr />;
    case 'heading':
      return <Heading token={token as Tokens.Heading} />;
    case 'code':
      return <CodeBlock text={token['text']} language={token['lang'] ?? ''} />;
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={token.tokens ?? []} />
        </blockquote>
      );
    case 'list':
      return <List token={token as Tokens.List} />;
    case 'table':
      return <Table token={token as Tokens.Table} />;
    case 'checkbox':
      return <span className="task-mark">{token['checked'] ? '☑ ' : '☐ '}</span>;
    case 'paragraph':
      return (
        <p>
          <MarkdownInline tokens={token.tokens ?? []} />
        </p>
      );
    // A line of a list without blank lines.
    case 'text':
      return <MarkdownInline tokens={token.tokens ?? [token]} />;
    default:
      return (
        <p className="verbatim">
          <SaidPieces text={token.raw} />
        </p>
      );
  }
}

/** The page has headings of its own down to the third level. */
function Heading({ token }: { readonly token: Tokens.Heading }): ReactNode {
  const Tag = token.depth === 1 ? 'h4' : token.depth === 2 ? 'h5' : 'h6';
  return (
    <Tag>
      <MarkdownInline tokens={token.tokens} />
    </Tag>
  );
}

/** Shows code as it is, with the name of its language if there is one. */
export function CodeBlock({ text, language }: { readonly text: string; readonly language: string }): ReactNode {
  const name = language.split(/\s/, 1)[0] ?? '';
  return (
    <figure className="code-block">
      {name !== '' && (
        <figcaption>
          <SaidPieces text={name.slice(0, 40)} />
        </figcaption>
      )}
      <pre>
        <code>
          <SaidPieces text={text} />
        </code>
      </pre>
    </figure>
  );
}

function List({ token }: { readonly token: Tokens.List }): ReactNode {
  const items = token.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an item of a list has no other name.
    <li key={index} className={item.task ? 'task' : undefined}>
      <Blocks tokens={item.tokens} />
    </li>
  ));
  if (!token.ordered) return <ul>{items}</ul>;
  return <ol start={typeof token.start === 'number' ? token.start : 1}>{items}</ol>;
}

function Table({ token }: { readonly token: Tokens.Table }): ReactNode {
  const cellClass = (index: number) => {
    const align = token.align[index];
    return align === 'right' || align === 'center' ? `align-${align}` : undefined;
  };
  return (
    <table>
      <thead>
        <tr>
          {token.header.map((cell, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no other name.
            <th key={index} scope="col" className={cellClass(index)}>
              <MarkdownInline tokens={cell.tokens} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {token.rows.map((row, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name.
          <tr key={number}>
            {row.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no other name.
              <td key={index} className={cellClass(index)}>
                <MarkdownInline tokens={cell.tokens} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
