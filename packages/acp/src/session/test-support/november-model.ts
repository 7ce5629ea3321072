import { isDeepStrictEqual } from 'node:util';
import type { SessionEvent } from '../event.ts';
import { foldedModel } from './november-model-folded.ts';
import {
  afterPatch,
  bytesOf,
  filled,
  isAbout,
  isAlike,
  isDone,
  type Json,
  type ModelCall,
  type ModelTurn,
  merged,
  plainCommands,
  plainOptions,
  plainPlan,
  type Say,
  sayUnknownBlock,
  sayUnknownItem,
} from './november-model-values.ts';

/** A naive model of a November session: it copies, searches and compares, and shares nothing with the reducer. */
export class NovemberModel {
  isNovember = false;
  messages: { kind: string; messageId: string; content: unknown[]; meta: Json | undefined }[] = [];
  calls: ModelCall[] = [];
  plans: { id: string; folded: Json }[] = [];
  terminals: { fields: Json; bytes: number[] }[] = [];
  compactions: { fields: Json; summary: unknown[] }[] = [];
  timeline: Json[] = [];
  commands: unknown[] = [];
  options: unknown[] = [];
  info: Json = {};
  usage: Json | undefined;
  turns: ModelTurn[] = [];
  permissions: Json[] = [];
  diagnostics: Json[] = [];
  now: Json = { state: 'idle' };
  lastIdle: Json | undefined;
  completions = 0;
  listsBackground = false;
  callsOfWork = new Set<string>();
  seen = new Map<string, number>();
  standsFor = new Map<string, number>();
  isReplaying = false;

  get isBusy(): boolean {
    return this.now['state'] !== 'idle';
  }
  get open(): ModelTurn[] {
    return this.turns.filter(({ status }) => status !== 'ended');
  }

  take(event: SessionEvent): void {
    const say: Say = (code) => this.diagnostics.push({ code, at: event.at });
    const isOwn = 'dialect' in event && event.dialect === 'november';
    if (isOwn || event.type === 'prompt_inserted' || event.type === 'prompt_refused') this.isNovember = true;
    switch (event.type) {
      case 'malformed':
        say('malformed_update');
        break;
      case 'update':
        if ((event.repairs ?? []).length > 0) say('malformed_part');
        this.update(event.update as unknown as Json, say);
        break;
      case 'prompt_sent':
        this.prompt(event.requestId, event.prompt as unknown as Json[]);
        break;
      case 'prompt_inserted':
        this.inserted(event.requestId, event.messageId, say);
        break;
      case 'prompt_refused':
        this.refused(event.requestId, event.error, event.code);
        break;
      case 'cancel_sent':
        this.cancel();
        break;
      case 'permission_opened': {
        const { requestId, options, title, description } = event;
        const subject = event.subject as Json | null | undefined;
        const call = subject?.['type'] === 'tool_call' ? (subject['toolCall'] as Json) : undefined;
        if (call !== undefined) this.toolCall(call, say);
        const named = subject?.['type'] === 'command' ? subject['toolCallId'] : undefined;
        const toolCallId = call?.['toolCallId'] ?? named;
        const shown = call === undefined ? subject : { type: 'tool_call', toolCall: { toolCallId } };
        this.permissions = this.permissions.filter((one) => one['requestId'] !== requestId);
        this.permissions.push(filled({ requestId, toolCallId, options, title, description, subject: shown }));
        break;
      }
      case 'permission_answered':
      case 'permission_withdrawn':
        this.permissions = this.permissions.filter((one) => one['requestId'] !== event.requestId);
        break;
      case 'load_started':
      case 'load_ended':
      case 'load_failed':
        this.isReplaying = event.type === 'load_started';
        break;
      case 'configured':
        this.options = [...event.configOptions];
        break;
      default:
        throw new Error(`the model does not know ${event.type}`);
    }
  }

  prompt(requestId: unknown, prompt: Json[]): void {
    if (this.open.length === 0) this.seen.clear();
    const isHeld = this.open.length > 0 || this.isBusy;
    this.turns.push({
      requestId,
      prompt,
      status: isHeld ? 'held' : 'sent',
      isShown: false,
      isMatched: false,
      cancelled: false,
      start: isHeld ? undefined : this.timeline.length,
    });
  }

  waiting(requestId: unknown): ModelTurn | undefined {
    const isAsked = (turn: ModelTurn) => requestId === undefined || turn.requestId === requestId;
    return this.open.find((turn) => turn.status !== 'inserted' && isAsked(turn));
  }

  inserted(requestId: unknown, messageId: string | undefined, say: Say): void {
    const turn = this.waiting(requestId);
    if (turn === undefined) return;
    const number = this.turns.indexOf(turn);
    const at = messageId === undefined ? this.completions : (this.seen.get(messageId) ?? this.completions);
    turn.status = 'inserted';
    turn.start ??= this.timeline.length;
    if (messageId !== undefined) {
      if (turn.message !== undefined && this.standsFor.get(turn.message) === number)
        this.standsFor.delete(turn.message);
      turn.message = messageId;
      turn.isMatched = true;
      turn.isShown = this.messages.some((one) => one.kind === 'user' && one.messageId === messageId);
      this.standsFor.set(messageId, number);
      this.seen.delete(messageId);
    }
    if (at < this.completions && this.lastIdle !== undefined) this.end(turn, this.lastIdle, say);
  }

  end(turn: ModelTurn, idle: Json, say: Say): void {
    turn.status = 'ended';
    turn.end = this.timeline.length;
    turn.stopReason = idle['stopReason'] as string | undefined;
    if (turn.stopReason === 'cancelled') turn.cancelled = true;
    if (turn.stopReason === 'error') {
      const error = idle['error'] as { message: string } | undefined;
      turn.error = error?.message ?? 'The agent reported a failure without details.';
    }
    if (turn.message !== undefined && !turn.isShown) say('prompt_unknown_id');
  }

  refused(requestId: unknown, error: string, code: number | undefined): void {
    const turn = this.waiting(requestId);
    if (turn === undefined) return;
    const number = this.turns.indexOf(turn);
    if (turn.message !== undefined && this.standsFor.get(turn.message) === number) this.standsFor.delete(turn.message);
    turn.status = 'ended';
    turn.message = undefined;
    turn.isShown = false;
    turn.start ??= this.timeline.length;
    turn.end = this.timeline.length;
    if (code === -32800) Object.assign(turn, { cancelled: true, stopReason: 'cancelled' });
    else turn.error = error;
  }

  cancel(): void {
    const { open } = this;
    if (open.length === 0 && this.isNovember && !this.isBusy) return;
    if (open.length === 0 && this.turns.length > 0 && !this.isBusy) return;
    for (const turn of open) turn.cancelled = true;
    const background = (this.now['background'] ?? []) as Json[];
    this.permissions = this.permissions.filter((asked) => background.some((work) => isAbout(asked, work)));
  }

  update(update: Json, say: Say): void {
    const tag = update['sessionUpdate'] as string;
    const kinds: Record<string, string> = { user_message: 'user', agent_message: 'agent', agent_thought: 'thought' };
    const chunkOf = kinds[tag.replace(/_chunk$/, '')];
    if (tag.endsWith('_chunk') && chunkOf !== undefined) this.message(chunkOf, update, 'chunk', say);
    else if (kinds[tag] !== undefined) this.message(kinds[tag], update, 'whole', say);
    else if (tag === 'state_update') this.state(update, say);
    else if (tag === 'tool_call_update') this.toolCall(update, say);
    else if (tag === 'tool_call_content_chunk') this.toolChunk(update, say);
    else if (tag === 'terminal_update' || tag === 'terminal_output_chunk') this.terminal(tag, update, say);
    else if (tag === 'compaction_update' || tag === 'compaction_summary_chunk') this.compaction(tag, update, say);
    else if (tag === 'plan_update') this.plan(update, say);
    else if (tag === 'usage_update') {
      const cost = update['cost'] === undefined ? this.usage?.['cost'] : update['cost'];
      this.usage = filled({ used: update['used'], size: update['size'], cost, _meta: update['_meta'] });
    } else if (tag === 'session_info_update') {
      const _meta = merged(this.info['_meta'] as Json | undefined, update['_meta'] as Json | null | undefined);
      this.info = filled({ ...afterPatch(this.info, update, ['title', 'updatedAt']), _meta });
    } else if (tag === 'available_commands_update') {
      this.commands = plainCommands(update['availableCommands'] as Json[]);
    } else if (tag === 'config_option_update') {
      this.options = plainOptions(update['configOptions'] as Json[]);
    } else if (tag !== 'notice') {
      this.timeline.push({ unknown: update });
      if (!tag.startsWith('_')) say('unknown_tag');
    }
  }

  message(kind: string, update: Json, by: 'chunk' | 'whole', say: Say): void {
    const messageId = update['messageId'] as string;
    const known = this.messages.find((one) => one.kind === kind && one.messageId === messageId);
    const message = known ?? { kind, messageId, content: [], meta: undefined };
    const before = structuredClone(message);
    if (by === 'chunk') message.content = [...message.content, update['content']];
    else {
      if (update['content'] !== undefined) message.content = (update['content'] as unknown[] | null) ?? [];
      message.meta = merged(message.meta, update['_meta'] as Json | null | undefined);
    }
    if (known === undefined) {
      this.messages.push(message);
      if (kind === 'user') this.userMessage(messageId, message.content as Json[], by);
      this.timeline.push({ message: messageId, kind });
    } else if (kind === 'user' && by === 'whole' && update['content'] !== undefined) {
      const turn = this.turns[this.standsFor.get(messageId) ?? -1];
      if (turn !== undefined && !isDeepStrictEqual(before, message)) turn.prompt = [];
    }
    const items = by === 'chunk' ? [update['content']] : ((update['content'] as unknown[] | undefined) ?? []);
    for (const block of items) sayUnknownBlock(block as Json, say);
  }

  userMessage(messageId: string, content: Json[], by: 'chunk' | 'whole'): void {
    const named = this.turns[this.standsFor.get(messageId) ?? -1];
    if (named !== undefined && !named.isShown) {
      named.isShown = true;
      return;
    }
    if (this.isReplaying) return;
    if (this.open.length > 0) this.seen.set(messageId, this.completions);
    const turn = this.open.find((one) => !one.isMatched && isAlike(one.prompt, content, by));
    if (turn === undefined) return;
    turn.message = messageId;
    turn.isMatched = true;
    turn.isShown = true;
    turn.start ??= this.timeline.length;
    this.standsFor.set(messageId, this.turns.indexOf(turn));
  }

  state(update: Json, say: Say): void {
    const { state, stopReason, error } = update;
    const background = Array.isArray(update['background']) ? (update['background'] as Json[]) : undefined;
    const before = this.now;
    const wasBusy = this.isBusy;
    if (background !== undefined) this.listsBackground = true;
    let ending: Json = {};
    if (state === 'idle') {
      if (typeof stopReason === 'string') ending = { stopReason, error: stopReason === 'error' ? error : undefined };
      else if (!wasBusy) ending = { stopReason: before['stopReason'], error: before['error'] };
    }
    this.now = filled({ state, ...ending, background });
    for (const work of background ?? []) {
      const isKnown = this.has(work);
      if (!isKnown) say('background_without_entity');
    }
    if (state !== 'idle') {
      if (!wasBusy) this.callsOfWork.clear();
      return;
    }
    const isForgotten =
      !wasBusy &&
      typeof stopReason === 'string' &&
      !this.listsBackground &&
      this.open.some(({ status }) => status === 'inserted');
    if (isForgotten) {
      say('state_unreported');
      this.callsOfWork.clear();
    }
    if (wasBusy || isForgotten) this.complete(say);
  }

  has({ type, terminalId, toolCallId }: Json): boolean {
    if (type === 'terminal') return this.terminals.some(({ fields }) => fields['terminalId'] === terminalId);
    return type !== 'tool_call' || this.calls.some(({ fields }) => fields['toolCallId'] === toolCallId);
  }

  complete(say: Say): void {
    if (this.now['stopReason'] === 'cancelled') {
      const goesOn = new Set(((this.now['background'] ?? []) as Json[]).map((work) => work['toolCallId']));
      for (const call of this.calls) {
        const id = call.fields['toolCallId'] as string;
        if (this.callsOfWork.has(id) && !isDone(call.fields['status']) && !goesOn.has(id)) call.isCancelled = true;
      }
    }
    this.completions += 1;
    this.lastIdle = this.now;
    for (const turn of this.open) if (turn.status === 'inserted') this.end(turn, this.now, say);
    this.callsOfWork.clear();
  }

  turnNow(): number {
    const [first] = this.open;
    if (first === undefined || !(this.isBusy || first.status === 'inserted')) return -1;
    return this.turns.indexOf(first);
  }

  callOf(toolCallId: string): { call: ModelCall; isNew: boolean } {
    const known = this.calls.find(({ fields }) => fields['toolCallId'] === toolCallId);
    if (known !== undefined) return { call: known, isNew: false };
    const call = { fields: { toolCallId }, content: [], locations: [], isCancelled: false, turn: -1 };
    this.calls.push(call);
    this.timeline.push({ toolCall: toolCallId });
    if (this.isBusy) this.callsOfWork.add(toolCallId);
    return { call, isNew: true };
  }

  toolCall(update: Json, say: Say): void {
    const { call, isNew } = this.callOf(update['toolCallId'] as string);
    const before = structuredClone(call);
    const names = ['name', 'title', 'kind', 'status', 'rawInput', 'rawOutput', 'capabilities'];
    const meta = merged(call.fields['_meta'] as Json | undefined, update['_meta'] as Json | null | undefined);
    call.fields = filled({ ...afterPatch(call.fields, update, names), _meta: meta });
    if (update['content'] !== undefined) call.content = (update['content'] as unknown[] | null) ?? [];
    if (update['locations'] !== undefined) call.locations = (update['locations'] as unknown[] | null) ?? [];
    if (update['status'] !== undefined) call.isCancelled = false;
    if (isNew || !isDeepStrictEqual(before, call)) call.turn = this.turnNow();
    if (isDone(before.fields['status']) && !isDone(call.fields['status'])) say('status_reopened');
    for (const item of (update['content'] as Json[] | null | undefined) ?? []) sayUnknownItem(item, say);
  }

  toolChunk(update: Json, say: Say): void {
    const { call } = this.callOf(update['toolCallId'] as string);
    call.content = [...call.content, update['content']];
    call.turn = this.turnNow();
    sayUnknownItem(update['content'] as Json, say);
  }

  terminal(tag: string, update: Json, say: Say): void {
    const { terminalId } = update;
    let terminal = this.terminals.find(({ fields }) => fields['terminalId'] === terminalId);
    if (terminal === undefined) {
      terminal = { fields: { terminalId }, bytes: [] };
      this.terminals.push(terminal);
    }
    if (tag === 'terminal_output_chunk') {
      const bytes = bytesOf(update['data'] as string);
      if (bytes === undefined) say('malformed_part');
      else terminal.bytes = [...terminal.bytes, ...bytes];
      return;
    }
    const meta = merged(terminal.fields['_meta'] as Json | undefined, update['_meta'] as Json | null | undefined);
    const patched = afterPatch(terminal.fields, update, ['command', 'cwd', 'exitStatus', 'size']);
    terminal.fields = filled({ ...patched, _meta: meta });
    const output = update['output'] as { data: string } | null | undefined;
    if (output === null) terminal.bytes = [];
    else if (output !== undefined) {
      const bytes = bytesOf(output.data);
      if (bytes === undefined) say('malformed_part');
      else terminal.bytes = bytes;
    }
  }

  compaction(tag: string, update: Json, say: Say): void {
    const { compactionId } = update;
    let compaction = this.compactions.find(({ fields }) => fields['compactionId'] === compactionId);
    if (compaction === undefined) {
      compaction = { fields: { compactionId }, summary: [] };
      this.compactions.push(compaction);
      this.timeline.push({ compaction: compactionId });
    }
    if (tag === 'compaction_summary_chunk') {
      compaction.summary = [...compaction.summary, update['content']];
      sayUnknownBlock(update['content'] as Json, say);
      return;
    }
    const meta = merged(compaction.fields['_meta'] as Json | undefined, update['_meta'] as Json | null | undefined);
    compaction.fields = filled({ ...afterPatch(compaction.fields, update, ['status', 'error']), _meta: meta });
    if (update['summary'] !== undefined) compaction.summary = (update['summary'] as unknown[] | null) ?? [];
    for (const block of (update['summary'] as Json[] | null | undefined) ?? []) sayUnknownBlock(block, say);
  }

  plan(update: Json, say: Say): void {
    const folded = plainPlan(update);
    const id = folded['id'] as string;
    const type = (update['plan'] as Json)['type'] as string;
    const known = this.plans.find((one) => one.id === id);
    if (known !== undefined) known.folded = folded;
    else {
      this.plans.push({ id, folded });
      this.timeline.push({ plan: id });
    }
    if (type !== 'items' && !type.startsWith('_')) say('unknown_tag');
  }
}

/** Returns what a November stream folds to, by the model. */
export function modelledNovember(events: readonly SessionEvent[]): Record<string, unknown> {
  const model = new NovemberModel();
  for (const event of events) model.take(structuredClone(event));
  return JSON.parse(JSON.stringify(foldedModel(model)));
}
