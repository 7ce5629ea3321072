import type { ToolCallMessagePart } from '@assistant-ui/react';
import { isObject, present } from '@emend/acp/protocol';
import { isKnownPermissionOptionKind } from '@emend/acp/protocol/june';
import type { OpenPermission, Terminal, ToolCall, ToolCallContent } from '@emend/acp/session';
import { displayStatus, terminalOutput, toolCallLabel } from '@emend/acp/view';

/** A terminal that a tool call shows, with its output as plain text. */
export interface ToolTerminal {
  readonly terminalId: string;
  readonly command?: string;
  readonly cwd?: string;
  readonly output: string;
  readonly exitStatus?: NonNullable<Terminal['exitStatus']>;
}

/** Everything that a tool call shows besides its arguments and its result; the `artifact` of its part. */
export interface ToolArtifact {
  readonly title: string;
  readonly kind: string;
  /** The status as the agent reported it, or `cancelled` if the user cancelled the turn before the call was finished. */
  readonly status: string;
  readonly locations: ToolCall['locations'];
  /** Content, diffs and references to terminals, in order. `fileDiffs` of `@emend/acp/view` turns a diff into lines. */
  readonly content: readonly ToolCallContent[];
  readonly terminals: readonly ToolTerminal[];
}

/** What the part of a tool call is made of; the same sources make the same part. */
interface ToolSources {
  readonly call: ToolCall;
  readonly permission: OpenPermission | undefined;
  readonly terminals: readonly Terminal[];
}

/** Returns a tool call as a part of a message. It has a result as soon as it is finished or cancelled. */
export function toolPart({ call, permission, terminals }: ToolSources): ToolCallMessagePart {
  const title = call.title === undefined || call.title === '' ? toolCallLabel(call) : call.title;
  const artifact: ToolArtifact = {
    title,
    kind: call.kind ?? 'other',
    status: displayStatus(call),
    locations: call.locations,
    content: call.content.toArray(),
    terminals: terminals.map(toolTerminal),
  };
  const isOver = call.isFinished || call.isCancelled;
  return present({
    type: 'tool-call',
    toolCallId: call.toolCallId,
    toolName: call.name ?? call.kind ?? 'other',
    args: argumentsOf(call.rawInput),
    argsText: call.rawInput === undefined ? '' : (JSON.stringify(call.rawInput) ?? ''),
    artifact,
    result: isOver ? resultOf(call, artifact) : undefined,
    isError: isOver && artifact.status !== 'completed' ? true : undefined,
    approval: permission && approvalOf(permission),
  });
}

/** Returns a permission request that is about no tool call of the session as a part of its own. */
export function permissionPart(permission: OpenPermission): ToolCallMessagePart {
  const args = argumentsOf(present({ title: permission.title, subject: permission.subject }));
  return {
    type: 'tool-call',
    toolCallId: permissionKey(permission),
    toolName: 'permission',
    args,
    argsText: JSON.stringify(args),
    approval: approvalOf(permission),
  };
}

/** Returns the id of the message and the part of a permission request that is about no tool call. */
export function permissionKey(permission: OpenPermission): string {
  return `permission ${approvalId(permission.requestId)}`;
}

/** Returns the id of the approval for a permission request. The ids 0 and "0" are two requests. */
export function approvalId(requestId: OpenPermission['requestId']): string {
  return JSON.stringify(requestId);
}

/** Returns the ids of the terminals that the content of a tool call refers to. */
export function terminalIds(call: ToolCall): string[] {
  const ids = new Set<string>();
  for (const item of call.content) {
    const { type, terminalId } = item as { readonly type: string; readonly terminalId?: unknown };
    if (type === 'terminal' && typeof terminalId === 'string') ids.add(terminalId);
  }
  return [...ids];
}

function approvalOf({ requestId, title, options }: OpenPermission): NonNullable<ToolCallMessagePart['approval']> {
  return present({
    id: approvalId(requestId),
    prompt: title,
    options: options.map(({ optionId, name, kind }) => ({
      id: optionId,
      // Custom kinds begin with an underscore; assistant-ui asks for an explicit decision on those.
      kind: isKnownPermissionOptionKind(kind) ? kind.replace('_', '-') : kind,
      label: name,
    })),
  });
}

function argumentsOf(value: unknown): ToolCallMessagePart['args'] {
  if (value === undefined || value === null) return {};
  return (isObject(value) ? value : { value }) as ToolCallMessagePart['args'];
}

function resultOf(call: ToolCall, { status, content }: ToolArtifact): unknown {
  if (call.rawOutput !== undefined) return call.rawOutput;
  const text = content.map(itemText).join('');
  return text === '' ? status : text;
}

function itemText(item: ToolCallContent): string {
  if (item.type !== 'content') return '';
  const { content } = item as { readonly content?: { readonly type?: unknown; readonly text?: unknown } };
  return content?.type === 'text' && typeof content.text === 'string' ? content.text : '';
}

function toolTerminal(terminal: Terminal): ToolTerminal {
  const { terminalId, command, cwd, exitStatus } = terminal;
  return present({ terminalId, command, cwd, output: terminalOutput(terminal), exitStatus });
}
