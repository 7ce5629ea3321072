import type { ToolCallHandle, Turn } from '@emend/acp';
import type { ToolCallPatch } from '@emend/acp/roles';
import { parsePartialJson } from 'ai';
import { jsonValue, outputText } from './json-value.ts';
import { memoryOf } from './model-loop.ts';

/** Returns how a tool call is shown: its title, its kind, the files that it is about. */
export type DescribeTool = (toolName: string, input: unknown) => ToolCallPatch | undefined;

interface Reported {
  readonly handle: ToolCallHandle;
  /** Whether the author has described its content, which its output does not replace then. */
  hasContent: boolean;
  /** The text of the input so far, while it is streamed. */
  inputText: string;
  /** The length of the input text when a part of it was last sent. */
  sentLength: number;
  isFinished: boolean;
}

/** Reports the tool calls of a model in a turn. */
export class ToolReport {
  readonly #turn: Turn;
  readonly #describe: DescribeTool;
  /** By the ids that the model uses. */
  readonly #calls = new Map<string, Reported>();

  constructor(turn: Turn, describe: DescribeTool) {
    this.#turn = turn;
    this.#describe = describe;
  }

  /** Returns the handle of a tool call. */
  handle(id: string): ToolCallHandle | undefined {
    return this.#calls.get(id)?.handle;
  }

  /** The model begins to write the input of a tool call. */
  begin(id: string, toolName: string, title: string | undefined): void {
    if (!this.#calls.has(id)) this.#open(id, toolName, { title: title ?? toolName });
  }

  /** The model has written more of the input. */
  async input(id: string, delta: string): Promise<void> {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    call.inputText += delta;
    // Each report repeats the whole input so far. Waiting until it has grown by half keeps the sum of them within a few times its length.
    if (call.inputText.length < call.sentLength * 1.5 + 16) return;
    call.sentLength = call.inputText.length;
    const { value } = await parsePartialJson(call.inputText);
    if (value !== undefined) await call.handle.update({ rawInput: value });
  }

  /** The input is complete, and the tool runs unless it waits for permission. */
  async call(id: string, toolName: string, input: unknown, title: string | undefined): Promise<void> {
    const described = this.#describe(toolName, input) ?? {};
    const shown = { title: title ?? toolName, ...described, rawInput: jsonValue(input) };
    const known = this.#calls.get(id);
    if (known === undefined) this.#open(id, toolName, shown, 'in_progress');
    else await known.handle.start(shown);
    const call = this.#calls.get(id);
    if (call !== undefined) call.hasContent = described.content !== undefined;
  }

  /** The tool call waits until the user allows it. */
  async hold(id: string): Promise<void> {
    await this.#calls.get(id)?.handle.update({ status: 'pending' });
  }

  /** The tool has returned a value, which is not its last one if it is preliminary. */
  async result(id: string, output: unknown, isPreliminary: boolean): Promise<void> {
    const text = outputText(output);
    const content = text === '' ? [] : [{ type: 'content', content: { type: 'text', text } } as const];
    await this.#end(id, {
      status: isPreliminary ? 'in_progress' : 'completed',
      ...(this.#calls.get(id)?.hasContent !== true && { content }),
      rawOutput: jsonValue(output) ?? null,
    });
  }

  /** The tool has failed, or may not run. */
  async fail(id: string, reason: string): Promise<void> {
    const call = this.#calls.get(id);
    // A call that was not allowed has failed when the user said so; the loop says it once more.
    if (call === undefined || call.isFinished) return;
    call.isFinished = true;
    await call.handle.fail(reason);
  }

  /** Ends what has not ended: no result of it will come any more. */
  async endAll(reason: string): Promise<void> {
    for (const [id, { isFinished }] of this.#calls) if (!isFinished) await this.fail(id, reason);
  }

  async #end(id: string, patch: ToolCallPatch): Promise<void> {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    call.isFinished = patch.status !== 'in_progress';
    await call.handle.update(patch);
  }

  #open(
    id: string,
    toolName: string,
    shown: ToolCallPatch & { readonly title?: string | null },
    status: 'pending' | 'in_progress' = 'pending',
  ): void {
    const { title, ...rest } = shown;
    const handle = this.#turn.toolCall({
      ...rest,
      id: this.#freeId(id),
      name: toolName,
      title: title ?? toolName,
      status,
    });
    this.#calls.set(id, { handle, hasContent: false, inputText: '', sentLength: 0, isFinished: false });
  }

  /** Returns an id for a tool call that no other one of the session has. */
  #freeId(id: string): string {
    const { session } = this.#turn;
    const { toolCallIds } = memoryOf(session);
    let free = id;
    for (let count = 2; toolCallIds.has(free) || session.history?.toolCalls.get(free) !== undefined; count++)
      free = `${id}-${count}`;
    toolCallIds.add(free);
    return free;
  }
}
