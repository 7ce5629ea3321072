import { type ContentBlock, isKnownContentBlock, type KnownContentBlock } from '@emend/acp/protocol/june';
import { joinedText } from '@emend/acp/session';
import { genericForm } from '@emend/acp/view';
import type { ReactNode } from 'react';
import { linkAddress, pictureAddress } from '../said/address.ts';
import { CodeBlock, Markdown } from '../said/markdown.tsx';
import { Said, SaidPieces } from '../said/said.tsx';

/** Shows the content of a message: its texts joined, as Markdown or as they are, and everything else block by block. */
export function Content({
  content,
  text,
}: {
  readonly content: readonly ContentBlock[];
  /** People write text, agents Markdown. */
  readonly text: 'markdown' | 'verbatim';
}): ReactNode {
  return joinedText(content).map((block, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of content have no other name.
    return <Block key={index} block={block} text={text} />;
  });
}

function Block({ block, text }: { readonly block: ContentBlock; readonly text: 'markdown' | 'verbatim' }): ReactNode {
  if (!isKnownContentBlock(block)) return <Unknown value={block} />;
  if (block.type !== 'text') return <Attachment block={block} />;
  if (text === 'markdown') return <Markdown text={block.text} />;
  return (
    <p className="verbatim">
      <SaidPieces text={block.text} />
    </p>
  );
}

function Attachment({ block }: { readonly block: Exclude<KnownContentBlock, { readonly type: 'text' }> }): ReactNode {
  switch (block.type) {
    case 'image':
      return <Picture mimeType={block.mimeType} data={block.data} />;
    case 'audio':
      return (
        <p className="attachment">
          <span className="tag">audio</span> <Said text={block.mimeType} /> {sizeOf(block.data)}
        </p>
      );
    case 'resource_link':
      return (
        <p className="attachment">
          <span className="tag">link</span> <Said text={block.title ?? block.name} /> <Uri uri={block.uri} />
        </p>
      );
    case 'resource': {
      const { resource } = block;
      const isText = 'text' in resource;
      return (
        <div className="attachment">
          <span className="tag">file</span> <Uri uri={resource.uri} />
          {isText ? <CodeBlock text={resource.text} language="" /> : ` ${sizeOf(resource.blob)}`}
        </div>
      );
    }
  }
}

function Picture({ mimeType, data }: { readonly mimeType: string; readonly data: string }): ReactNode {
  const address = pictureAddress(mimeType, data);
  if (address !== undefined) return <img className="picture" src={address} alt={`Attached: ${mimeType}`} />;
  return (
    <p className="attachment">
      <span className="tag">picture</span> <Said text={mimeType} /> {sizeOf(data)}, not shown
    </p>
  );
}

function Uri({ uri }: { readonly uri: string }): ReactNode {
  const address = linkAddress(uri);
  if (address === undefined)
    return (
      <code className="address">
        <SaidPieces text={uri.slice(0, 500)} />
      </code>
    );
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      <Said text={address} />
    </a>
  );
}

/** Shows a value of a kind that the protocol does not define. */
export function Unknown({ value }: { readonly value: object }): ReactNode {
  const form = genericForm(value);
  return (
    <div className="unknown">
      <span className="tag">{form.origin === 'extension' ? 'extension' : 'unknown'}</span>{' '}
      <code>
        <SaidPieces text={form.tag.slice(0, 200)} />
      </code>
      <CodeBlock text={form.isCut ? `${form.text}…` : form.text} language="" />
    </div>
  );
}

function sizeOf(base64: string): string {
  const bytes = Math.floor((base64.length * 3) / 4);
  return bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KB`;
}
