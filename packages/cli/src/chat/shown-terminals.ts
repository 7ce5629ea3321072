import type { Table, Terminal, ToolCall } from '@emend/acp/session';

/** Which tool calls show which terminals, so that a call is drawn again when its terminal changes. */
export class ShownTerminals {
  readonly #calls = new Map<string, Set<string>>();

  /** Takes note of the terminals that a tool call shows. */
  seen({ toolCallId, content }: ToolCall): void {
    // Only the end can be seen of content in very many pieces.
    for (const item of content.toArray(Math.max(0, content.length - 5_000))) {
      const { type, terminalId } = item as { readonly type: string; readonly terminalId?: unknown };
      if (type !== 'terminal' || typeof terminalId !== 'string') continue;
      const calls = this.#calls.get(terminalId) ?? new Set();
      this.#calls.set(terminalId, calls.add(toolCallId));
    }
  }

  /** Returns the tool calls that show a terminal which has changed. */
  changed(before: Table<Terminal> | undefined, after: Table<Terminal>): ReadonlySet<string> {
    const calls = new Set<string>();
    if (before === undefined || before === after || this.#calls.size === 0) return calls;
    for (const index of after.changesSince(before) ?? after.toArray().keys()) {
      const terminal = after.at(index);
      for (const id of this.#calls.get(terminal?.terminalId ?? '') ?? []) calls.add(id);
    }
    return calls;
  }
}
