import { type ContentBlock, isKnownContentBlock, type RequestPermissionRequest } from '@emend/acp/protocol/june';
import type { ToolCall, ToolCallContent } from '@emend/acp/session';
import { isDiff, toolCallLabel } from '@emend/acp/view';
import { explicit, explicitLine } from '../terminal/explicit.ts';
import { blockIn, bytesIn, type ContentLine, comparedLines, joined } from './content-words.ts';
import { textLines } from './output-lines.ts';

/** A part of a permission request; its text has no hidden characters and may have several lines. */
interface SubjectLine {
  readonly type: ContentLine['type'] | 'title';
  readonly text: string;
}

/** What a permission is requested for. */
export interface PermissionSubject {
  /** The action: kind, title, input and locations. */
  readonly action: readonly SubjectLine[];
  /** The content of the tool call: diffs and texts. */
  readonly content: readonly SubjectLine[];
  /** Number of characters over the limit, which are left out. */
  readonly leftOut: number;
}

/** A permission request; an agent of the November draft puts its question into words. */
interface PermissionQuestion extends RequestPermissionRequest {
  readonly title?: string;
  readonly description?: string | null;
}

/** Maximum number of characters shown of one question. */
const mostCharacters = 500_000;

/** Keys of the input that name what is run; they are shown first. */
const commandKeys: readonly string[] = ['command', 'cmd', 'script', 'program', 'args', 'arguments', 'cwd'];

/** Returns what a permission is requested for: what the request says, completed by what the tool call has said before. */
export function permissionSubject(request: PermissionQuestion, call?: ToolCall): PermissionSubject {
  const { toolCall } = request;
  const kind = toolCall.kind ?? call?.kind ?? 'other';
  const title = toolCall.title ?? call?.title ?? '';
  const content = toolCall.content ?? call?.content ?? [];
  const paths = (toolCall.locations ?? call?.locations ?? []).map(({ path, line }) =>
    typeof line === 'number' ? `${path}:${line}` : path,
  );
  const name = title.trim() === '' && call !== undefined ? toolCallLabel(call) : title;
  const written = new Budget(mostCharacters);
  const head = { type: 'title' as const, text: `${kind.replaceAll('_', ' ')}: ${name}` };
  const question = questionLines(request, name);
  const input = inputLines(toolCall.rawInput ?? call?.rawInput, new Set([title, title.replace(/^`|`$/g, '')]));
  const places = paths.map((path) => ({ type: 'path' as const, text: explicitLine(path) }));
  const action = written.take([...question, head, ...input, ...places]);
  return { action, content: written.take(contentOf(content)), leftOut: written.leftOut };
}

/** Returns the question and its description, where the agent has put them into words of their own. */
function questionLines({ title, description }: PermissionQuestion, said: string): SubjectLine[] {
  const lines: SubjectLine[] = [];
  if (typeof title === 'string' && title.trim() !== '' && title !== said) lines.push({ type: 'title', text: title });
  if (typeof description === 'string' && description.trim() !== '') lines.push({ type: 'text', text: description });
  return lines;
}

/** Keeps lines up to the limit and counts the characters over it. */
class Budget {
  #left: number;
  leftOut = 0;

  constructor(characters: number) {
    this.#left = characters;
  }

  take(lines: readonly SubjectLine[]): SubjectLine[] {
    const kept: SubjectLine[] = [];
    for (const { type, text } of lines) {
      const part = text.slice(0, this.#left);
      this.leftOut += text.length - part.length;
      this.#left -= part.length;
      if (part !== '' || text === '') kept.push({ type, text: explicit(part) });
    }
    return kept;
  }
}

/** Returns the input of a tool, one or more lines per key, without what the title already says. */
function inputLines(input: unknown, said: ReadonlySet<string>): SubjectLine[] {
  if (input === undefined || input === null) return [];
  if (typeof input !== 'object' || Array.isArray(input)) {
    const text = valueText(input);
    return said.has(text) ? [] : [{ type: 'text', text: `input: ${text}` }];
  }
  const place = (key: string): number => (commandKeys.includes(key) ? commandKeys.indexOf(key) : commandKeys.length);
  return Object.entries(input)
    .sort(([a], [b]) => place(a) - place(b))
    .map(([key, value]) => [explicitLine(key), valueText(value)] as const)
    .filter(([, text]) => !said.has(text))
    .map(([key, text]) => namedLine(key, text));
}

function namedLine(name: string, text: string): SubjectLine {
  return { type: 'text', text: text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}` };
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    return '(nested too deep to be shown)';
  }
}

function contentOf(content: Iterable<ToolCallContent>): SubjectLine[] {
  const lines: SubjectLine[] = [];
  for (const item of joined(content, 'alone')) {
    if (typeof item === 'string') for (const text of textLines(item)) lines.push({ type: 'text', text });
    else if (isDiff(item))
      for (const { type, text } of comparedLines(item))
        lines.push({ type, text: type === 'path' ? explicitLine(text) : text });
    else {
      const block = blockIn(item);
      if (block === undefined) lines.push({ type: 'text', text: valueText(item) });
      else for (const line of blockLines(block)) lines.push(line);
    }
  }
  return lines;
}

/** Returns the readable text of a block, and names what cannot be shown. */
function blockLines(block: ContentBlock): SubjectLine[] {
  if (!isKnownContentBlock(block)) return [{ type: 'text', text: valueText(block) }];
  switch (block.type) {
    case 'text':
      return textLines(block.text).map((text) => ({ type: 'text', text }));
    case 'resource': {
      const { resource } = block;
      const text = 'text' in resource ? textLines(resource.text) : [];
      return [
        blockHead('resource', resource, 'blob' in resource ? resource.blob : undefined),
        ...text.map((line) => ({ type: 'text' as const, text: line })),
      ];
    }
    case 'resource_link': {
      const { uri, mimeType, name, title, description } = block;
      const head = blockHead('link', { uri, mimeType });
      const words = Object.entries({ name, title, description });
      return [
        { ...head, text: `${head.text} what it leads to is not shown` },
        ...words.flatMap(([key, text]) => (typeof text === 'string' ? [namedLine(key, text)] : [])),
      ];
    }
    default:
      return [blockHead(block.type, 'uri' in block ? block : { mimeType: block.mimeType }, block.data)];
  }
}

interface Origin {
  readonly uri?: string | null | undefined;
  readonly mimeType?: string | null | undefined;
}

function blockHead(what: string, { uri, mimeType }: Origin, data?: string): SubjectLine {
  const from = `${typeof uri === 'string' ? ` ${uri}` : ''}${typeof mimeType === 'string' ? ` (${mimeType})` : ''}`;
  const lost = data === undefined ? '' : ` ${bytesIn(data)} bytes, not shown`;
  return { type: 'path', text: `${explicitLine(`${what}${from}`)}:${lost}` };
}
