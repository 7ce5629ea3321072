import type { FileMessagePart, ThreadAssistantMessagePart, ThreadUserMessagePart } from '@assistant-ui/react';
import { encodeBase64 } from '@emend/acp/protocol';
import { type ContentBlock, isKnownContentBlock, type KnownContentBlock } from '@emend/acp/protocol/june';
import type { Sequence } from '@emend/acp/session';
import { contentRuns } from '@emend/acp/view';

/** A part that a message of the user and one of the agent may both have. */
type SharedPart = Extract<ThreadAssistantMessagePart, ThreadUserMessagePart>;

const unknownType = 'application/octet-stream';

/** Returns the parts of the content of a user message: joined text, and one part for every other block. */
export function userParts(content: Sequence<ContentBlock>): ThreadUserMessagePart[] {
  return contentRuns(content).map((run) => (run.type === 'text' ? textPart(run.text) : userPart(run.block)));
}

/** Returns the parts of the content of a message of the agent. */
export function assistantParts(content: Sequence<ContentBlock>): ThreadAssistantMessagePart[] {
  return contentRuns(content).map((run) => (run.type === 'text' ? textPart(run.text) : assistantPart(run.block)));
}

/** Returns the parts of a thought: its text is reasoning. */
export function reasoningParts(content: Sequence<ContentBlock>): ThreadAssistantMessagePart[] {
  return assistantParts(content).map((part) => (part.type === 'text' ? { type: 'reasoning', text: part.text } : part));
}

function userPart(block: ContentBlock): ThreadUserMessagePart {
  if (isKnownContentBlock(block) && block.type === 'resource_link') {
    const { uri, mimeType, name } = block;
    return { type: 'file', data: uri, mimeType: mimeType ?? unknownType, filename: name, sourceType: 'url' };
  }
  return sharedPart(block);
}

function assistantPart(block: ContentBlock): ThreadAssistantMessagePart {
  if (isKnownContentBlock(block) && block.type === 'resource_link') {
    const { uri, title, name } = block;
    return { type: 'source', sourceType: 'url', id: uri, url: uri, title: title ?? name };
  }
  return sharedPart(block);
}

function textPart(text: string): SharedPart {
  return { type: 'text', text };
}

function sharedPart(block: ContentBlock): SharedPart {
  return isKnownContentBlock(block) ? knownPart(block) : { type: 'data', name: 'acp-content', data: block };
}

function knownPart(block: KnownContentBlock): SharedPart {
  switch (block.type) {
    case 'text':
      return textPart(block.text);
    case 'image':
      return { type: 'image', image: `data:${block.mimeType};base64,${block.data}` };
    case 'audio':
      return { type: 'file', data: block.data, mimeType: block.mimeType };
    case 'resource':
      return resourcePart(block.resource);
    default:
      return { type: 'data', name: 'acp-content', data: block };
  }
}

type Resource = Extract<KnownContentBlock, { readonly type: 'resource' }>['resource'];

function resourcePart(resource: Resource): FileMessagePart {
  const filename = resource.uri.split('/').at(-1) || resource.uri;
  if ('blob' in resource) {
    return { type: 'file', data: resource.blob, mimeType: resource.mimeType ?? unknownType, filename };
  }
  const data = encodeBase64(new TextEncoder().encode(resource.text));
  return { type: 'file', data, mimeType: resource.mimeType ?? 'text/plain', filename };
}
