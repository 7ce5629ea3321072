import type { Token } from 'marked';
import type { ReactNode } from 'react';
import { isPicture, linkAddress } from './address.ts';
import { withoutEntities } from './entities.ts';
import { Said, SaidPieces } from './said.tsx';

/** Shows the inline tokens of Markdown: emphasis, code, links with their addresses, pictures that are in the text itself. */
export function MarkdownInline({ tokens }: { readonly tokens: readonly Token[] }): ReactNode {
  return tokens.map((token, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a part of a text has no other name.
    return <Inline key={index} token={token} />;
  });
}

function Inline({ token }: { readonly token: Token }): ReactNode {
  const within = 'tokens' in token ? token.tokens : undefined;
  const children = () => <MarkdownInline tokens={within ?? []} />;
  switch (token.type) {
    case 'strong':
      return <strong>{children()}</strong>;
    case 'em':
      return <em>{children()}</em>;
    case 'del':
      return <del>{children()}</del>;
    case 'br':
      return <br />;
    case 'codespan':
      return (
        <code>
          <SaidPieces text={token['text']} />
        </code>
      );
    case 'link':
      return (
        <Link href={token['href']} text={token['text']}>
          {children()}
        </Link>
      );
    case 'image':
      return <Picture href={token['href']} text={token['text']} />;
    case 'checkbox':
      return <span className="task-mark">{token['checked'] ? '☑ ' : '☐ '}</span>;
    case 'escape':
      return <SaidPieces text={token['text']} />;
    case 'text':
      return within === undefined ? <SaidPieces text={withoutEntities(token['text'])} /> : children();
    default:
      return <SaidPieces text={token.raw} />;
  }
}

/** A link with its address in sight; one of another scheme than the web's is text. */
function Link({
  href,
  text,
  children,
}: {
  readonly href: string;
  readonly text: string;
  readonly children: ReactNode;
}): ReactNode {
  const address = linkAddress(href);
  const isBare = text === href || address === text || address === `mailto:${text}` || address === `http://${text}`;
  if (address === undefined)
    return (
      <>
        {children} <Address text={href} />
      </>
    );
  return (
    <>
      <a href={address} target="_blank" rel="noopener noreferrer">
        {isBare ? <Said text={address} /> : children}
      </a>
      {!isBare && (
        <>
          {' '}
          <Address text={address} />
        </>
      )}
    </>
  );
}

function Address({ text }: { readonly text: string }): ReactNode {
  const shown = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return (
    <span className="address">
      (<Said text={shown} />)
    </span>
  );
}

function Picture({ href, text }: { readonly href: string; readonly text: string }): ReactNode {
  if (isPicture(href)) return <img src={href} alt={text === '' ? 'A picture of the agent' : text} />;
  return (
    <span className="left-out">
      Picture not loaded: <Said text={text} /> <Address text={href} />
    </span>
  );
}
