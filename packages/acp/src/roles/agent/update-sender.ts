import type { SessionInfoUpdate, UsageUpdate } from '../../protocol/base/generated/session-update.ts';
import type { AvailableCommand } from '../../protocol/june/generated/command.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import type { MessageKind } from '../../session/message.ts';
import type { ContentLike } from '../content.ts';
import { MessageHandle, type SendUpdate } from './message-handle.ts';
import type { MintId } from './mint-id.ts';
import type { WrittenPlanEntry } from './outgoing-value.ts';
import { ToolCallHandle, type ToolCallPatch } from './tool-call-handle.ts';

/** How a message begins. */
export interface MessageStart {
  /** An id of the agent's own; minted if absent. */
  readonly id?: string;
  /** What it says at once. */
  readonly content?: ContentLike;
  readonly _meta?: Meta;
}

/** How a tool call begins; the title should be there from the start (A27). */
export interface ToolCallStart extends ToolCallPatch {
  readonly id?: string;
  readonly title: string;
}

/** Everything an agent can report in a session. */
export class Speaker {
  /** Sends any update as it is, extensions included. */
  readonly update: SendUpdate;
  readonly #mint: MintId;

  constructor(send: SendUpdate, mint: MintId) {
    this.update = send;
    this.#mint = mint;
  }

  /** Begins a message of the agent; the id is made here. */
  message(start: MessageStart = {}): MessageHandle {
    return this.#begin('agent', start);
  }

  /** Begins a thought of the agent. */
  thought(start: MessageStart = {}): MessageHandle {
    return this.#begin('thought', start);
  }

  /** Begins a message of the person, such as one that is replayed. */
  userMessage(start: MessageStart = {}): MessageHandle {
    return this.#begin('user', start);
  }

  #begin(kind: MessageKind, { id, content, _meta }: MessageStart): MessageHandle {
    const handle = new MessageHandle(kind, id ?? this.#mint('message'), this.update);
    if (content !== undefined) void handle.replace(content, _meta);
    else if (_meta !== undefined) void handle.meta(_meta);
    return handle;
  }

  /** Reports a tool call. */
  toolCall({ id, ...patch }: ToolCallStart): ToolCallHandle {
    const handle = new ToolCallHandle(id ?? this.#mint('tool_call'), this.update);
    void handle.update(patch);
    return handle;
  }

  /** A tool call that was reported before, by its id. */
  toolCallById(id: string): ToolCallHandle {
    return new ToolCallHandle(id, this.update);
  }

  /** Shows a plan, or replaces the one with the same id; all entries each time (A30). */
  plan(entries: readonly WrittenPlanEntry[], id = 'main'): Promise<void> {
    return this.update({ sessionUpdate: 'plan_update', plan: { type: 'items', id, entries } });
  }

  /** Lists the slash commands there are now. */
  commands(availableCommands: readonly AvailableCommand[]): Promise<void> {
    return this.update({ sessionUpdate: 'available_commands_update', availableCommands });
  }

  /** Tells all configuration options with their values (A22). */
  configOptions(configOptions: readonly SessionConfigOption[]): Promise<void> {
    return this.update({ sessionUpdate: 'config_option_update', configOptions });
  }

  /** Patches the title and the time of the session. */
  info(patch: SessionInfoUpdate): Promise<void> {
    return this.update({ sessionUpdate: 'session_info_update', ...patch });
  }

  /** Tells how full the context is and what it has cost. */
  usage(usage: UsageUpdate): Promise<void> {
    return this.update({ sessionUpdate: 'usage_update', ...usage });
  }
}
