import type { UIMessageChunk } from 'ai';
import { addedText, type TextualPart } from './content-parts.ts';
import type { AcpData, AcpMetadata, AcpToolPart, AcpUIMessage, AcpUIPart } from './ui-message.ts';

/** A chunk of the stream by which a chat receives a message. */
export type AcpUIChunk = UIMessageChunk<AcpMetadata, AcpData>;

/**
 * Turns the states of one message into the chunks that lead from each to the next. What only grows is sent as it grows. For everything else,
 * such as a text that was replaced, the step is reset and its parts are sent again.
 */
export class MessageChunks {
  #message: AcpUIMessage | undefined;
  #parts: readonly AcpUIPart[] = [];
  /** The texts that more can be appended to, by their places: the ids by which the stream knows them. */
  #open = new Map<number, string>();
  /** The texts that went on after they had ended. They are not ended again before the end, since each time would reset the step. */
  readonly #reopened = new Set<number>();
  #resets = 0;

  /** Returns the chunks that begin the message, or continue one that the chat already has. */
  begin(messageId: string, how: 'new' | 'continued'): AcpUIChunk[] {
    return [{ type: 'start', messageId }, { type: how === 'new' ? 'start-step' : 'reset-step' }];
  }

  /** Returns the chunks for a new state of the message. */
  update(message: AcpUIMessage): AcpUIChunk[] {
    if (message === this.#message) return [];
    const metadata = message.metadata === this.#message?.metadata ? undefined : message.metadata;
    const [, ...parts] = message.parts;
    const chunks = this.#changes(parts) ?? this.#everything(parts);
    this.#message = message;
    this.#parts = parts;
    return metadata === undefined ? chunks : [...chunks, { type: 'message-metadata', messageMetadata: metadata }];
  }

  /** Returns the chunks that end what is still open. */
  end(): AcpUIChunk[] {
    const chunks = [...this.#open].map(([index, id]) => endOf(this.#parts[index] as TextualPart, id));
    this.#open.clear();
    return chunks;
  }

  /** Returns the chunks that lead to new parts; undefined if no chunks can. */
  #changes(parts: readonly AcpUIPart[]): AcpUIChunk[] | undefined {
    if (parts.length < this.#parts.length) return undefined;
    const chunks: AcpUIChunk[] = [];
    for (const [index, part] of parts.entries()) {
      const before = this.#parts[index];
      if (part === before) continue;
      const changes = before === undefined ? this.#added(part, index) : this.#changed(before, part, index);
      if (changes === undefined) return undefined;
      chunks.push(...changes);
    }
    return chunks;
  }

  #everything(parts: readonly AcpUIPart[]): AcpUIChunk[] {
    this.#open.clear();
    this.#resets += 1;
    return [{ type: 'reset-step' }, ...parts.flatMap((part, index) => this.#added(part, index))];
  }

  #added(part: AcpUIPart, index: number): AcpUIChunk[] {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        return this.#addedText(part, index);
      case 'dynamic-tool':
        return [inputOf(part), ...outcomeOf(part)];
      case 'file':
      case 'reasoning-file':
      case 'source-url':
      case 'data-plan':
      case 'data-compaction':
      case 'data-permission':
      case 'data-elicitation':
      case 'data-unknown':
        return [part];
      default:
        return [];
    }
  }

  #addedText(part: TextualPart, index: number): AcpUIChunk[] {
    const id = part.type === 'reasoning' && part.id !== undefined ? part.id : `${this.#resets}.${index}`;
    const { providerMetadata } = part;
    const start: AcpUIChunk = { type: `${part.type}-start`, id, ...(providerMetadata && { providerMetadata }) };
    this.#open.set(index, id);
    return [start, deltaOf(part, id, part.text), ...this.#ended(part, index)];
  }

  #ended(part: TextualPart, index: number): AcpUIChunk[] {
    const id = this.#open.get(index);
    if (id === undefined || part.state !== 'done' || this.#reopened.has(index)) return [];
    this.#open.delete(index);
    return [endOf(part, id)];
  }

  #changed(before: AcpUIPart, part: AcpUIPart, index: number): AcpUIChunk[] | undefined {
    if (part.type === 'text' || part.type === 'reasoning') return this.#changedText(before, part, index);
    if (part.type === 'dynamic-tool') return changedTool(before, part);
    const isData = part.type.startsWith('data-') && part.type === before.type;
    return isData && 'id' in part && 'id' in before && part.id === before.id ? this.#added(part, index) : undefined;
  }

  #changedText(before: AcpUIPart, part: TextualPart, index: number): AcpUIChunk[] | undefined {
    if (before.type !== 'text' && before.type !== 'reasoning') return undefined;
    const isSame = before.type === part.type && isSameText(before, part);
    const added = isSame ? addedText(before, part) : undefined;
    if (added === undefined) return undefined;
    const id = this.#open.get(index);
    if (id === undefined) {
      if (added === '' && part.state === 'done') return [];
      this.#reopened.add(index);
      return undefined;
    }
    return [...(added === '' ? [] : [deltaOf(part, id, added)]), ...this.#ended(part, index)];
  }
}

function isSameText(before: TextualPart, part: TextualPart): boolean {
  const idOf = (each: TextualPart) => (each.type === 'reasoning' ? each.id : undefined);
  const [left, right] = [before.providerMetadata, part.providerMetadata];
  return idOf(before) === idOf(part) && (left === right || JSON.stringify(left) === JSON.stringify(right));
}

function deltaOf({ type }: TextualPart, id: string, delta: string): AcpUIChunk {
  return { type: `${type}-delta`, id, delta };
}

function endOf({ type }: TextualPart, id: string): AcpUIChunk {
  return { type: `${type}-end`, id };
}

function changedTool(before: AcpUIPart, part: AcpToolPart): AcpUIChunk[] | undefined {
  if (before.type !== 'dynamic-tool' || before.toolCallId !== part.toolCallId) return undefined;
  // A chat keeps the approval of a tool call that it once had.
  if (before.approval !== undefined) return undefined;
  const { toolName, title, input, state } = part;
  const isNamedAlike = before.toolName === toolName && before.title === title && before.input === input;
  const isOutput = state === 'output-available' || state === 'output-error';
  return isNamedAlike && isOutput ? outcomeOf(part) : [inputOf(part), ...outcomeOf(part)];
}

function inputOf(part: AcpToolPart): AcpUIChunk {
  const { toolCallId, toolName, title, toolMetadata, input } = part;
  const named = { toolCallId, toolName, dynamic: true, ...(title && { title }), ...(toolMetadata && { toolMetadata }) };
  return part.state === 'input-streaming'
    ? { type: 'tool-input-start', ...named }
    : { type: 'tool-input-available', ...named, input };
}

function outcomeOf(part: AcpToolPart): AcpUIChunk[] {
  const { toolCallId, toolMetadata } = part;
  const about = { toolCallId, dynamic: true, ...(toolMetadata && { toolMetadata }) };
  switch (part.state) {
    case 'output-available': {
      const { output, preliminary } = part;
      return [{ type: 'tool-output-available', ...about, output, ...(preliminary && { preliminary }) }];
    }
    case 'output-error':
      return [{ type: 'tool-output-error', ...about, errorText: part.errorText }];
    case 'approval-requested': {
      const { id: approvalId, descriptor } = part.approval;
      return [{ type: 'tool-approval-request', toolCallId, approvalId, approvalDescriptor: descriptor }];
    }
    default:
      return [];
  }
}
