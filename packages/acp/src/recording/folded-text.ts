import { foldedFields } from '../session/folded.ts';
import type { SessionState } from '../session/state.ts';

/** Longer lists are written in parts, since the length of a string is limited. */
const partLength = 4_096;

/** Items of a list are joined to parts of about this many characters. */
const joinedLength = 32_768;

/** Returns the folded sessions as parts of one JSON text, each list entry on its own line. */
export function* foldedText(sessions: ReadonlyMap<string, SessionState>): Generator<string> {
  yield '{"sessions":{';
  let isFirst = true;
  for (const [sessionId, state] of sessions) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(sessionId)}:{`;
    yield* fieldsText(foldedFields(state));
    yield '}';
    isFirst = false;
  }
  yield '\n}}\n';
}

function* fieldsText(session: object): Generator<string> {
  let isFirst = true;
  for (const [key, value] of Object.entries(session)) {
    yield `${isFirst ? '' : ','}\n  ${JSON.stringify(key)}:`;
    if (isIterable(value)) yield* listText(value);
    else yield JSON.stringify(value);
    isFirst = false;
  }
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function* listText(items: Iterable<unknown>): Generator<string> {
  let text = '[';
  let lead = '\n    ';
  for (const item of items) {
    const { content } = item as { content?: unknown };
    text += lead;
    lead = ',\n    ';
    if (Array.isArray(content) && content.length > partLength) {
      yield text;
      yield* longText(item as object);
      text = '';
    } else {
      text += JSON.stringify(item);
    }
    if (text.length < joinedLength) continue;
    yield text;
    text = '';
  }
  yield `${text}]`;
}

function* longText(item: object): Generator<string> {
  let lead = '{';
  for (const [key, value] of Object.entries(item)) {
    yield `${lead}${JSON.stringify(key)}:`;
    lead = ',';
    if (!Array.isArray(value)) {
      yield JSON.stringify(value);
      continue;
    }
    for (let start = 0; start < value.length; start += partLength) {
      const part = JSON.stringify(value.slice(start, start + partLength));
      yield `${start === 0 ? '[' : ','}${part.slice(1, -1)}`;
    }
    yield value.length === 0 ? '[]' : ']';
  }
  yield '}';
}
