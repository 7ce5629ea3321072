import { present } from '@emend/acp/protocol';
import {
  type Accumulation,
  isPlainText,
  type OpenPermission,
  Sequence,
  type SessionState,
  type Terminal,
  type ToolCall,
  type ToolCallContent,
} from '@emend/acp/session';
import { displayStatus, exitWords, terminalOutput, toolCallLabel } from '@emend/acp/view';
import { approvalId } from './approval-id.ts';
import { jsonObject } from './json-object.ts';
import type { AcpToolPart } from './ui-message.ts';

/** A terminal in the content of a tool call, with what it shows. */
export interface AcpTerminal {
  readonly type: 'terminal';
  readonly terminalId: string;
  readonly command?: string;
  readonly cwd?: string;
  /** What the terminal shows, as plain text. */
  readonly output: string;
  /** How the command ended, if it failed. */
  readonly exit?: string;
}

/** An item of the content of a tool call: as in the protocol, with adjacent texts joined, and terminals with what they show. */
export type AcpToolContent = ToolCallContent | AcpTerminal;

/** What a tool part has under `toolMetadata.acp`. */
export interface AcpToolMetadata {
  /** What the tool does: `read`, `edit`, `execute` and so on. */
  readonly kind: string;
  /** The status as the agent reported it, or `cancelled`. */
  readonly status: string;
  /** The files that the call is about. */
  readonly locations: ToolCall['locations'];
  /** Everything that the call shows: texts, pictures, diffs, terminals. */
  readonly content: readonly AcpToolContent[];
}

/** Returns what ACP says of the tool call behind a part, in every state of it; undefined for a part from elsewhere. */
export function toolCallOfPart(part: Pick<AcpToolPart, 'toolMetadata'>): AcpToolMetadata | undefined {
  return part.toolMetadata?.['acp'] as AcpToolMetadata | undefined;
}

/** Returns the terminals that the content of a tool call refers to. */
export function terminalsOf(state: SessionState, call: ToolCall): (Terminal | undefined)[] {
  if (state.terminals.length === 0) return [];
  return terminalIdsOf(call).map((id) => state.terminals.get(id));
}

/** Returns the ids of the terminals that the content of a tool call refers to. */
export function terminalIdsOf(call: ToolCall): readonly string[] {
  return call.content.accumulate(terminalIds).toArray();
}

const terminalIds: Accumulation<ToolCallContent, Sequence<string>> = {
  start: Sequence.empty(),
  step: (ids, item) => {
    const terminalId = terminalIdOf(item);
    return terminalId === undefined ? ids : ids.append(terminalId);
  },
};

function terminalIdOf(item: ToolCallContent): string | undefined {
  const { type, terminalId } = item as { readonly type: string; readonly terminalId?: unknown };
  return type === 'terminal' && typeof terminalId === 'string' ? terminalId : undefined;
}

interface Items {
  readonly done: Sequence<ToolCallContent>;
  /** The text that the next item may continue. */
  readonly open: string | undefined;
}

const joined: Accumulation<ToolCallContent, Items> = {
  start: { done: Sequence.empty(), open: undefined },
  step(items, item) {
    const text = plainTextOf(item);
    if (text !== undefined) return { done: items.done, open: (items.open ?? '') + text };
    return { done: closed(items).append(item), open: undefined };
  },
};

function closed({ done, open }: Items): Sequence<ToolCallContent> {
  return open === undefined ? done : done.append({ type: 'content', content: { type: 'text', text: open } });
}

function plainTextOf(item: ToolCallContent): string | undefined {
  if (item.type !== 'content' || !('content' in item)) return undefined;
  const block = item.content as Parameters<typeof isPlainText>[0];
  return isPlainText(block) ? block.text : undefined;
}

function itemsOf(state: SessionState, call: ToolCall): AcpToolContent[] {
  const items = closed(call.content.accumulate(joined)).toArray();
  return items.map((item) => {
    const terminalId = terminalIdOf(item);
    return terminalId === undefined ? item : terminalItem(terminalId, state.terminals.get(terminalId));
  });
}

function terminalItem(terminalId: string, terminal: Terminal | undefined): AcpTerminal {
  if (terminal === undefined) return { type: 'terminal', terminalId, output: '' };
  const { command, cwd } = terminal;
  const exit = exitWords(terminal) || undefined;
  return present({ type: 'terminal', terminalId, command, cwd, output: terminalOutput(terminal), exit });
}

function textOf(items: readonly AcpToolContent[]): string {
  let text = '';
  for (const item of items) {
    if (item.type === 'terminal' && 'output' in item) text += item.output;
    else text += plainTextOf(item as ToolCallContent) ?? '';
  }
  return text;
}

/** Returns a tool call as a part. While a permission request for it is open, the part asks for approval. */
export function toolPart(state: SessionState, call: ToolCall, permission: OpenPermission | undefined): AcpToolPart {
  const { toolCallId, rawInput: input, rawOutput } = call;
  const content = itemsOf(state, call);
  const status = displayStatus(call);
  const kind = call.kind ?? 'other';
  const acp: AcpToolMetadata = { kind, status, locations: call.locations, content };
  const base = {
    type: 'dynamic-tool' as const,
    toolName: call.name ?? kind,
    toolCallId,
    title: call.title || toolCallLabel(call),
    toolMetadata: jsonObject({ acp }),
  };
  if (permission !== undefined) {
    const { title, description, options } = permission;
    const approval = { id: approvalId(permission.requestId), descriptor: present({ title, description, options }) };
    return { ...base, state: 'approval-requested', input, approval };
  }
  const text = textOf(content);
  if (status === 'cancelled') return { ...base, state: 'output-error', input, errorText: text || 'Cancelled.' };
  if (status === 'failed') {
    const errorText = text || (typeof rawOutput === 'string' && rawOutput) || 'The tool call failed.';
    return { ...base, state: 'output-error', input, errorText };
  }
  const output = rawOutput ?? (text === '' ? undefined : text);
  if (status === 'completed') return { ...base, state: 'output-available', input, output: output ?? null };
  if (output !== undefined && status !== 'pending')
    return { ...base, state: 'output-available', input, output, preliminary: true };
  return input === undefined
    ? { ...base, state: 'input-streaming', input }
    : { ...base, state: 'input-available', input };
}
