export { CheckDialect } from './check-dialect.ts';
export { Checker, lineFindings } from './checker.ts';
export { type DialectLines, LineHold, mostUndecided } from './dialect-lines.ts';
export type { StateChange } from './difference/json-changes.ts';
export { stateChanges } from './difference/state-changes.ts';
export { type Finding, mismatchAt, warningAt } from './finding.ts';
export { foldedText } from './folded-text.ts';
export { Folding, type FoldingCheckpoint, type FoldingOptions, type FoldingReceiver } from './folding.ts';
export {
  type InputLine,
  inputLineOf,
  type MessageLine,
  type ProblemLine,
  type RecordingEntry,
  type TextLine,
  type WarningLine,
} from './input-line.ts';
export { type ConvertedLines, LineConverter } from './line-converter.ts';
export { LineTranslation, type TranslatedLine } from './line-translation.ts';
export { Linter, type LinterOptions } from './lint/linter.ts';
export { newHints } from './lint/new-hints.ts';
export { type LintFinding, type LintRule, type LintRuleName, lintRules } from './lint/rules.ts';
export { isCorrection } from './provenance/correction.ts';
export type { PartOrigin } from './provenance/part-origin.ts';
export { nextProvenance, noProvenance, type Provenance } from './provenance/provenance.ts';
export { LineReader, longestLine, notUtf8Line, readLine, tooLongLine } from './read-line.ts';
export { recordingLine, type Sender } from './redaction/recording-line.ts';
export { RedactedRecording } from './redaction/redacted-recording.ts';
export { isSecretName, type Leaf, mask, type Redact, redaction, secretsOf } from './redaction/redaction.ts';
export { tooDeep } from './too-deep.ts';
export type { Fault } from './v1-faults.ts';
