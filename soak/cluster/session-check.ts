import { joinedReplay, type LogEvent, restoreSession, type SessionLog } from '@emend/acp/log';
import { applyEvent, newSessionState } from '@emend/acp/session';
import { promptText } from '@emend/acp/view';
import { shownBy } from './library-seat.ts';
import type { Shown } from './seat.ts';
import { isWhole, keyOfToken, orderIn, type Token, type TurnOrder } from './turn-order.ts';

/** What the log has of a session. */
interface Logged {
  readonly shown: Shown;
  /** What a client shows that loads it. */
  readonly replayed: Shown;
  /** How often each prompt is in it. */
  readonly prompts: ReadonlyMap<string, number>;
  /** The answers to the questions of each turn, by the id of the tool call. */
  readonly answers: ReadonlyMap<string, readonly string[]>;
}

/** Reads a session from the log. */
export async function readLogged(log: SessionLog, sessionId: string): Promise<Logged> {
  const prompts = new Map<string, number>();
  const answers = new Map<string, string[]>();
  const asked = new Map<unknown, string>();
  const count = (event: LogEvent): void => {
    if (event.type === 'prompt_sent') {
      const key = orderIn(promptText(event.prompt))?.key ?? '';
      prompts.set(key, (prompts.get(key) ?? 0) + 1);
    } else if (event.type === 'permission_opened') {
      // Drafts name the tool call in different places.
      asked.set(event.requestId, /"toolCallId":"([^"]*)"/.exec(JSON.stringify(event))?.[1] ?? '');
    } else if (event.type === 'permission_answered') {
      const { outcome } = event;
      const call = asked.get(event.requestId) ?? '';
      const answer =
        outcome !== undefined && 'optionId' in outcome ? String(outcome.optionId) : String(outcome?.outcome);
      answers.set(call, [...(answers.get(call) ?? []), answer]);
    }
  };
  for await (const entries of log.read(sessionId)) for (const { event } of entries) count(event);
  const { state } = await restoreSession(log, sessionId);
  let replayed = newSessionState();
  for (const update of joinedReplay(state)) replayed = applyEvent(replayed, { type: 'update', update });
  return { shown: shownBy(state), replayed: shownBy(replayed), prompts, answers };
}

/** The promises about what was answered; each returns what is wrong, or undefined. */
export function lostOf(logged: Logged, answered: ReadonlyMap<string, TurnOrder>): string | undefined {
  for (const [key, order] of answered) {
    if (logged.prompts.get(key) !== 1)
      return `prompt ${key} was answered and is ${logged.prompts.get(key) ?? 0} times in the log`;
    const said = logged.shown.tokens.filter((token) => token.startsWith('agent ') && keyOfToken(token) === key);
    if (!isWhole(order, said)) return `of ${JSON.stringify(order)} the log has ${JSON.stringify(said)}`;
  }
  return undefined;
}

/** Checks that the agent goes on with the answer that is in the log, and that there is one answer to each question. */
export function wrongAnswer(logged: Logged): string | undefined {
  for (const token of logged.shown.tokens) {
    const [kind, key = '', part = ''] = token.split(' ');
    // A cancel may come between an answer and the agent, which then gets the cancel.
    if (kind !== 'agent' || part === 'cancelled' || /^\d+$/.test(part)) continue;
    const recorded = logged.answers.get(`call-${key}`) ?? [];
    if (recorded.length !== 1 || recorded[0] !== part)
      return `the agent of ${key} was answered ${part}, and the log has ${JSON.stringify(recorded)}`;
  }
  return undefined;
}

/**
 * Compares what a client shows with the log. What turns have said that were cut off or refused (`doubtful`) may be more than what is in the
 * log, since words are sent before they are durable; everything that is in the log has to be there.
 */
export function differenceOf(shown: Shown, logged: Shown, doubtful: ReadonlySet<string>): string | undefined {
  const isUntold = (token: Token): boolean => token.startsWith('user ') && shown.untold.has(keyOfToken(token));
  const wanted = logged.tokens.filter((token) => !isUntold(token));
  const sure = (tokens: readonly Token[]) => tokens.filter((token) => !doubtful.has(keyOfToken(token)));
  const [has, needs] = [sure(shown.tokens), sure(wanted)];
  for (let index = 0; index < Math.max(has.length, needs.length); index++)
    if (has[index] !== needs[index])
      return `it shows ${has[index] ?? 'nothing'} as token ${index} of ${has.length}, and the log has ${needs[index] ?? 'nothing'} of ${needs.length}; shown: ${around(has, index)}; in the log: ${around(needs, index)}; typed here: ${[...shown.untold].join()}`;
  for (const key of doubtful) {
    // A prompt that failed and ran all the same may be told to who has typed it.
    const of = (tokens: readonly Token[]) =>
      tokens.filter((token) => keyOfToken(token) === key && !isUntold(token)).join();
    if (!of(shown.tokens).startsWith(of(wanted)))
      return `of a turn that was cut off it shows "${of(shown.tokens)}", and the log has "${of(wanted)}"`;
  }
  return undefined;
}

/** Returns the tokens around a place. */
function around(tokens: readonly Token[], index: number): string {
  return tokens.slice(Math.max(0, index - 3), index + 12).join(', ');
}

/** Compares what a client shows that has just loaded the session: it is what the log has. */
export function differenceAfterLoad(shown: Shown, logged: Shown): string | undefined {
  const difference = differenceOf(shown, logged, new Set());
  if (difference !== undefined || shown.whole === undefined || shown.whole === logged.whole) return difference;
  const at = [...shown.whole].findIndex((character, index) => character !== logged.whole?.[index]);
  return `it shows ${shown.whole.slice(Math.max(0, at - 60), at + 60)}, and the log has ${logged.whole?.slice(Math.max(0, at - 60), at + 60)}`;
}
