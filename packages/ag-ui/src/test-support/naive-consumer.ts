import type { Event, JsonPatchOperation, Message, RunFinishedEvent } from '@ag-ui/core';
import { EventSchemas } from '@ag-ui/core/schemas';

type Held = Record<string, unknown> & { id: string; role: string };

/** A consumer of AG-UI that does what the specification says, as simply as possible, and refuses what it forbids. */
export class NaiveConsumer {
  messages: Held[] = [];
  state: unknown;
  readonly custom: unknown[] = [];
  readonly ends: unknown[] = [];
  #run: string | undefined;
  readonly #open = new Set<string>();

  take(events: readonly Event[]): void {
    for (const event of events) this.#take(JSON.parse(JSON.stringify(EventSchemas.parse(event))) as Event);
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  #take(event: Event): void {
    if (event.type !== 'RUN_STARTED' && this.#run === undefined) throw new Error(`${event.type} outside of a run`);
    switch (event.type) {
      case 'RUN_STARTED':
        if (this.#run !== undefined) throw new Error('a run in a run');
        this.#run = event.runId;
        break;
      case 'RUN_FINISHED':
      case 'RUN_ERROR': {
        if (this.#open.size > 0) throw new Error(`a run ended with ${[...this.#open]} open`);
        const { type, threadId: _, runId: __, ...end } = event as RunFinishedEvent;
        this.ends.push({ type, ...end });
        this.#run = undefined;
        break;
      }
      case 'TEXT_MESSAGE_START':
        this.#begin(`text ${event.messageId}`);
        this.#find(event.messageId) ??
          this.messages.push({ id: event.messageId, role: event.role ?? 'assistant', content: '' });
        break;
      case 'REASONING_MESSAGE_START':
        this.#begin(`reasoning ${event.messageId}`);
        this.#find(event.messageId) ?? this.messages.push({ id: event.messageId, role: 'reasoning', content: '' });
        break;
      case 'REASONING_START':
        this.#begin(`span ${event.messageId}`);
        break;
      case 'TEXT_MESSAGE_CONTENT':
        this.#append(`text ${event.messageId}`, event.messageId, event.delta);
        break;
      case 'REASONING_MESSAGE_CONTENT':
        this.#append(`reasoning ${event.messageId}`, event.messageId, event.delta);
        break;
      case 'TEXT_MESSAGE_END':
        this.#end(`text ${event.messageId}`);
        break;
      case 'REASONING_MESSAGE_END':
        this.#end(`reasoning ${event.messageId}`);
        break;
      case 'REASONING_END':
        this.#end(`span ${event.messageId}`);
        break;
      case 'TOOL_CALL_START': {
        this.#begin(`call ${event.toolCallId}`);
        const id = event.parentMessageId ?? event.toolCallId;
        if (this.#find(id) === undefined) {
          const made = {
            id: event.toolCallId,
            type: 'function',
            function: { name: event.toolCallName, arguments: '' },
          };
          this.messages.push({ id, role: 'assistant', toolCalls: [made] });
        } else if (this.#call(event.toolCallId).function.name !== event.toolCallName) throw new Error('another name');
        break;
      }
      case 'TOOL_CALL_ARGS':
        if (!this.#open.has(`call ${event.toolCallId}`)) throw new Error('arguments of no call');
        this.#call(event.toolCallId).function.arguments += event.delta;
        break;
      case 'TOOL_CALL_END':
        this.#end(`call ${event.toolCallId}`);
        break;
      case 'TOOL_CALL_RESULT': {
        const { messageId: id, toolCallId, content, metadata } = event;
        if (this.#find(id) !== undefined) throw new Error('a second result');
        this.#call(toolCallId);
        this.messages.push({ id, role: 'tool', toolCallId, content, ...(metadata && { metadata }) });
        break;
      }
      case 'ACTIVITY_SNAPSHOT': {
        const { messageId: id, activityType, content } = event;
        const held = this.#find(id);
        if (held === undefined) this.messages.push({ id, role: 'activity', activityType, content });
        else if (held.role !== 'activity') throw new Error(`${id} is no activity`);
        else Object.assign(held, { activityType, content });
        break;
      }
      case 'ACTIVITY_DELTA':
        patch(this.#find(event.messageId)?.['content'], event.patch);
        break;
      case 'STATE_SNAPSHOT':
        this.state = event.snapshot;
        break;
      case 'STATE_DELTA':
        patch(this.state, event.delta);
        break;
      case 'MESSAGES_SNAPSHOT':
        this.#reconcile(event.messages);
        break;
      case 'CUSTOM':
        this.custom.push([event.name, event.value]);
        break;
      default:
        throw new Error(`an event that is not expected: ${event.type}`);
    }
  }

  #find(id: string): Held | undefined {
    return this.messages.find((message) => message.id === id);
  }

  #call(id: string): { function: { name: string; arguments: string } } {
    const calls = this.messages.flatMap(({ toolCalls }) => (toolCalls ?? []) as { id: string }[]);
    const found = calls.find((call) => call.id === id);
    if (found === undefined) throw new Error(`there is no call ${id}`);
    return found as never;
  }

  #begin(item: string): void {
    if (this.#open.has(item)) throw new Error(`${item} is open already`);
    this.#open.add(item);
  }

  #end(item: string): void {
    if (!this.#open.delete(item)) throw new Error(`${item} is not open`);
  }

  #append(item: string, id: string, delta: string): void {
    const message = this.#find(id);
    if (!this.#open.has(item) || message === undefined) throw new Error(`${item} is not open`);
    message['content'] = `${message['content']}${delta}`;
  }

  #reconcile(snapshot: readonly Message[]): void {
    const roles = new Set<string>(snapshot.map(({ role }) => role));
    const isSpared = (role: string) => (role === 'activity' || role === 'reasoning') && !roles.has(role);
    const kept = this.messages.flatMap((held) => {
      const told = snapshot.find(({ id }) => id === held.id);
      if (told !== undefined) return [told as unknown as Held];
      return isSpared(held.role) ? [held] : [];
    });
    const added = snapshot.filter(({ id }) => this.#find(id) === undefined) as unknown as Held[];
    this.messages = [...kept, ...added];
  }
}

/** Applies the few operations that are used, on paths of objects and lists. */
function patch(target: unknown, operations: readonly JsonPatchOperation[]): void {
  for (const operation of operations) {
    const path = operation.path.slice(1).split('/');
    const last = path.pop() ?? '';
    const parent = path.reduce((value: unknown, key) => (value as Record<string, unknown>)[key], target);
    if (operation.op === 'add' && last === '-') (parent as unknown[]).push(operation.value);
    else if (operation.op === 'replace' && last in (parent as object))
      Object.assign(parent as object, { [last]: operation.value });
    else throw new Error(`${operation.op} ${operation.path} cannot be applied`);
  }
}
