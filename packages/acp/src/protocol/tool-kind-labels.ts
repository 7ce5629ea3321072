import type { KnownToolKind } from './june/generated/tool-call.ts';

/** Labels for tool calls without a title, by kind. All dialects have these kinds. */
export const toolKindLabels: Readonly<Record<KnownToolKind, string>> = {
  read: 'Read',
  edit: 'Edit',
  delete: 'Delete',
  move: 'Move',
  search: 'Search',
  execute: 'Run',
  think: 'Think',
  fetch: 'Fetch',
  switch_mode: 'Switch mode',
  other: 'Tool call',
};
