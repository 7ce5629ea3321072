import { decodeBase64, encodeBase64 } from '@emend/acp/protocol';
import type { KnownContentBlock } from '@emend/acp/protocol/june';
import type { FileUIPart, UIMessage } from 'ai';

/** Returns a message of a chat as the content of a prompt. Parts that a prompt cannot have are left out. */
export function promptBlocks({ parts }: Pick<UIMessage, 'parts'>): KnownContentBlock[] {
  return parts.flatMap((part): KnownContentBlock[] => {
    if (part.type === 'text') return part.text === '' ? [] : [{ type: 'text', text: part.text }];
    if (part.type === 'file') return [fileBlock(part)];
    if (part.type === 'source-url') return [{ type: 'resource_link', name: part.title ?? part.url, uri: part.url }];
    return [];
  });
}

const dataUrl = /^data:([^,]*?)(;base64)?,/s;

function fileBlock({ url, mediaType, filename }: FileUIPart): KnownContentBlock {
  const [head, , encoding] = dataUrl.exec(url) ?? [];
  const name = filename ?? 'attachment';
  if (head === undefined) return { type: 'resource_link', name: filename ?? url, uri: url, mimeType: mediaType };
  const data = encoding === undefined ? encoded(url.slice(head.length)) : url.slice(head.length);
  if (mediaType.startsWith('image/')) return { type: 'image', data, mimeType: mediaType };
  if (mediaType.startsWith('audio/')) return { type: 'audio', data, mimeType: mediaType };
  const about = { uri: `attachment:${encodeURIComponent(name)}`, mimeType: mediaType };
  const text = mediaType.startsWith('text/') ? textOf(data) : undefined;
  return { type: 'resource', resource: text === undefined ? { ...about, blob: data } : { ...about, text } };
}

/** Returns the base64 of what stands in a URL as it is. */
function encoded(escaped: string): string {
  let text = escaped;
  try {
    text = decodeURIComponent(escaped);
  } catch {
    // A lone percent sign stands for itself.
  }
  return encodeBase64(new TextEncoder().encode(text));
}

/** Returns the text that base64 stands for; undefined if it is none. */
function textOf(data: string): string | undefined {
  const bytes = decodeBase64(data);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
