import type { AgentMutant } from './agent-mutant.ts';
import { a01NoVersion } from './agents/a01-no-version.ts';
import { a02AnyVersion } from './agents/a02-any-version.ts';
import { a05NoSessionId } from './agents/a05-no-session-id.ts';
import { a06NoLinks } from './agents/a06-no-links.ts';
import { a07ReadsFiles } from './agents/a07-reads-files.ts';
import { a08OneSession } from './agents/a08-one-session.ts';
import { a09OwnDirectory } from './agents/a09-own-directory.ts';
import { a11DropsDirectories } from './agents/a11-drops-directories.ts';
import { a14BareTools } from './agents/a14-bare-tools.ts';
import { a14DoubledReplay } from './agents/a14-doubled-replay.ts';
import { a14ForgetsCancelled } from './agents/a14-forgets-cancelled.ts';
import { a14ForgetsTools } from './agents/a14-forgets-tools.ts';
import { a14HalfReplay } from './agents/a14-half-replay.ts';
import { a14LateReplay } from './agents/a14-late-replay.ts';
import { a14TextOnly } from './agents/a14-text-only.ts';
import { a15ReplayWithoutIds } from './agents/a15-replay-without-ids.ts';
import { a16ForgetsResumed } from './agents/a16-forgets-resumed.ts';
import { a16ResumeReplays } from './agents/a16-resume-replays.ts';
import { a17CloseDoesNothing } from './agents/a17-close-does-nothing.ts';
import { a18NullList } from './agents/a18-null-list.ts';
import { a18PageGap } from './agents/a18-page-gap.ts';
import { a18PageOverlap } from './agents/a18-page-overlap.ts';
import { a19EndlessList } from './agents/a19-endless-list.ts';
import { a20DeletesNothing } from './agents/a20-deletes-nothing.ts';
import { a20UnadvertisedDelete } from './agents/a20-unadvertised-delete.ts';
import { a21NoSuchValue } from './agents/a21-no-such-value.ts';
import { a22HalfList } from './agents/a22-half-list.ts';
import { a22KeepsOldValue } from './agents/a22-keeps-old-value.ts';
import { a22SharesOptions } from './agents/a22-shares-options.ts';
import { a25NoMessageId } from './agents/a25-no-message-id.ts';
import { a26IdsAgain } from './agents/a26-ids-again.ts';
import { a26OneMessage } from './agents/a26-one-message.ts';
import { a27SilentTools } from './agents/a27-silent-tools.ts';
import { a32LateText } from './agents/a32-late-text.ts';
import { a32NoAnswer } from './agents/a32-no-answer.ts';
import { a32OwnStopReason } from './agents/a32-own-stop-reason.ts';
import { a32TwoAnswers } from './agents/a32-two-answers.ts';
import { a33CancelsOthers } from './agents/a33-cancels-others.ts';
import { a33IgnoresCancel } from './agents/a33-ignores-cancel.ts';
import { a34CancelIsAnError } from './agents/a34-cancel-is-an-error.ts';
import { a34CancelIsTheEnd } from './agents/a34-cancel-is-the-end.ts';
import { a34StillCancelled } from './agents/a34-still-cancelled.ts';
import { a35LateUpdates } from './agents/a35-late-updates.ts';
import { a36Prints } from './agents/a36-prints.ts';
import { a36PrintsCancels } from './agents/a36-prints-cancels.ts';
import { a37NoSize } from './agents/a37-no-size.ts';
import { b02DecodesPieces } from './agents/b02-decodes-pieces.ts';
import { b02ManyLines } from './agents/b02-many-lines.ts';
import { b02WritesAscii } from './agents/b02-writes-ascii.ts';
import { b03RelativePath } from './agents/b03-relative-path.ts';
import { b03ZeroBasedLines } from './agents/b03-zero-based-lines.ts';
import { b04AnswersNotifications } from './agents/b04-answers-notifications.ts';
import { b05NoZero } from './agents/b05-no-zero.ts';
import { b05Numbers } from './agents/b05-numbers.ts';
import { b06AnswersEmptyBatch } from './agents/b06-answers-empty-batch.ts';
import { b06EndsOnGarbage } from './agents/b06-ends-on-garbage.ts';
import { b09RefusesMeta } from './agents/b09-refuses-meta.ts';
import { b10Agrees } from './agents/b10-agrees.ts';
import { b10Silent } from './agents/b10-silent.ts';
import { b13ForeignUpdate } from './agents/b13-foreign-update.ts';
import { b14AnyOptionAllows } from './agents/b14-any-option-allows.ts';
import { b14TakesAnyPrompt } from './agents/b14-takes-any-prompt.ts';
import { b14TakesAnything } from './agents/b14-takes-anything.ts';
import { b17NoCode } from './agents/b17-no-code.ts';
import { c22CancelledAllows } from './agents/c22-cancelled-allows.ts';
import { c22NoOptions } from './agents/c22-no-options.ts';
import { k01Stays } from './agents/k01-stays.ts';
import { k02EndsOnAnswers } from './agents/k02-ends-on-answers.ts';
import { k03EndsOnDeepMessages } from './agents/k03-ends-on-deep-messages.ts';
import { k05EndsOnCursors } from './agents/k05-ends-on-cursors.ts';
import { k06LeavesProcesses } from './agents/k06-leaves-processes.ts';
import { n04TwoShapes } from './agents/n04-two-shapes.ts';
import { n07NoVersions } from './agents/n07-no-versions.ts';
import { n07OtherCode } from './agents/n07-other-code.ts';
import { n09Strict } from './agents/n09-strict.ts';
import { n10NoHandshake } from './agents/n10-no-handshake.ts';
import { n22AnswersLate } from './agents/n22-answers-late.ts';
import { n23RefusedButThere } from './agents/n23-refused-but-there.ts';
import { n24OtherId } from './agents/n24-other-id.ts';
import { n24TwoEchoes } from './agents/n24-two-echoes.ts';
import { n25NeverRunning } from './agents/n25-never-running.ts';
import { n27LastFirst } from './agents/n27-last-first.ts';
import { n28CancelIsAnError } from './agents/n28-cancel-is-an-error.ts';
import { n28CancelsNext } from './agents/n28-cancels-next.ts';
import { n28HeldOtherCode } from './agents/n28-held-other-code.ts';
import { n28TellsIdleCancel } from './agents/n28-tells-idle-cancel.ts';
import { n30RunsLate } from './agents/n30-runs-late.ts';
import { n30WaitsForAnswers } from './agents/n30-waits-for-answers.ts';
import { n32OtherCode } from './agents/n32-other-code.ts';
import { n33AnyCursor } from './agents/n33-any-cursor.ts';
import { n33NoState } from './agents/n33-no-state.ts';
import { n34SpeaksAfterClose } from './agents/n34-speaks-after-close.ts';
import { n35AnyValue } from './agents/n35-any-value.ts';
import { n35NoType } from './agents/n35-no-type.ts';
import { n35RefusedButSet } from './agents/n35-refused-but-set.ts';
import { n36Nameless } from './agents/n36-nameless.ts';
import { n36OtherCode } from './agents/n36-other-code.ts';
import { n37AnyBlock } from './agents/n37-any-block.ts';
import { n37AnyServer } from './agents/n37-any-server.ts';
import { n37RelativeCwd } from './agents/n37-relative-cwd.ts';
import { n37SameServers } from './agents/n37-same-servers.ts';
import { n38NoSuchMethod } from './agents/n38-no-such-method.ts';
import { n39UnknownBackground } from './agents/n39-unknown-background.ts';
import { n40PrefixedPaths } from './agents/n40-prefixed-paths.ts';
import { n41PlainText } from './agents/n41-plain-text.ts';
import { n42SameOptions } from './agents/n42-same-options.ts';
import { n44EmptyTitle } from './agents/n44-empty-title.ts';
import { n80TakesBatches } from './agents/n80-takes-batches.ts';
import { n81FractionalIds } from './agents/n81-fractional-ids.ts';

/** Every mutant of an agent. */
export const agentMutants: readonly AgentMutant[] = [
  a01NoVersion,
  a02AnyVersion,
  a05NoSessionId,
  a06NoLinks,
  a07ReadsFiles,
  a08OneSession,
  a09OwnDirectory,
  a11DropsDirectories,
  a14BareTools,
  a14DoubledReplay,
  a14ForgetsCancelled,
  a14ForgetsTools,
  a14HalfReplay,
  a14LateReplay,
  a14TextOnly,
  a15ReplayWithoutIds,
  a16ForgetsResumed,
  a16ResumeReplays,
  a17CloseDoesNothing,
  a18NullList,
  a18PageGap,
  a18PageOverlap,
  a19EndlessList,
  a20DeletesNothing,
  a20UnadvertisedDelete,
  a21NoSuchValue,
  a22HalfList,
  a22KeepsOldValue,
  a22SharesOptions,
  a25NoMessageId,
  a26IdsAgain,
  a26OneMessage,
  a27SilentTools,
  a32LateText,
  a32NoAnswer,
  a32OwnStopReason,
  a32TwoAnswers,
  a33CancelsOthers,
  a33IgnoresCancel,
  a34CancelIsAnError,
  a34CancelIsTheEnd,
  a34StillCancelled,
  a35LateUpdates,
  a36Prints,
  a36PrintsCancels,
  a37NoSize,
  b02DecodesPieces,
  b02ManyLines,
  b02WritesAscii,
  b03RelativePath,
  b03ZeroBasedLines,
  b04AnswersNotifications,
  b05NoZero,
  b05Numbers,
  b06AnswersEmptyBatch,
  b06EndsOnGarbage,
  b09RefusesMeta,
  b10Agrees,
  b10Silent,
  b13ForeignUpdate,
  b14AnyOptionAllows,
  b14TakesAnyPrompt,
  b14TakesAnything,
  b17NoCode,
  c22CancelledAllows,
  c22NoOptions,
  k01Stays,
  k02EndsOnAnswers,
  k03EndsOnDeepMessages,
  k05EndsOnCursors,
  k06LeavesProcesses,
  n04TwoShapes,
  n07NoVersions,
  n07OtherCode,
  n09Strict,
  n10NoHandshake,
  n22AnswersLate,
  n23RefusedButThere,
  n24OtherId,
  n24TwoEchoes,
  n25NeverRunning,
  n27LastFirst,
  n28CancelIsAnError,
  n28CancelsNext,
  n28HeldOtherCode,
  n28TellsIdleCancel,
  n30RunsLate,
  n30WaitsForAnswers,
  n32OtherCode,
  n33AnyCursor,
  n33NoState,
  n34SpeaksAfterClose,
  n35AnyValue,
  n35NoType,
  n35RefusedButSet,
  n36Nameless,
  n36OtherCode,
  n37AnyBlock,
  n37AnyServer,
  n37RelativeCwd,
  n37SameServers,
  n38NoSuchMethod,
  n39UnknownBackground,
  n40PrefixedPaths,
  n41PlainText,
  n42SameOptions,
  n44EmptyTitle,
  n80TakesBatches,
  n81FractionalIds,
];
