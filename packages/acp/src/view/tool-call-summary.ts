import { isKnownToolKind } from '../protocol/june/generated/tool-call.ts';
import { toolKindLabels } from '../protocol/tool-kind-labels.ts';
import type { ToolCall } from '../session/tool-call.ts';
import { oneLine } from './one-line.ts';

/** What a tool call is called when it has no title of its own. */
export function toolCallLabel(call: ToolCall): string {
  const kind = call.kind ?? 'other';
  return isKnownToolKind(kind) ? toolKindLabels[kind] : toolKindLabels.other;
}

/** The status to show: that of the wire, or `cancelled` where the person cancelled and nothing final has come since (C21). */
export function displayStatus(call: ToolCall): string {
  return call.isCancelled ? 'cancelled' : (call.status ?? 'pending');
}

/** Options of {@link toolCallSummary}. */
export interface SummaryOptions {
  /** The most characters of the line; 80 by default. */
  readonly width?: number;
}

/** A tool call on one line: its title, where it works, and how far it is. */
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
