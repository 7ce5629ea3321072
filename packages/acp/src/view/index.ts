export { type DiffHunk, type DiffLine, type DiffOptions, type DiffView, diffHunks } from './diff-hunks.ts';
export { type GenericForm, type GenericFormOptions, genericForm } from './generic-form.ts';
export { type ContentRun, contentRuns, messageText, promptText } from './message-text.ts';
export { oneLine } from './one-line.ts';
export { createScreen, planKey, type ScreenRow, type SessionScreen, toolCallKey } from './screen.ts';
export { displayStatus, type SummaryOptions, toolCallLabel, toolCallSummary } from './tool-call-summary.ts';
