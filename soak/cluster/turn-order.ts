/** What the agent is to do in a turn; it is the text of the prompt, and its key is in everything that the agent says. */
export interface TurnOrder {
  /** Unique in the run. */
  readonly key: string;
  readonly chunks: number;
  /** Milliseconds before each chunk. */
  readonly pause: number;
  /** Whether the agent asks for permission half way. */
  readonly asks: boolean;
  /** Whether it waits to be cancelled after its last chunk, for some seconds. */
  readonly waits: boolean;
}

/** One part of a session's text: `user KEY` for a prompt, `agent KEY PART` for a piece of what the agent said. */
export type Token = string;

/** Returns the order in a prompt, or undefined if the text is something else. */
export function orderIn(text: string): TurnOrder | undefined {
  try {
    return JSON.parse(text) as TurnOrder;
  } catch {
    return undefined;
  }
}

/** The text of one piece of what the agent says. */
export function piece(key: string, part: number | string): string {
  return `[${key} ${part}]`;
}

/** The tokens of a message, in the order of its text. */
export function tokensOf(kind: 'user' | 'agent', text: string): readonly Token[] {
  if (kind === 'user') return [`user ${orderIn(text)?.key ?? JSON.stringify(text)}`];
  return text
    .split(/(?<=\])/)
    .filter((part) => part !== '')
    .map((part) => `agent ${/^\[(.*)\]$/.exec(part)?.[1] ?? JSON.stringify(part)}`);
}

/** The key of the turn that a token belongs to. */
export function keyOfToken(token: Token): string {
  return token.split(' ')[1] ?? '';
}

/** Returns whether tokens of the agent are all that it says in a turn, whatever it was answered. */
export function isWhole({ key, chunks, asks }: TurnOrder, said: readonly Token[]): boolean {
  const numbers = said.filter((token) => /^\d+$/.test(token.split(' ')[2] ?? ''));
  const isInOrder = numbers.every((token, index) => token === `agent ${key} ${index}`);
  const answers = said.length - numbers.length;
  return numbers.length === chunks && isInOrder && answers === (asks ? 1 : 0);
}
