import type { DownloadQuestion, InspectorCall } from './inspector.ts';
import type { PageMessage } from './wire.ts';

/** What a field of a question is; one with a question mark may be absent. */
type Field = 'text' | 'integer' | 'integers' | 'levels?';

const fieldsOf: Readonly<Record<InspectorCall, Readonly<Record<string, Field>>>> = {
  overview: {},
  rows: { filter: 'text', open: 'integers', start: 'integer', end: 'integer' },
  place: { filter: 'text', open: 'integers', frame: 'integer' },
  frame: { frame: 'integer' },
  times: { start: 'integer', end: 'integer' },
  conversation: { frame: 'integer', session: 'text', start: 'integer', end: 'integer' },
  part: { frame: 'integer', session: 'text', key: 'text' },
  problems: { start: 'integer', end: 'integer', levels: 'levels?' },
  nextProblem: { frame: 'integer', direction: 'text' },
  bridge: { to: 'text', start: 'integer', end: 'integer', show: 'text' },
  time: {},
  talk: { do: 'text' },
  talkState: {},
};

const isInteger = Number.isSafeInteger;
const levels: readonly unknown[] = ['error', 'warning', 'hint'];

const isField: Readonly<Record<Field, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: isInteger,
  integers: (value) => Array.isArray(value) && value.every(isInteger),
  'levels?': (value) => value === undefined || (Array.isArray(value) && value.every((each) => levels.includes(each))),
};

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the message of a page in a text, or `undefined` if it is none. */
export function readPageMessage(text: string): PageMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { id, call, question } = value;
  if (!isInteger(id) || typeof call !== 'string' || !Object.hasOwn(fieldsOf, call) || !isObject(question))
    return undefined;
  const fields = Object.entries(fieldsOf[call as InspectorCall]);
  return fields.every(([name, field]) => isField[field](question[name])) ? (value as PageMessage) : undefined;
}

const downloads: readonly string[] = ['recording', 'masked', 'state', 'markdown'];

/** Returns what the query of an address asks to download, or `undefined` if it is nothing that there is. */
export function readDownload(query: URLSearchParams): DownloadQuestion | undefined {
  const what = query.get('what') ?? '';
  const frame = Number(query.get('frame') ?? Number.NaN);
  const session = query.get('session');
  if (!downloads.includes(what) || !isInteger(frame) || frame < 0) return undefined;
  return { what: what as DownloadQuestion['what'], frame, ...(session !== null && { session }) };
}
