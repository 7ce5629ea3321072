export { type DiffHunk, type DiffLine, type DiffOptions, type DiffView, diffHunks } from './diff-hunks.ts';
export { type FileDiff, type FileDiffs, fileDiffs, isDiff } from './file-diffs.ts';
export { type GenericForm, type GenericFormOptions, genericForm } from './generic-form.ts';
export { type ContentRun, contentRuns, messageText, promptText } from './message-text.ts';
export { oneLine } from './one-line.ts';
export { compactionKey, createScreen, planKey, type ScreenRow, type SessionScreen, toolCallKey } from './screen.ts';
export { exitWords, terminalOutput } from './terminal-output.ts';
export { displayStatus, type SummaryOptions, toolCallLabel, toolCallSummary } from './tool-call-summary.ts';
