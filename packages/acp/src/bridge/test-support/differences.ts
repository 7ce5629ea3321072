import type { LedgerEntry } from '../ledger.ts';
import { canonical, type Json, joined, object, sameJson } from './json.ts';
import type { V2Message, V2Reader } from './june-reader.ts';
import type { Bubble, V1Reader } from './v1-reader.ts';

/** Something that the v1 client shows otherwise than v2 has it, and the rules that may have said so. */
export interface Difference {
  readonly where: string;
  readonly rules: readonly string[];
  readonly of: { readonly messageId?: string; readonly toolCallId?: string };
}

function originOf(bubble: Bubble): string | undefined {
  return bubble.id?.replace(/~\d+$/, '');
}

/** The bubbles that show a message, oldest first. */
export function bubblesOf(v1: V1Reader, message: Pick<V2Message, 'kind' | 'id'>): Bubble[] {
  return v1.bubbles.filter(
    (bubble) => bubble.kind === message.kind && !bubble.isPrompt && originOf(bubble) === message.id,
  );
}

function raw(value: unknown): unknown {
  const found = object(object(value)['_meta'])['emend/raw'];
  return found ?? value;
}

function rawItem(item: unknown): unknown {
  const whole = raw(item);
  if (whole !== item) {
    // What rode on the chunk stands beside the raw item.
    const { 'emend/raw': _, ...ridden } = object(object(item)['_meta']);
    const meta = { ...ridden, ...object(object(whole)['_meta']) };
    return Object.keys(meta).length === 0 ? whole : { ...object(whole), _meta: meta };
  }
  if (object(item)['type'] !== 'content') return item;
  return { ...object(item), content: raw(object(item)['content']) };
}

function isSeparator(bubble: Bubble, chunk: Bubble['chunks'][number]): boolean {
  return bubble.id !== undefined && object(chunk.meta)['emend/replaces'] === bubble.id;
}

/** What a bubble shows now: what stands behind its last separator. */
export function visible(bubble: Bubble): unknown[] {
  const last = bubble.chunks.findLastIndex((chunk) => isSeparator(bubble, chunk));
  return joined(bubble.chunks.slice(last + 1).map((chunk) => raw(chunk.block)));
}

/** Content without the roles that v1 does not know. */
export function withoutRoles(content: readonly unknown[]): unknown[] {
  return content.map((block) => {
    const annotations = object(block)['annotations'];
    const audience = object(annotations)['audience'];
    if (!Array.isArray(audience)) return block;
    const known = audience.filter((role) => role === 'user' || role === 'assistant');
    return { ...object(block), annotations: { ...object(annotations), audience: known } };
  });
}

/** Whether older text of a message is still on screen. */
export function hasStaleText(v1: V1Reader, message: V2Message): boolean {
  const bubbles = bubblesOf(v1, message);
  const older = bubbles.slice(0, -1).some((bubble) => visible(bubble).length > 0);
  const behind = bubbles.some((bubble) => {
    const last = bubble.chunks.findLastIndex((chunk) => isSeparator(bubble, chunk));
    return last > 0;
  });
  const now = bubbles.at(-1);
  const shows = now === undefined ? [] : visible(now);
  return older || behind || !sameJson(shows, joined(withoutRoles(message.content)));
}

/** The `_meta` of a message that a client was told last; the streams keep its keys apart from those of chunks. */
export function toldMeta(v1: V1Reader, message: V2Message): Json {
  const told = bubblesOf(v1, message)
    .flatMap((bubble) => bubble.metas)
    .map((meta) =>
      Object.fromEntries(Object.entries(object(meta)).filter(([key, value]) => 'ab'.includes(key) && value !== 9)),
    );
  return told.findLast((meta) => Object.keys(meta).length > 0) ?? {};
}

/** Whether a message was left out because the client shows it already, as the prompt that it sent. */
export function isSuppressed(message: V2Message, ledger: readonly LedgerEntry[]): boolean {
  return message.kind === 'user' && ledger.some(({ rule, messageId }) => rule === 'echo' && messageId === message.id);
}

/** Whether a prompt on the client's screen says what a message says. */
export function isShownAsPrompt(v1: V1Reader, message: V2Message): boolean {
  const wanted = joined(message.content);
  return v1.bubbles.some((bubble) => bubble.isPrompt && sameJson(visible(bubble), wanted));
}

function messageDifferences(v1: V1Reader, v2: V2Reader, ledger: readonly LedgerEntry[]): Difference[] {
  const found: Difference[] = [];
  for (const message of v2.messages) {
    const of = { messageId: message.id };
    const bubbles = bubblesOf(v1, message);
    const wanted = joined(message.content);
    const now = bubbles.at(-1);
    const isEcho = isSuppressed(message, ledger);
    if ((now === undefined || visible(now).length === 0) && isEcho && isShownAsPrompt(v1, message)) continue;
    if (now === undefined && (wanted.length > 0 || isEcho)) {
      found.push({ where: `message ${message.id} is missing`, rules: isEcho ? ['rewrite', 'echo-changed'] : [], of });
    } else if (now !== undefined) {
      const shows = visible(now);
      if (!sameJson(shows, wanted)) {
        const isOnlyRoles = sameJson(shows, joined(withoutRoles(message.content)));
        found.push({
          where: `content of ${message.id}: ${canonical(shows)} is not ${canonical(wanted)}`,
          rules: isOnlyRoles ? ['role'] : ['rewrite'],
          of,
        });
      }
      for (const stale of bubbles.slice(0, -1)) {
        if (visible(stale).length > 0) found.push({ where: `old text of ${message.id}`, rules: ['rewrite'], of });
      }
    }
    if (!sameJson(toldMeta(v1, message), object(message.meta))) {
      found.push({ where: `_meta of ${message.id}`, rules: ['message-meta', 'message-meta-clear'], of });
    }
  }
  for (const bubble of v1.bubbles) {
    const hasOrigin = v2.messages.some((message) => message.kind === bubble.kind && message.id === originOf(bubble));
    if (!bubble.isPrompt && !hasOrigin) found.push({ where: `message ${bubble.id} out of nowhere`, rules: [], of: {} });
  }
  return found;
}

const knownKinds = ['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other'];
const knownStatuses = ['pending', 'in_progress', 'completed', 'failed'];

function toolDifferences(v1: V1Reader, v2: V2Reader): Difference[] {
  const found: Difference[] = [];
  for (const [toolCallId, call] of v2.toolCalls) {
    const shown = v1.toolCalls.get(toolCallId);
    const differs = (path: string, rules: readonly string[]) =>
      found.push({ where: `${path} of ${toolCallId}`, rules, of: { toolCallId } });
    if (shown === undefined) {
      differs('everything', []);
      continue;
    }
    const meta = object(shown['_meta']);
    if (!sameJson(shown['title'], call['title']))
      differs('title', call['title'] === undefined ? ['generic-title'] : []);
    const kind = call['kind'] ?? 'other';
    if (
      knownKinds.includes(String(kind))
        ? shown['kind'] !== kind || 'emend/kind' in meta
        : shown['kind'] !== 'other' || meta['emend/kind'] !== kind
    )
      differs('kind', []);
    if (!knownKinds.includes(String(kind))) differs('kind (unknown)', ['tool-kind']);
    const status = call['status'] ?? 'pending';
    if (
      knownStatuses.includes(String(status))
        ? shown['status'] !== status || 'emend/status' in meta
        : meta['emend/status'] !== status
    )
      differs('status', []);
    if (!knownStatuses.includes(String(status))) differs('status (unknown)', ['tool-status']);
    const content = ((shown['content'] ?? []) as unknown[]).map(rawItem);
    const wanted = (call['content'] ?? []) as unknown[];
    if (!sameJson(content, wanted)) {
      const plain = wanted.map((item) =>
        object(item)['type'] === 'content'
          ? { ...object(item), content: withoutRoles([object(item)['content']])[0] }
          : item,
      );
      differs('content', sameJson(content, plain) ? ['role'] : []);
    }
    if (!sameJson(shown['locations'] ?? [], call['locations'] ?? [])) differs('locations', []);
    for (const key of ['rawInput', 'rawOutput']) {
      if (!sameJson(shown[key], call[key])) differs(key, call[key] === undefined ? ['raw-clear'] : []);
    }
    const own = Object.fromEntries(Object.entries(meta).filter(([key]) => !key.startsWith('emend/')));
    if (!sameJson(own, call['_meta'] ?? {})) differs('_meta', []);
  }
  if (v1.toolCalls.size !== v2.toolCalls.size) found.push({ where: 'number of tool calls', rules: [], of: {} });
  return found;
}

function planDifferences(v1: V1Reader, v2: V2Reader): Difference[] {
  const items = [...v2.plans.values()].filter((plan) => plan['type'] === 'items');
  const wanted = items.flatMap((plan) => plan['entries'] as Json[]);
  const shown = (v1.plan ?? []) as Json[];
  const found: Difference[] = [];
  const isSame =
    wanted.length === shown.length &&
    wanted.every((entry, index) => {
      const meta = object(shown[index]?.['_meta']);
      const status = knownStatuses.includes(String(entry['status'])) ? shown[index]?.['status'] : meta['emend/status'];
      const priority = ['high', 'medium', 'low'].includes(String(entry['priority']))
        ? shown[index]?.['priority']
        : meta['emend/priority'];
      return (
        shown[index]?.['content'] === entry['content'] && status === entry['status'] && priority === entry['priority']
      );
    });
  if (!isSame) found.push({ where: 'plan', rules: [], of: {} });
  if (items.filter((plan) => (plan['entries'] as unknown[]).length > 0).length > 1)
    found.push({ where: 'plans', rules: ['plans-merged'], of: {} });
  if (items.length < v2.plans.size) found.push({ where: 'a plan', rules: ['plan-content'], of: {} });
  return found;
}

function otherDifferences(v1: V1Reader, v2: V2Reader): Difference[] {
  const found: Difference[] = [];
  const differs = (where: string, rules: readonly string[]) => found.push({ where, rules, of: {} });
  const options = v2.options?.filter((option) => object(option)['type'] === 'select');
  if (!sameJson(v1.options, options)) differs('options', []);
  if (options?.length !== v2.options?.length) differs('an option', ['config-option']);
  const mode = options?.map(object).find((option) => option['category'] === 'mode');
  if (mode !== undefined && v1.mode !== mode['currentValue']) differs('mode', []);
  if (!sameJson(v1.info, v2.info)) differs('info', []);
  if (!sameJson(v1.usage, v2.usage)) differs('usage', []);
  const names = (list: unknown) => (Array.isArray(list) ? list.map((command) => object(command)['name']) : []);
  if (!sameJson(names(v1.commands), names(v2.commands))) differs('commands', []);
  if (
    Array.isArray(v2.commands) &&
    v2.commands.some((command) => object(object(command)['input'])['type'] !== undefined)
  ) {
    differs('input of a command', ['command-input']);
  }
  const raws = v1.extensions
    .map((params) => object(params)['update'])
    .filter((update) => object(update)['sessionUpdate'] !== 'plan_update');
  if (!sameJson(raws, v2.unknown)) differs('unknown updates', []);
  if (v2.unknown.length > 0) differs('an unknown update', ['unknown-update']);
  return found;
}

/** Everything that the v1 client shows otherwise than v2 has it. */
export function differences(v1: V1Reader, v2: V2Reader, ledger: readonly LedgerEntry[]): Difference[] {
  return [
    ...messageDifferences(v1, v2, ledger),
    ...toolDifferences(v1, v2),
    ...planDifferences(v1, v2),
    ...otherDifferences(v1, v2),
  ];
}

/** Whether an entry of the ledger speaks of a difference. */
export function speaksOf(entry: LedgerEntry, difference: Difference): boolean {
  return (
    difference.rules.includes(entry.rule) &&
    (difference.of.messageId === undefined || entry.messageId === difference.of.messageId) &&
    (difference.of.toolCallId === undefined || entry.toolCallId === difference.of.toolCallId)
  );
}
