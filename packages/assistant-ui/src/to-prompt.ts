import type { AppendMessage, ThreadUserMessagePart } from '@assistant-ui/react';
import { decodeBase64, present } from '@emend/acp/protocol';
import type { OutgoingContentBlock } from '@emend/acp/roles';

/** Any part of a message that is sent. */
type SentPart = AppendMessage['content'][number];

/** Returns what the user wrote and attached as the content of a prompt: texts, images, audio, embedded files and links. */
export function toPrompt(message: Pick<AppendMessage, 'content' | 'attachments'>): readonly OutgoingContentBlock[] {
  const blocks = message.content.flatMap((part, index) => blocksOf(part, `part-${index}`));
  const attached = (message.attachments ?? []).flatMap(({ name, content }) =>
    content.flatMap((part) => blocksOf(named(part, name), name)),
  );
  return [...blocks, ...attached];
}

function named(part: ThreadUserMessagePart, filename: string): ThreadUserMessagePart {
  return part.type === 'file' || part.type === 'image' ? { filename, ...part } : part;
}

function blocksOf(part: SentPart, name: string): OutgoingContentBlock[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ type: 'text', text: part.text }];
    case 'image':
      return [imageBlock(part.image, part.filename ?? name)];
    case 'audio':
      return [{ type: 'audio', data: part.audio.data, mimeType: `audio/${part.audio.format}` }];
    case 'file':
      return [fileBlock(part.data, part.mimeType, part.filename ?? name, part.sourceType === 'url')];
    default:
      throw new TypeError(`A prompt cannot have a part of type "${part.type}".`);
  }
}

function imageBlock(image: string, name: string): OutgoingContentBlock {
  const url = readDataUrl(image);
  if (url === undefined) return { type: 'resource_link', name, uri: image };
  return { type: 'image', data: url.data, mimeType: url.mimeType };
}

function fileBlock(source: string, mimeType: string, name: string, isUrl: boolean): OutgoingContentBlock {
  const url = readDataUrl(source);
  if (url === undefined && (isUrl || /^https?:/i.test(source))) {
    return present({ type: 'resource_link', name, uri: source, mimeType });
  }
  const data = url?.data ?? source;
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType };
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType };
  const uri = `attachment:///${encodeURIComponent(name)}`;
  const text = isText(mimeType) ? textOf(data) : undefined;
  const resource = text === undefined ? { uri, blob: data, mimeType } : { uri, text, mimeType };
  return { type: 'resource', resource };
}

function isText(mimeType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml|javascript|typescript)$/.test(mimeType.split(';')[0] ?? '');
}

/** Returns the text that bytes in base64 are; undefined if they are not UTF-8. */
function textOf(base64: string): string | undefined {
  const bytes = decodeBase64(base64);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the type and the bytes of a data URL in base64. */
function readDataUrl(url: string): { readonly mimeType: string; readonly data: string } | undefined {
  const found = /^data:([^;,]*)(?:;[^;,]*)*;base64,/i.exec(url);
  if (found === null) return undefined;
  return { mimeType: found[1] || 'application/octet-stream', data: url.slice(found[0].length) };
}
