import { isKnownToolKind } from '../protocol/june/generated/tool-call.ts';
import { toolKindLabels } from '../protocol/tool-kind-labels.ts';
import type { ToolCall } from '../session/tool-call.ts';
import { oneLine } from './one-line.ts';

/** Returns the label of a tool call without a title, from its kind. */
export function toolCallLabel(call: Pick<ToolCall, 'kind'>): string {
  const kind = call.kind ?? 'other';
  return isKnownToolKind(kind) ? toolKindLabels[kind] : toolKindLabels.other;
}

/** Returns the status to show: the received one, or `cancelled` if the user cancelled the turn before the call was finished. */
export function displayStatus(call: Pick<ToolCall, 'status' | 'isCancelled'>): string {
  return call.isCancelled ? 'cancelled' : (call.status ?? 'pending');
}

/** Options of {@link toolCallSummary}. */
export interface SummaryOptions {
  /** Maximum length of the line; 80 by default. */
  readonly width?: number;
}

/** Returns a tool call as one line: title, location and status. */
export function toolCallSummary(call: ToolCall, { width = 80 }: SummaryOptions = {}): string {
  const status = oneLine(displayStatus(call), 20).replaceAll('_', ' ');
  const title = oneLine(call.title ?? '', width) || toolCallLabel(call);
  const location = call.locations[0];
  const name = location === undefined ? '' : (location.path.split(/[\\/]/).at(-1) ?? '');
  const isNamed = name === '' || title.includes(name);
  const line = typeof location?.line === 'number' ? `:${location.line}` : '';
  const place = isNamed ? '' : ` ${oneLine(`${location?.path}${line}`, width)}`;
  const rest = ` · ${status}`;
  return oneLine(`${title}${place}`, Math.max(1, width - rest.length)) + rest;
}
