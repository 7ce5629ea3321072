import type { AgentCapabilities, ContentBlock } from '@emend/acp/protocol/june';
import type { AttachedFile } from '../../api/talk.ts';

/** The most bytes of a file that goes with a prompt, in base64. */
const largest = 28 * 1024 * 1024;

/** Returns the content of a prompt: its text, and each file in a form that the agent takes. Throws for a file that it cannot take. */
export function attachedBlocks(
  text: string,
  files: readonly AttachedFile[],
  capabilities: AgentCapabilities,
): readonly ContentBlock[] {
  const attached = files.map((file) => fileBlock(file, capabilities));
  return text === '' && attached.length > 0 ? attached : [{ type: 'text', text }, ...attached];
}

function fileBlock({ name, mimeType, data }: AttachedFile, capabilities: AgentCapabilities): ContentBlock {
  if (data.length > largest) throw new Error(`${name} is too large to be attached; at most 20 MB can be.`);
  const taken = capabilities.session?.prompt;
  if (/^image\//.test(mimeType) && isGiven(taken?.image)) return { type: 'image', mimeType, data };
  if (/^audio\//.test(mimeType) && isGiven(taken?.audio)) return { type: 'audio', mimeType, data };
  if (!isGiven(taken?.embeddedContext)) throw new Error(`The agent does not take files such as ${name}.`);
  // The page does not know where on the disk a file is.
  const uri = `attachment:///${encodeURIComponent(name)}`;
  const resource = textOf(data);
  const kind = mimeType === '' ? {} : { mimeType };
  if (resource !== undefined) return { type: 'resource', resource: { uri, text: resource, ...kind } };
  return { type: 'resource', resource: { uri, blob: data, ...kind } };
}

/** Returns the text of a file in UTF-8; undefined for any other file. */
function textOf(data: string): string | undefined {
  const bytes = Buffer.from(data, 'base64');
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isGiven(marker: object | null | undefined): boolean {
  return marker !== undefined && marker !== null;
}
