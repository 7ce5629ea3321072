import type { BackgroundWork } from '../../../protocol/november/generated/state.ts';
import type { QuestionSubject } from '../open-questions.ts';

/** Returns whether a question is about work that the agent lists in the background, which a cancel does not end. */
export function isInBackground(
  background: readonly BackgroundWork[] | undefined,
  { toolCallId, terminalId }: QuestionSubject,
): boolean {
  return (
    background?.some(
      (work) =>
        (work.type === 'tool_call' && isPresent(toolCallId) && work['toolCallId'] === toolCallId) ||
        (work.type === 'terminal' && isPresent(terminalId) && work['terminalId'] === terminalId),
    ) === true
  );
}

function isPresent<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}
