import {
  type ContentBlock,
  isKnownContentBlock,
  isKnownToolCallContent,
  type RequestPermissionRequest,
  type ToolCallContent,
} from '@emend/acp/protocol/june';
import type { ToolCall } from '@emend/acp/session';
import { toolCallLabel } from '@emend/acp/view';
import { explicit, explicitLine } from '../terminal/explicit.ts';
import { bytesIn, type ContentLine, comparedLines, joined } from './content-words.ts';
import { textLines } from './output-lines.ts';

/** A part of what a permission is asked for; its text is explicit and may have several lines. */
interface SubjectLine {
  readonly type: ContentLine['type'] | 'title';
  readonly text: string;
}

/** Everything that a permission is asked for. */
export interface PermissionSubject {
  /** What is to be done: its kind, its title, its input and its places. */
  readonly action: readonly SubjectLine[];
  /** What the tool call shows: its diffs and texts. */
  readonly content: readonly SubjectLine[];
  /** How many characters are left out, since they are more than can be shown. */
  readonly leftOut: number;
}

/** The most characters of one question that are shown. */
const mostCharacters = 500_000;

/** What is to be run stands before everything else of the input. */
const commandKeys: readonly string[] = ['command', 'cmd', 'script', 'program', 'args', 'arguments', 'cwd'];

/** Works out what a permission is asked for: what the request says, and of what it leaves open, what the tool call has said before. */
export function permissionSubject({ toolCall }: RequestPermissionRequest, call?: ToolCall): PermissionSubject {
  const kind = toolCall.kind ?? call?.kind ?? 'other';
  const title = toolCall.title ?? call?.title ?? '';
  const content = toolCall.content ?? call?.content ?? [];
  const paths = (toolCall.locations ?? call?.locations ?? []).map(({ path, line }) =>
    typeof line === 'number' ? `${path}:${line}` : path,
  );
  const name = title.trim() === '' && call !== undefined ? toolCallLabel(call) : title;
  const written = new Budget(mostCharacters);
  const head = { type: 'title' as const, text: `${kind.replaceAll('_', ' ')}: ${name}` };
  const input = inputLines(toolCall.rawInput ?? call?.rawInput, new Set([title, title.replace(/^`|`$/g, '')]));
  const places = paths.map((path) => ({ type: 'path' as const, text: explicitLine(path) }));
  const action = written.take([head, ...input, ...places]);
  return { action, content: written.take(contentOf(content)), leftOut: written.leftOut };
}

/** Keeps lines as long as there is room for them, and counts what it does not keep. */
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

/** The input of a tool, a line or more for each of its keys; what is said word for word by the title is not said again. */
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
    else if (!isKnownToolCallContent(item)) lines.push({ type: 'text', text: valueText(item) });
    else if (item.type === 'diff')
      for (const { type, text } of comparedLines(item))
        lines.push({ type, text: type === 'path' ? explicitLine(text) : text });
    else for (const line of blockLines(item.content)) lines.push(line);
  }
  return lines;
}

/** All that can be read of a block; what cannot be shown is said. */
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
