/** An error that a peer answered with. */
interface Refusal {
  readonly message: string;
  readonly code: number;
  readonly data?: unknown;
}

/** Standard JSON-RPC messages, which do not tell the reason; a bridge may put a prefix before them. */
const bareMessage = /(?:^|: )(?:(?:internal|server|parse) error|invalid (?:params|request))$/i;

/** A reason for programs, such as `owner_lost`. */
const reasonName = /^[a-z]+(?:_[a-z]+)*$/;

/**
 * Returns the message of an error with the detail from its data, which often is the only reason beside `Internal error`, and its code.
 * `line` makes one line of each text of the peer.
 */
export function refusalWords({ message, code, data }: Refusal, line: (text: string) => string): string {
  const words = line(message);
  const detail = line(detailOf(message, data));
  const isSentence = /[.!?]$/.test(words);
  // A sentence says what such a name stands for, which is meant for programs.
  const isSaid = words.includes(detail) || (isSentence && reasonName.test(detail));
  return `${words}${detail === '' || isSaid ? '' : `${isSentence ? ' ' : ': '}${detail}`} (${code})`;
}

function detailOf(message: string, data: unknown): string {
  if (data === undefined || data === null) return '';
  if (typeof data !== 'object') return String(data);
  const named = ['details', 'detail', 'message', 'reason', 'error'].map(
    (key) => (data as Readonly<Record<string, unknown>>)[key],
  );
  const found = named.find((each) => typeof each === 'string');
  if (typeof found === 'string') return found;
  return bareMessage.test(message) ? JSON.stringify(data) : '';
}
