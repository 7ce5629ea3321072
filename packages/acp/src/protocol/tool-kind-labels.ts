import type { KnownToolKind } from './june/generated/tool-call.ts';

/** What a tool call of each kind is called where it has no title of its own; v1 has the same kinds. */
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
