import { type MessageHandle, RpcError, type Turn } from '@emend/acp';
import {
  AISDKError,
  APICallError,
  type FinishReason,
  type GeneratedFile,
  type LanguageModelUsage,
  type ModelMessage,
} from 'ai';
import { abandoned, type Written } from './abandoned-text.ts';
import type { ModelStreamPart } from './model-loop.ts';
import { type DescribeTool, ToolReport } from './tool-report.ts';

/** A tool call that the loop leaves to the user, and the promise of the user's decision. */
export interface AskedApproval {
  readonly approvalId: string;
  readonly isAllowed: Promise<boolean>;
}

/** How a stream ended. */
interface StreamEnd {
  readonly finishReason: FinishReason | 'aborted';
  readonly approvals: readonly AskedApproval[];
}

type PartOf<Type extends ModelStreamPart['type']> = Extract<ModelStreamPart, { type: Type }>;

/** Options of what a turn reports of a model loop. */
export interface StreamReportOptions {
  /** Returns how a tool call is shown. By default its title is the name of the tool, and its kind is `other`. */
  readonly describeTool?: DescribeTool;
  /** The size of the context window in tokens; with it, clients are told how much of it is used. */
  readonly contextSize?: number;
}

/** Reports the streams of a turn, one after another. */
export class StreamReport {
  readonly tools: ToolReport;
  readonly #turn: Turn;
  readonly #options: StreamReportOptions;
  /** The messages and thoughts that are being written, by kind and id of the stream. */
  readonly #open = new Map<string, Written<MessageHandle>>();
  /** What was written of this stream, in order. */
  #written: Written<MessageHandle>[] = [];
  #latest: MessageHandle | undefined;
  #approvals: AskedApproval[] = [];
  #lastQuestion: Promise<unknown> = Promise.resolve();
  #finishReason: StreamEnd['finishReason'] = 'other';

  constructor(turn: Turn, options: StreamReportOptions) {
    this.#turn = turn;
    this.#options = options;
    this.tools = new ToolReport(turn, options.describeTool ?? (() => undefined));
  }

  /** Reports a stream until its end. An error in it is thrown. */
  async read(stream: AsyncIterable<ModelStreamPart>): Promise<StreamEnd> {
    this.#approvals = [];
    this.#finishReason = 'other';
    this.#open.clear();
    this.#written = [];
    for await (const part of stream) {
      if (this.#turn.signal.aborted) break;
      await this.#report(part);
    }
    if (this.#turn.signal.aborted) this.#finishReason = 'aborted';
    return { finishReason: this.#finishReason, approvals: this.#approvals };
  }

  /**
   * Clears what the stream said and then gave up: when the AI SDK retries a step whose stream has failed, it says everything again, and only the
   * last attempt is part of the response.
   */
  async correct(response: readonly ModelMessage[]): Promise<void> {
    for (const handle of abandoned(this.#written, response)) await handle.clear();
  }

  #report(part: ModelStreamPart): Promise<void> | void {
    switch (part.type) {
      case 'text-delta':
        return this.#write('message', part.id, part.text);
      case 'reasoning-delta':
        return this.#write('thought', part.id, part.text);
      case 'text-end':
        return void this.#open.delete(`message ${part.id}`);
      case 'reasoning-end':
        return void this.#open.delete(`thought ${part.id}`);
      case 'file':
        return this.#attach('message', part.file);
      case 'reasoning-file':
        return this.#attach('thought', part.file);
      case 'source':
        return this.#cite(part);
      case 'tool-input-start':
        return this.tools.begin(part.id, part.toolName, part.title);
      case 'tool-input-delta':
        return this.tools.input(part.id, part.delta);
      case 'tool-call':
        return this.tools.call(part.toolCallId, part.toolName, part.input, part.title);
      case 'tool-result':
        return this.tools.result(part.toolCallId, part.output, part.preliminary === true);
      case 'tool-error':
        return this.tools.fail(part.toolCallId, messageOf(part.error));
      case 'tool-output-denied':
        return this.tools.fail(part.toolCallId, 'Not allowed.');
      case 'tool-approval-request':
        return this.#ask(part);
      case 'finish-step':
        return this.#tellUsage(part.usage);
      case 'finish':
        this.#finishReason = part.finishReason;
        return undefined;
      case 'abort':
        this.#finishReason = 'aborted';
        return undefined;
      case 'error':
        throw told(part.error);
      default:
        // Boundaries of steps, answers that were given without the user, and what only one provider knows.
        return undefined;
    }
  }

  async #write(kind: 'message' | 'thought', id: string, text: string): Promise<void> {
    if (text === '') return;
    const key = `${kind} ${id}`;
    let written = this.#open.get(key);
    if (written === undefined) {
      const handle = kind === 'message' ? this.#turn.message() : this.#turn.thought();
      written = { type: kind === 'message' ? 'text' : 'reasoning', handle, text: '' };
      this.#open.set(key, written);
      this.#written.push(written);
    }
    written.text += text;
    if (kind === 'message') this.#latest = written.handle;
    await written.handle.append(text);
  }

  async #attach(kind: 'message' | 'thought', { base64: data, mediaType: mimeType }: GeneratedFile): Promise<void> {
    const handle = kind === 'message' ? this.#turn.message() : this.#turn.thought();
    if (mimeType.startsWith('image/')) return handle.append({ type: 'image', data, mimeType });
    if (mimeType.startsWith('audio/')) return handle.append({ type: 'audio', data, mimeType });
    const uri = `attachment:${handle.id}`;
    return handle.append({ type: 'resource', resource: { uri, mimeType, blob: data } });
  }

  async #cite(source: PartOf<'source'>): Promise<void> {
    const isPage = source.sourceType === 'url';
    const uri = isPage ? source.url : `source:${source.id}`;
    const name = source.title ?? uri;
    const mimeType = isPage ? undefined : source.mediaType;
    const handle = this.#latest ?? this.#turn.message();
    await handle.append({ type: 'resource_link', name, uri, ...(mimeType !== undefined && { mimeType }) });
  }

  async #ask({ approvalId, toolCall, reason, isAutomatic }: PartOf<'tool-approval-request'>): Promise<void> {
    if (isAutomatic === true) return;
    const { toolCallId } = toolCall;
    if (this.tools.handle(toolCallId) === undefined)
      await this.tools.call(toolCallId, toolCall.toolName, toolCall.input, toolCall.title);
    await this.tools.hold(toolCallId);
    // One question at a time: the user answers them in the order of the calls, while other tools still run.
    const isAllowed = this.#lastQuestion.then(() => this.#decide(toolCallId, reason));
    this.#lastQuestion = isAllowed.catch(() => {});
    this.#approvals.push({ approvalId, isAllowed });
  }

  async #decide(toolCallId: string, reason: string | undefined): Promise<boolean> {
    const handle = this.tools.handle(toolCallId);
    if (handle === undefined) return false;
    const about = reason === undefined ? {} : { description: reason };
    const { isAllowed } = await this.#turn.requestPermission(handle, undefined, about);
    if (this.#turn.signal.aborted) return false;
    if (isAllowed) await handle.start();
    else await this.tools.fail(toolCallId, 'Not allowed.');
    return isAllowed;
  }

  async #tellUsage({ totalTokens }: LanguageModelUsage): Promise<void> {
    const { contextSize: size } = this.#options;
    if (size !== undefined && totalTokens !== undefined) await this.#turn.usage({ used: totalTokens, size });
  }
}

/** Returns an error as the client is told it: the words of the AI SDK, while an error of other code stays hidden. */
export function told(error: unknown): unknown {
  if (!AISDKError.isInstance(error)) return error;
  const data = APICallError.isInstance(error) ? { isRetryable: error.isRetryable } : undefined;
  return new RpcError(-32603, `The model failed: ${error.message}`, data);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
