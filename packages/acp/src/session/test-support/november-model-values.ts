import { isDeepStrictEqual } from 'node:util';

/** JSON that the model may change. */
export type Json = Record<string, unknown>;

/** Adds a diagnostic. */
export type Say = (code: string) => void;

/** A turn of the model. */
export interface ModelTurn {
  readonly requestId: unknown;
  prompt: Json[];
  status: string;
  message?: string | undefined;
  isShown: boolean;
  isMatched: boolean;
  cancelled: boolean;
  stopReason?: string | undefined;
  error?: string | undefined;
  start?: number | undefined;
  end?: number | undefined;
}

/** A tool call of the model. */
export interface ModelCall {
  fields: Json;
  content: unknown[];
  locations: unknown[];
  isCancelled: boolean;
  turn: number;
}

/** Whether a tool call with this status is finished. */
export function isDone(status: unknown): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** The text of all text blocks. */
function textOf(blocks: Json[]): string {
  return blocks.map((block) => (block['type'] === 'text' ? (block['text'] as string) : '')).join('');
}

/** Without what is undefined or null. */
export function filled(record: Json): Json {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null));
}

/** The fields after those that an update names. */
export function afterPatch(before: Json, update: Json, names: string[]): Json {
  const after = { ...before };
  for (const name of names) if (update[name] !== undefined) after[name] = update[name];
  return after;
}

/** `_meta` after a patch. */
export function merged(before: Json | undefined, patch: Json | null | undefined): Json | undefined {
  if (patch === undefined) return before;
  if (patch === null) return undefined;
  const after = filled({ ...before, ...patch });
  return Object.keys(after).length === 0 ? undefined : after;
}

/** The bytes of base64; undefined if it is not base64. */
export function bytesOf(data: string): number[] | undefined {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(data)
    ? [...Buffer.from(data, 'base64')]
    : undefined;
}

/** Says that a content block is not known. */
export function sayUnknownBlock(block: Json, say: Say): void {
  const known = ['text', 'image', 'audio', 'resource', 'resource_link'];
  const type = block['type'] as string;
  if (!known.includes(type) && !type.startsWith('_')) say('unknown_tag');
}

/** Says that an item of tool content is not known. */
export function sayUnknownItem(item: Json, say: Say): void {
  const type = item['type'] as string;
  if (type === 'content') sayUnknownBlock(item['content'] as Json, say);
  else if (type !== 'diff' && type !== 'terminal' && !type.startsWith('_')) say('unknown_tag');
}

/** Commands of November without the tags that June does not have. */
export function plainCommands(commands: Json[]): unknown[] {
  return commands.map(({ type, input, ...rest }) => {
    if (type !== 'command') return input === undefined ? { type, ...rest } : { type, ...rest, input };
    if (input === undefined) return rest;
    const { type: inputType, ...plain } = input as Json;
    return { ...rest, input: inputType === 'text' ? plain : input };
  });
}

/** Config options of November in the names of June. */
export function plainOptions(configOptions: Json[]): unknown[] {
  return configOptions.map(({ configId, options, ...rest }) => {
    const groups = (options as Json[] | undefined)?.map(({ groupId, ...group }) => ({ group: groupId, ...group }));
    return filled({ id: configId, ...rest, options: groups });
  });
}

/** Whether a new user message looks like a prompt: like all of it, or if it is a chunk like its beginning. */
export function isAlike(prompt: Json[], content: Json[], by: 'chunk' | 'whole'): boolean {
  const [said, asked] = [textOf(content), textOf(prompt)];
  if (said === '') return content.length > 0 && isDeepStrictEqual(prompt[0], content[0]);
  return by === 'whole' ? said === asked : asked.startsWith(said);
}

/** A plan of November as it is printed. */
export function plainPlan(update: Json): Json {
  const { planId: id, ...plan } = update['plan'] as Json;
  if (plan['type'] !== 'items') return { ...plan, id };
  return filled({ id, entries: plan['entries'], _meta: update['_meta'] ?? plan['_meta'] });
}

/** Whether a permission request is about work in the background. */
export function isAbout({ toolCallId, subject }: Json, work: Json): boolean {
  if (work['type'] === 'tool_call') return work['toolCallId'] === toolCallId;
  return work['type'] === 'terminal' && work['terminalId'] === (subject as Json | undefined)?.['terminalId'];
}
