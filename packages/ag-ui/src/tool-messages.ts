import type { ActivityMessage, AssistantMessage, ContentPart, ToolMessage } from '@ag-ui/core';
import { gitPatch, present } from '@emend/acp/protocol';
import type { ContentBlock } from '@emend/acp/protocol/june';
import { fileChanges, type ToolCall, type ToolCallContent } from '@emend/acp/session';
import { displayStatus, isDiff, toolCallKey, toolCallLabel } from '@emend/acp/view';
import { contentPart } from './content-part.ts';

/** The type of the activity that tells how a tool call goes. */
export const toolActivity = 'acp.tool_call';

/** Returns the name of the tool of a call. */
export function toolName(call: ToolCall): string {
  return call.name ?? call.kind ?? 'other';
}

/** Returns the arguments of a call as text; empty if they are not known. */
export function toolArguments(call: ToolCall): string {
  return call.rawInput === undefined ? '' : (JSON.stringify(call.rawInput) ?? '');
}

/** Returns the message that makes a call. */
export function callMessage(call: ToolCall): AssistantMessage {
  const made = { name: toolName(call), arguments: toolArguments(call) };
  const id = toolCallKey(call.toolCallId);
  return { id, role: 'assistant', toolCalls: [{ id: call.toolCallId, type: 'function', function: made }] };
}

/** Returns the id of the message that tells how a call goes. */
export function activityId(call: ToolCall): string {
  return `${toolCallKey(call.toolCallId)} activity`;
}

/** Returns what is told of a call besides its content: its title, its status and where it works. */
export function activityHeader(call: ToolCall): Record<string, unknown> {
  const { toolCallId, kind, locations, _meta } = call;
  const title = call.title === undefined || call.title === '' ? toolCallLabel(call) : call.title;
  return present({ toolCallId, title, kind: kind ?? 'other', status: displayStatus(call), locations, _meta });
}

/** Returns the message that tells how a call goes, with all of its content. */
export function activityOf(call: ToolCall): ActivityMessage {
  const content = { ...activityHeader(call), content: call.content.toArray() };
  return { id: activityId(call), role: 'activity', activityType: toolActivity, content };
}

/** Returns the result of a call that is finished or cancelled. */
export function resultOf(call: ToolCall): ToolMessage | undefined {
  if (!call.isFinished && !call.isCancelled) return undefined;
  const { toolCallId } = call;
  const status = displayStatus(call);
  return {
    id: `${toolCallKey(toolCallId)} result`,
    role: 'tool',
    toolCallId,
    content: resultContent(call) ?? status,
    metadata: { status },
  };
}

/** Returns what a call resulted in: its content without terminals, which are in the shared state, or else its raw output. */
function resultContent(call: ToolCall): string | ContentPart[] | undefined {
  const parts = call.content.toArray().flatMap(itemParts);
  const isText = parts.every((part) => part.type === 'text' && part.metadata === undefined);
  if (parts.length > 0) return isText ? parts.map((part) => (part.type === 'text' ? part.text : '')).join('') : parts;
  const { rawOutput } = call;
  return rawOutput === undefined || typeof rawOutput === 'string' ? rawOutput : JSON.stringify(rawOutput);
}

function itemParts(item: ToolCallContent): ContentPart[] {
  if (item.type === 'terminal') return [];
  if (item.type === 'content') return [contentPart((item as { readonly content: ContentBlock }).content)];
  return [{ type: 'text', text: isDiff(item) ? patchText(item) : '', metadata: { item } }];
}

function patchText(diff: Parameters<typeof fileChanges>[0]): string {
  if ('changes' in diff) return diff.patch?.text ?? '';
  const [change] = fileChanges(diff).changes;
  const { path, oldText, newText } = diff;
  const operation = change?.operation === 'add' || change?.operation === 'delete' ? change.operation : 'modify';
  return gitPatch({ operation, path, newText, ...(typeof oldText === 'string' && { oldText }) }) ?? '';
}
