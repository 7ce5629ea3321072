import { type Json, object } from './json.ts';

/** What a v1 client shows as one message. */
export interface Bubble {
  readonly kind: string;
  readonly id: string | undefined;
  /** Whether the client made it itself, of the prompt that it sent. */
  readonly isPrompt: boolean;
  chunks: { readonly block: unknown; readonly meta: unknown }[];
  /** The `_meta` of every chunk there ever was. */
  readonly metas: unknown[];
}

/** A plain v1 client: chunks append, by id where there is one, else to the last message of the kind. */
export class V1Reader {
  readonly bubbles: Bubble[] = [];
  readonly toolCalls = new Map<string, Json>();
  readonly extensions: unknown[] = [];
  plan: unknown[] | undefined;
  mode: unknown;
  modes: unknown;
  options: unknown[] | undefined;
  commands: unknown;
  info: Json = {};
  usage: Json | undefined;
  private current: Bubble | undefined;
  private isInTurn = false;
  private readonly latest = new Map<string, Bubble>();
  /** The message that was cleared as the current one: what follows without an id starts over in it. */
  private cleared: Bubble | undefined;

  /** The client sends a prompt: it shows it, and a turn begins. */
  prompt(blocks: readonly unknown[]): void {
    this.finish();
    this.isInTurn = true;
    this.bubbles.push({
      kind: 'user',
      id: undefined,
      isPrompt: true,
      metas: [],
      chunks: blocks.map((block) => ({ block, meta: undefined })),
    });
  }

  endTurn(): void {
    this.isInTurn = false;
    this.finish();
  }

  private finish(): void {
    this.current = undefined;
    this.latest.clear();
  }

  take(message: unknown): void {
    const { method, params, result } = object(message);
    const { update, toolCall } = object(params);
    if (method === 'session/update') this.update(object(update));
    else if (method === 'session/request_permission') this.patchTool(object(toolCall));
    else if (typeof method === 'string' && method.startsWith('_')) this.extensions.push(params);
    const { configOptions, modes } = object(result);
    if (Array.isArray(configOptions)) this.options = configOptions;
    if (modes !== undefined && modes !== null) {
      this.modes = object(modes)['availableModes'];
      this.mode = object(modes)['currentModeId'];
    }
  }

  private update(update: Json): void {
    const tag = String(update['sessionUpdate']);
    if (tag.endsWith('_chunk')) this.chunk(tag, update);
    else if (tag === 'agent_message_clear' || tag === 'agent_thought_clear') this.clear(tag, update);
    else if (tag === 'tool_call') this.createTool(update);
    else if (tag === 'tool_call_update') this.patchTool(update);
    else if (tag === 'plan') this.plan = update['entries'] as unknown[];
    else if (tag === 'current_mode_update') this.mode = update['currentModeId'];
    else if (tag === 'config_option_update') this.options = update['configOptions'] as unknown[];
    else if (tag === 'available_commands_update') this.commands = update['availableCommands'];
    else if (tag === 'session_info_update') {
      for (const key of ['title', 'updatedAt']) {
        if (update[key] === null) delete this.info[key];
        else if (key in update) this.info[key] = update[key];
      }
    } else if (tag === 'usage_update') this.usage = update;
    else throw new Error(`a v1 client has no update ${tag}`);
  }

  private chunk(tag: string, update: Json): void {
    const kind = tag.includes('thought') ? 'thought' : tag.startsWith('user') ? 'user' : 'agent';
    const id = update['messageId'] === null ? undefined : (update['messageId'] as string | undefined);
    let bubble =
      id === undefined
        ? this.current?.kind === kind && (this.current.id === undefined || this.current === this.cleared)
          ? this.current
          : undefined
        : this.bubbles.find((other) => other.kind === kind && other.id === id);
    if (bubble === undefined) {
      bubble = { kind, id, isPrompt: false, metas: [], chunks: [] };
      this.bubbles.push(bubble);
    }
    if (id !== undefined) this.cleared = undefined;
    if (kind === 'user' && !this.isInTurn && this.latest.get(kind) !== bubble) this.latest.clear();
    this.latest.set(kind, bubble);
    this.current = bubble;
    bubble.chunks.push({ block: update['content'], meta: update['_meta'] });
    bubble.metas.push(update['_meta']);
  }

  private clear(tag: string, update: Json): void {
    const kind = tag.includes('thought') ? 'thought' : 'agent';
    const id = update['messageId'];
    const bubble =
      typeof id === 'string'
        ? this.bubbles.find((other) => other.kind === kind && other.id === id)
        : this.latest.get(kind);
    if (bubble === undefined) return;
    bubble.chunks = [];
    if (typeof id === 'string') return;
    this.current = bubble;
    this.cleared = bubble;
  }

  private createTool(update: Json): void {
    const id = String(update['toolCallId']);
    const call = this.toolCalls.get(id);
    if (call === undefined) {
      this.current = undefined;
      if (typeof update['title'] !== 'string') throw new Error('a tool call is created with a title');
      this.toolCalls.set(id, { kind: 'other', status: 'pending', content: [], locations: [], ...fields(update) });
      return;
    }
    // Created again with emptier values: what is there stays.
    for (const [key, value] of Object.entries(fields(update))) {
      const isEmpty = value === '' || (typeof value === 'object' && Object.keys(object(value)).length === 0);
      if (isEmpty || (key === 'status' && value === 'pending') || (key === 'kind' && value === 'other')) continue;
      call[key] = value;
    }
  }

  private patchTool(update: Json): void {
    const id = String(update['toolCallId']);
    let call = this.toolCalls.get(id);
    if (call === undefined) {
      this.current = undefined;
      call = { kind: 'other', status: 'pending', content: [], locations: [] };
      this.toolCalls.set(id, call);
    }
    Object.assign(call, fields(update));
  }
}

function fields(update: Json): Json {
  const keys = ['title', 'kind', 'status', 'content', 'locations', 'rawInput', 'rawOutput', '_meta'];
  return Object.fromEntries(
    keys.filter((key) => update[key] !== undefined && update[key] !== null).map((key) => [key, update[key]]),
  );
}
