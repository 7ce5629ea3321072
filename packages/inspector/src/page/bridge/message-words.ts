import { isObject } from '@emend/acp/protocol';
import { wholeStart } from '@emend/acp/view';

/** A message in a few words: what it is, and the beginning of what it says. */
interface MessageWords {
  readonly name: string;
  readonly rest: string;
}

/** How much of a text is taken over into a row. */
const mostText = 160;

function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textIn).join('');
  if (!isObject(value)) return '';
  const { text, content, title, status } = value;
  return typeof text === 'string' ? text : textIn(content) || textIn(title) || textIn(status);
}

/** Returns a message in a few words. */
export function messageWords(message: unknown): MessageWords {
  if (Array.isArray(message)) return { name: `batch of ${message.length}`, rest: '' };
  if (!isObject(message)) return { name: 'at the end of the recording', rest: '' };
  const { method, id, params, result, error } = message;
  if (typeof method !== 'string') {
    const said = isObject(error) ? textIn(error['message']) : resultWords(result);
    return {
      name: `${error === undefined ? 'answer' : 'error'} ${JSON.stringify(id)}`,
      rest: wholeStart(said, mostText),
    };
  }
  const update = isObject(params) && isObject(params['update']) ? params['update'] : undefined;
  const kind = update?.['sessionUpdate'];
  const said = textIn(update ?? (isObject(params) ? params['prompt'] : undefined));
  return { name: typeof kind === 'string' ? kind : method, rest: wholeStart(said, mostText) };
}

function resultWords(result: unknown): string {
  return isObject(result) ? Object.keys(result).slice(0, 8).join(', ') : '';
}
