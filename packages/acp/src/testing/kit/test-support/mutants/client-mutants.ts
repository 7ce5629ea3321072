import type { ClientMutant } from './client-mutant.ts';
import { b02DecodesPieces } from './clients/b02-decodes-pieces.ts';
import { b02WritesAscii } from './clients/b02-writes-ascii.ts';
import { b03ReadsEverything } from './clients/b03-reads-everything.ts';
import { b03RelativeDirectory } from './clients/b03-relative-directory.ts';
import { b03ZeroBasedLines } from './clients/b03-zero-based-lines.ts';
import { b04AnswersNotifications } from './clients/b04-answers-notifications.ts';
import { b05AnswersTwice } from './clients/b05-answers-twice.ts';
import { b05NoZero } from './clients/b05-no-zero.ts';
import { b05OneAnswer } from './clients/b05-one-answer.ts';
import { b09EndsOnMeta } from './clients/b09-ends-on-meta.ts';
import { b10Agrees } from './clients/b10-agrees.ts';
import { b10Silent } from './clients/b10-silent.ts';
import { b13OwnMethod } from './clients/b13-own-method.ts';
import { b14EndsOnUnknownUpdates } from './clients/b14-ends-on-unknown-updates.ts';
import { b19ForgetsWithdrawn } from './clients/b19-forgets-withdrawn.ts';
import { c01DoesNotWait } from './clients/c01-does-not-wait.ts';
import { c01EmptyOffer } from './clients/c01-empty-offer.ts';
import { c01ServesUnoffered } from './clients/c01-serves-unoffered.ts';
import { c01SpeaksFirst } from './clients/c01-speaks-first.ts';
import { c04ListsAnyway } from './clients/c04-lists-anyway.ts';
import { c07OtherSession } from './clients/c07-other-session.ts';
import { c08SendsImages } from './clients/c08-sends-images.ts';
import { c09AnyServer } from './clients/c09-any-server.ts';
import { c10FurtherDirectories } from './clients/c10-further-directories.ts';
import { c12AsksAgain } from './clients/c12-asks-again.ts';
import { c12StopsAtEmpty } from './clients/c12-stops-at-empty.ts';
import { c12TrimsCursor } from './clients/c12-trims-cursor.ts';
import { c16EndsOnOddIds } from './clients/c16-ends-on-odd-ids.ts';
import { c17EndsOnNull } from './clients/c17-ends-on-null.ts';
import { c20AllowsAfterCancel } from './clients/c20-allows-after-cancel.ts';
import { c20CancelIsARequest } from './clients/c20-cancel-is-a-request.ts';
import { c20RejectsOpen } from './clients/c20-rejects-open.ts';
import { c21EndsOnLateUpdates } from './clients/c21-ends-on-late-updates.ts';
import { c22NeverAnswers } from './clients/c22-never-answers.ts';
import { c22NoOutcome } from './clients/c22-no-outcome.ts';
import { c22UnofferedOption } from './clients/c22-unoffered-option.ts';
import { c24EndsOnUnknownValues } from './clients/c24-ends-on-unknown-values.ts';
import { k02EndsOnUnaskedAnswers } from './clients/k02-ends-on-unasked-answers.ts';
import { k03EndsOnDeepFrames } from './clients/k03-ends-on-deep-frames.ts';
import { k03EndsOnHugeFrames } from './clients/k03-ends-on-huge-frames.ts';
import { k04Prints } from './clients/k04-prints.ts';
import { k05EndsOnNoise } from './clients/k05-ends-on-noise.ts';
import { k05EndsOnOtherSessions } from './clients/k05-ends-on-other-sessions.ts';
import { k05WaitsForEver } from './clients/k05-waits-for-ever.ts';
import { k06LeavesProcesses } from './clients/k06-leaves-processes.ts';
import { n01MalformedCapabilities } from './clients/n01-malformed-capabilities.ts';
import { n12AnyVersion } from './clients/n12-any-version.ts';
import { n43AsksUnoffered } from './clients/n43-asks-unoffered.ts';
import { n43NoAction } from './clients/n43-no-action.ts';
import { n53EndsOnEarlyUpdates } from './clients/n53-ends-on-early-updates.ts';
import { n64IgnoresWithdrawal } from './clients/n64-ignores-withdrawal.ts';
import { n64SilentAfterCancel } from './clients/n64-silent-after-cancel.ts';
import { n69EmptyPrompt } from './clients/n69-empty-prompt.ts';
import { n69LogsOut } from './clients/n69-logs-out.ts';
import { n80TakesBatches } from './clients/n80-takes-batches.ts';
import { n81FractionalIds } from './clients/n81-fractional-ids.ts';
import { n82EndsOnMalformed } from './clients/n82-ends-on-malformed.ts';

/** All clients with a deliberate defect. */
export const clientMutants: readonly ClientMutant[] = [
  b02DecodesPieces,
  b02WritesAscii,
  b03ReadsEverything,
  b03RelativeDirectory,
  b03ZeroBasedLines,
  b04AnswersNotifications,
  b05AnswersTwice,
  b05NoZero,
  b05OneAnswer,
  b09EndsOnMeta,
  b10Agrees,
  b10Silent,
  b13OwnMethod,
  b14EndsOnUnknownUpdates,
  b19ForgetsWithdrawn,
  c01DoesNotWait,
  c01EmptyOffer,
  c01ServesUnoffered,
  c01SpeaksFirst,
  c04ListsAnyway,
  c07OtherSession,
  c08SendsImages,
  c09AnyServer,
  c10FurtherDirectories,
  c12AsksAgain,
  c12StopsAtEmpty,
  c12TrimsCursor,
  c16EndsOnOddIds,
  c17EndsOnNull,
  c20AllowsAfterCancel,
  c20CancelIsARequest,
  c20RejectsOpen,
  c21EndsOnLateUpdates,
  c22NeverAnswers,
  c22NoOutcome,
  c22UnofferedOption,
  c24EndsOnUnknownValues,
  k02EndsOnUnaskedAnswers,
  k03EndsOnDeepFrames,
  k03EndsOnHugeFrames,
  k04Prints,
  k05EndsOnNoise,
  k05EndsOnOtherSessions,
  k05WaitsForEver,
  k06LeavesProcesses,
  n01MalformedCapabilities,
  n12AnyVersion,
  n43AsksUnoffered,
  n43NoAction,
  n53EndsOnEarlyUpdates,
  n64IgnoresWithdrawal,
  n64SilentAfterCancel,
  n69EmptyPrompt,
  n69LogsOut,
  n80TakesBatches,
  n81FractionalIds,
  n82EndsOnMalformed,
];
