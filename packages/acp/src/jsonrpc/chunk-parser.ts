import {
  type Around,
  aroundChunkText,
  type ChunkMessage,
  type Fields,
  isFields,
  isWritingOf,
  readString,
  wordNotIn,
} from './chunk-text.ts';
import { inexactNumbers } from './inexact-numbers.ts';

/** A chunk that was parsed, and its text around what differs in those that follow it. */
interface Template {
  /** Everything up to the quote that opens the id of the message; `undefined` if the id is not before the text of the chunk. */
  readonly head: string | undefined;
  /** Everything between the id and the text, with the quotes on both sides; empty without a head. */
  readonly link: string;
  /** Everything up to the quote that opens the text, with the id of the last chunk. */
  before: string;
  /** Everything from the quote that closes the text. */
  readonly after: string;
  /** The id of the message as the last chunk had it; of no use without a head. */
  messageId: unknown;
  // Copies are made of these alone: a copy of a copy, and so on, is one that the engine takes several times longer to make.
  readonly message: Fields;
  readonly params: Fields;
  readonly update: Fields;
  readonly content: Fields;
  /** How many chunks were read with it. */
  served: number;
}

/** Longer texts are no templates, as a connection keeps its last one. */
const longestTemplate = 4_096;

/** How many chunks a template has to serve to have been worth making. */
const enoughServed = 16;

/** The most chunks after which another template is made, where templates are not worth it. */
const longestPause = 64;

/** How many templates are kept: a message and a thought, or some sessions, may stream at the same time. */
const mostTemplates = 4;

/**
 * Parses JSON texts as `JSON.parse` does. Agents stream text in messages that are alike but for that text and the id of their message: such
 * a message is compared with an earlier one, only the strings that differ are parsed, and they are put into a copy of its value.
 */
export class ChunkParser {
  /** The one that served last is the first. */
  readonly #templates: Template[] = [];
  /** How many chunks to wait until a template is made again, and how many there will be after the next one. */
  #pause = 0;
  #nextPause = 1;

  /** Returns the value of a JSON text; throws what `JSON.parse` throws if it is none. */
  parse(json: string): unknown {
    return this.parseAlike(json) ?? this.parseOther(json);
  }

  /** Returns the value of a JSON text that is like an earlier one: it has no numbers that a double cannot represent. */
  parseAlike(json: string): Fields | undefined {
    const templates = this.#templates;
    for (let index = 0; index < templates.length; index += 1) {
      const template = templates[index] as Template;
      const value = readAlike(template, json);
      if (value === undefined) continue;
      if (index > 0) {
        templates[index] = templates[0] as Template;
        templates[0] = template;
      }
      return value;
    }
    return undefined;
  }

  /** Returns the value of a JSON text that is like none before; throws what `JSON.parse` throws. */
  parseOther(json: string): unknown {
    const value: unknown = JSON.parse(json);
    if (json.length <= longestTemplate && isPlainChunk(value)) this.#learn(json, value);
    return value;
  }

  /** Makes a template of a chunk that fits no other. */
  #learn(json: string, chunk: PlainChunk): void {
    if (this.#pause > 0) {
      this.#pause -= 1;
      return;
    }
    const made = templateOf(json, chunk);
    const dropped = this.#templates.length < mostTemplates ? undefined : this.#templates.pop();
    if (made !== undefined) this.#templates.unshift(made);
    if (made !== undefined && (dropped === undefined || dropped.served >= enoughServed)) {
      this.#nextPause = 1;
      return;
    }
    // Some agents never send two messages that are alike; to make a template each time would cost more than it saves.
    this.#pause = this.#nextPause;
    this.#nextPause = Math.min(2 * this.#nextPause, longestPause);
  }
}

interface PlainChunk extends Fields, ChunkMessage {
  readonly params: Fields & { readonly update: Fields & { readonly content: Fields & { readonly text: string } } };
}

/** Returns whether a value is a chunk without other objects in it, which messages made of one template would have in common. */
function isPlainChunk(value: unknown): value is PlainChunk {
  if (!isFields(value)) return false;
  const { params } = value;
  if (!isFields(params) || !isFields(params['update'])) return false;
  const { content } = params['update'];
  if (!isFields(content) || typeof content['text'] !== 'string') return false;
  return (
    objectsIn(value) === 1 && objectsIn(params) === 1 && objectsIn(params['update']) === 1 && objectsIn(content) === 0
  );
}

function objectsIn(value: Fields): number {
  let count = 0;
  for (const key in value) if (typeof value[key] === 'object' && value[key] !== null) count += 1;
  return count;
}

/** Returns the template of a chunk; `undefined` if it is not clear where its text is. */
function templateOf(json: string, message: PlainChunk): Template | undefined {
  const around = aroundChunkText(json, message);
  if (around === undefined || inexactNumbers(json, message).length > 0) return undefined;
  const { params } = message;
  const { update } = params;
  return {
    ...aroundId(json, message, around),
    before: ownCopy(around.before),
    after: ownCopy(around.after),
    messageId: update['messageId'],
    message,
    params,
    update,
    content: update.content,
    served: 0,
  };
}

/** Returns what is before the id of the message, and between the id and the text. */
function aroundId(json: string, message: PlainChunk, { before }: Around): Pick<Template, 'head' | 'link'> {
  const { params } = message;
  const { messageId } = params.update;
  const none = { head: undefined, link: '' };
  if (typeof messageId !== 'string') return none;
  const literal = JSON.stringify(messageId);
  const at = before.lastIndexOf(literal);
  if (at === -1) return none;
  const head = before.slice(0, at + 1);
  const link = before.slice(at + literal.length - 1);
  // As for the text: with another id in that place, nothing else has changed.
  const other = wordNotIn(json);
  const changed = { ...message, params: { ...params, update: { ...params.update, messageId: other } } };
  const isId = isWritingOf(head + other + link + json.slice(before.length), changed);
  return isId ? { head: ownCopy(head), link: ownCopy(link) } : none;
}

/** Returns a text with memory of its own: a slice would keep the whole chunk of input that it is a part of. */
function ownCopy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** Returns the value of a JSON text that differs from a template only where templates may; otherwise `undefined`. */
function readAlike(template: Template, json: string): Fields | undefined {
  const { after } = template;
  const end = json.length - after.length;
  // Comparing slices is several times faster than `startsWith`, which looks at one character after the other.
  if (json.slice(end) !== after) return undefined;
  const isSameMessage = json.slice(0, template.before.length) === template.before;
  if (!isSameMessage && !takeOtherId(template, json)) return undefined;
  const from = template.before.length;
  // If the end begins before the text does, this is not a string.
  const text = readString(json.slice(from - 1, end + 1));
  if (text === undefined) return undefined;
  template.served += 1;
  // Copying first and then writing what differs is several times faster than doing both in one literal.
  const message: Record<string, unknown> = { ...template.message };
  const params: Record<string, unknown> = { ...template.params };
  const update: Record<string, unknown> = { ...template.update };
  const content: Record<string, unknown> = { ...template.content };
  content['text'] = text;
  if (template.head !== undefined) update['messageId'] = template.messageId;
  update['content'] = content;
  params['update'] = update;
  message['params'] = params;
  return message;
}

/** Returns whether a JSON text begins as a template does but for the id of the message, which the template has from then on. */
function takeOtherId(template: Template, json: string): boolean {
  const { head, link } = template;
  if (head === undefined || json.slice(0, head.length) !== head) return false;
  const end = json.indexOf('"', head.length);
  if (end === -1 || json.slice(end, end + link.length) !== link) return false;
  const literal = json.slice(head.length - 1, end + 1);
  const messageId = readString(literal);
  if (messageId === undefined) return false;
  template.messageId = messageId;
  // Every escape makes a literal longer: one as long as its value is the value in quotes.
  const written = messageId.length === literal.length - 2 ? messageId : ownCopy(literal.slice(1, -1));
  template.before = head + written + link;
  return true;
}
