import { type Json, object } from './json.ts';

/** A message as the draft says a client holds it. */
export interface V2Message {
  readonly kind: string;
  readonly id: string;
  content: unknown[];
  meta: unknown;
}

/** A plain reading of a v2 stream, straight from the draft and independent of the library's reducer. */
export class V2Reader {
  readonly messages: V2Message[] = [];
  readonly toolCalls = new Map<string, Json>();
  readonly plans = new Map<string, Json>();
  readonly unknown: unknown[] = [];
  commands: unknown;
  options: unknown[] | undefined;
  info: Json = {};
  usage: Json | undefined;

  message(kind: string, id: string): V2Message {
    let found = this.messages.find((message) => message.kind === kind && message.id === id);
    if (found === undefined) {
      found = { kind, id, content: [], meta: undefined };
      this.messages.push(found);
    }
    return found;
  }

  /** Takes a message of the agent, or the answer of the agent to a request that set up the session. */
  take(message: unknown): void {
    const { method, params, result } = object(message);
    if (method === 'session/update') this.update(object(object(params)['update']));
    if (method === 'session/request_permission') this.toolCall(object(object(params)['toolCall']));
    const options = object(result)['configOptions'];
    if (Array.isArray(options)) this.options = options;
  }

  private update(update: Json): void {
    const tag = String(update['sessionUpdate']);
    const whole = /^(user|agent)_(message|thought)$/.exec(tag);
    const chunk = /^(user|agent)_(message|thought)_chunk$/.exec(tag);
    const cleared = /^agent_(message|thought)_clear$/.exec(tag);
    const isKnown =
      whole !== null && this.messages.some(({ id, kind }) => id === update['messageId'] && kind === kindOf(whole));
    if (chunk !== null) {
      this.message(kindOf(chunk), String(update['messageId'])).content.push(update['content']);
    } else if (whole !== null) {
      const message = this.message(kindOf(whole), String(update['messageId']));
      if ('content' in update) message.content = [...((update['content'] ?? []) as unknown[])];
      if ('_meta' in update) message.meta = update['_meta'] ?? undefined;
    } else if (cleared !== null) {
      const kind = cleared[1] === 'thought' ? 'thought' : 'agent';
      const id = update['messageId'] ?? this.touched.get(kind);
      if (typeof id === 'string') this.message(kind, id).content = [];
    } else if (tag === 'tool_call_update') this.toolCall(update);
    else if (tag === 'tool_call_content_chunk') {
      const call = this.toolCall({ toolCallId: update['toolCallId'] });
      const item = object(update['content']);
      const meta = update['_meta'];
      const own = object(item['_meta']);
      // v1 has no other place for it than the item.
      const kept = Object.keys(object(meta)).length > 0 ? { ...item, _meta: { ...object(meta), ...own } } : item;
      call['content'] = [...((call['content'] ?? []) as unknown[]), kept];
    } else if (tag === 'plan_update') this.plans.set(String(object(update['plan'])['id']), object(update['plan']));
    else if (tag === 'available_commands_update') this.commands = update['availableCommands'];
    else if (tag === 'config_option_update') this.options = update['configOptions'] as unknown[];
    else if (tag === 'session_info_update') patch(this.info, update, ['title', 'updatedAt']);
    else if (tag === 'usage_update') this.usage = update;
    else this.unknown.push(update);
    const messageId = update['messageId'];
    const written = chunk ?? cleared ?? ('content' in update || !isKnown ? whole : null);
    if (written !== null && typeof messageId === 'string') this.wrote(kindOf(written), messageId);
  }

  /** The messages last written in the turn that runs: a clear without an id means them. */
  private readonly touched = new Map<string, string>();
  private isInTurn = false;

  private wrote(kind: string, id: string): void {
    if (kind === 'user' && !this.isInTurn && this.touched.get(kind) !== id) this.touched.clear();
    this.touched.set(kind, id);
  }

  /** The client sends a prompt. */
  startTurn(): void {
    this.isInTurn = true;
    this.touched.clear();
  }

  endTurn(): void {
    this.isInTurn = false;
    this.touched.clear();
  }

  private toolCall(update: Json): Json {
    const id = String(update['toolCallId']);
    const call = this.toolCalls.get(id) ?? {};
    this.toolCalls.set(id, call);
    patch(call, update, ['title', 'kind', 'status', 'content', 'locations', 'rawInput', 'rawOutput', '_meta']);
    return call;
  }
}

function kindOf(match: RegExpExecArray): string {
  if (match[0].includes('thought')) return 'thought';
  return match[0].startsWith('user') ? 'user' : 'agent';
}

function patch(target: Json, update: Json, keys: readonly string[]): void {
  for (const key of keys) {
    if (!(key in update)) continue;
    if (update[key] === null) delete target[key];
    else target[key] = update[key];
  }
}
