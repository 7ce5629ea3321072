import { readFile, stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AgentCapabilities, ContentBlock } from '@emend/acp/protocol/june';
import { neutralLine } from '../terminal/neutral.ts';

const images: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

const largestText = 1024 * 1024;
const largestImage = 20 * 1024 * 1024;
const mention = /(?:^|(?<=\s))@(?:"([^"\n]+)"|(\S+))/g;

/** The content blocks of a prompt. */
interface PromptContent {
  readonly blocks: readonly ContentBlock[];
  /** Names after `@` that could not be read; they are sent only as text. */
  readonly missing: readonly string[];
}

/** Returns the content of a prompt; `@path` attaches a file in a form that the agent accepts. */
export async function promptContent(
  text: string,
  cwd: string,
  capabilities: AgentCapabilities,
): Promise<PromptContent> {
  const blocks: ContentBlock[] = [{ type: 'text', text }];
  const missing: string[] = [];
  const seen = new Set<string>();
  for (const [, inQuotes, bare = ''] of text.matchAll(mention)) {
    const name = inQuotes ?? bare.replace(/[,;:.!?)]+$/, '');
    const path = resolve(cwd, name);
    if (seen.has(path)) continue;
    seen.add(path);
    const block = await fileBlock(path, capabilities).catch(() => undefined);
    if (block === undefined) missing.push(name);
    else blocks.push(block);
  }
  return { blocks, missing };
}

/** Returns the remark for a name after `@` that attached nothing. */
export function missingWords(name: string): string {
  return `@${neutralLine(name)} names no file that can be read; it was sent as text alone.`;
}

/** Returns a file as an image, a text or a link; `undefined` if it does not exist. */
async function fileBlock(path: string, capabilities: AgentCapabilities): Promise<ContentBlock | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  const uri = pathToFileURL(path).href;
  const taken = capabilities.session?.prompt;
  const image = images[extname(path).toLowerCase()];
  if (found.isFile() && image !== undefined && hasCapability(taken?.image) && found.size <= largestImage) {
    return { type: 'image', mimeType: image, data: (await readFile(path)).toString('base64'), uri };
  }
  if (found.isFile() && image === undefined && hasCapability(taken?.embeddedContext) && found.size <= largestText) {
    const bytes = await readFile(path);
    if (!bytes.includes(0)) return { type: 'resource', resource: { uri, text: bytes.toString('utf8') } };
  }
  return { type: 'resource_link', uri, name: basename(path), size: found.size };
}

function hasCapability(marker: object | null | undefined): boolean {
  return marker !== undefined && marker !== null;
}
