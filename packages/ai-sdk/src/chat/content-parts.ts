import { encodeBase64, present } from '@emend/acp/protocol';
import { type ContentBlock, type EmbeddedResource, isKnownContentBlock } from '@emend/acp/protocol/june';
import { isPlainText, type Sequence } from '@emend/acp/session';
import { type ContentRun, contentRuns } from '@emend/acp/view';
import type { ProviderMetadata } from 'ai';
import { jsonObject } from './json-object.ts';
import type { AcpUIPart } from './ui-message.ts';

/** Where content is: in a message or in a thought, under an id that no other content has. */
interface ContentPlace {
  readonly id: string;
  readonly isThought: boolean;
}

/** The parts of runs that are complete. A run is one object for as long as the content only grows. */
const closedParts: WeakMap<ContentRun, AcpUIPart> = new WeakMap();

/** The content that the last text of a message was made of, by which its growth is known without comparing the texts. */
const contentOfPart: WeakMap<AcpUIPart, Sequence<ContentBlock>> = new WeakMap();

/** Returns what a text has more than another one that it begins with; undefined if it begins otherwise. */
export function addedText(before: TextualPart, after: TextualPart): string | undefined {
  const [contentBefore, contentAfter] = [contentOfPart.get(before), contentOfPart.get(after)];
  if (contentBefore !== undefined && contentAfter?.continues(contentBefore)) {
    const added = contentAfter.toArray(contentBefore.length);
    // Taking a slice of the text would copy all of it for each chunk.
    if (added.every(isPlainText)) return added.reduce((text, block) => text + block.text, '');
  }
  return after.text.startsWith(before.text) ? after.text.slice(before.text.length) : undefined;
}

/** A part that is a text: of a message, or of a thought. */
export type TextualPart = Extract<AcpUIPart, { type: 'text' | 'reasoning' }>;

/** Returns content as parts. While it is open, more is expected at its end. Parts that stay the same keep their identity. */
export function contentParts(content: Sequence<ContentBlock>, place: ContentPlace, isOpen: boolean): AcpUIPart[] {
  const runs = contentRuns(content);
  const parts: AcpUIPart[] = [];
  for (const [index, run] of runs.entries()) {
    if (run.type === 'text' && run.text === '') continue;
    const isLast = index === runs.length - 1;
    const part = isLast ? partOf(run, place, index, isOpen) : closedPart(run, place, index);
    if (isLast && run.type === 'text') contentOfPart.set(part, content);
    parts.push(part);
  }
  return parts;
}

function closedPart(run: ContentRun, place: ContentPlace, index: number): AcpUIPart {
  const known = closedParts.get(run) ?? partOf(run, place, index, false);
  closedParts.set(run, known);
  return known;
}

function partOf(run: ContentRun, place: ContentPlace, index: number, isOpen: boolean): AcpUIPart {
  if (run.type === 'text') return textPart(run.text, place, index, isOpen, undefined);
  const { block } = run;
  if (!isKnownContentBlock(block)) return unknownPart(block, place, index);
  switch (block.type) {
    case 'text': {
      const { type: _, text, ...rest } = block;
      return textPart(text, place, index, isOpen, rest);
    }
    case 'image':
    case 'audio': {
      const { type: _, data, mimeType, ...rest } = block;
      return filePart(`data:${mimeType};base64,${data}`, mimeType, place, rest);
    }
    case 'resource_link': {
      const { type: _, uri: url, name, title, ...rest } = block;
      const sourceId = idOf(place, index);
      return present({ type: 'source-url', sourceId, url, title: title ?? name, providerMetadata: about(rest) });
    }
    case 'resource':
      return resourcePart(block.resource, place);
  }
}

function textPart(
  text: string,
  place: ContentPlace,
  index: number,
  isOpen: boolean,
  rest: object | undefined,
): AcpUIPart {
  const state = isOpen ? 'streaming' : 'done';
  const providerMetadata = rest === undefined ? undefined : about(rest);
  return place.isThought
    ? present({ type: 'reasoning', id: idOf(place, index), text, state, providerMetadata })
    : present({ type: 'text', text, state, providerMetadata });
}

function filePart(url: string, mediaType: string, place: ContentPlace, rest: object): AcpUIPart {
  const providerMetadata = about(rest);
  return place.isThought
    ? present({ type: 'reasoning-file', mediaType, url, providerMetadata })
    : present({ type: 'file', mediaType, url, providerMetadata });
}

function resourcePart(resource: EmbeddedResource['resource'], place: ContentPlace): AcpUIPart {
  const { uri } = resource;
  const mediaType = resource.mimeType ?? ('blob' in resource ? 'application/octet-stream' : 'text/plain');
  const data = 'blob' in resource ? resource.blob : encodeBase64(new TextEncoder().encode(resource.text));
  return filePart(`data:${mediaType};base64,${data}`, mediaType, place, { uri });
}

function unknownPart(block: ContentBlock, place: ContentPlace, index: number): AcpUIPart {
  return { type: 'data-unknown', id: idOf(place, index), data: block };
}

function idOf({ id }: ContentPlace, index: number): string {
  return `${id}/${index}`;
}

/** Returns the fields of a block that no field of the part has a place for. */
function about(rest: object): ProviderMetadata | undefined {
  const fields = jsonObject(rest);
  return Object.keys(fields).length === 0 ? undefined : { acp: fields };
}
