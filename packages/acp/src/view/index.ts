export { changedRows, changedTerminals, promptRowsOf } from './changed-rows.ts';
export { type DiffHunk, type DiffLine, type DiffOptions, type DiffView, diffHunks } from './diff-hunks.ts';
export { type FileDiff, type FileDiffs, fileDiffs, isDiff } from './file-diffs.ts';
export { type GenericForm, type GenericFormOptions, genericForm } from './generic-form.ts';
export { type ContentRun, contentRuns, messageText, promptText } from './message-text.ts';
export { activeCharacters, oddCharacters, oddSign, wholeStart } from './odd-characters.ts';
export { oneLine } from './one-line.ts';
export { refusalWords } from './refusal-words.ts';
export {
  compactionKey,
  createScreen,
  planKey,
  promptKey,
  type ScreenRow,
  type SessionScreen,
  toolCallKey,
} from './screen.ts';
export { exitWords, terminalOutput } from './terminal-output.ts';
export { displayStatus, type SummaryOptions, toolCallLabel, toolCallSummary } from './tool-call-summary.ts';
