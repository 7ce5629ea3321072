import { isAnswer, type PeerLine } from './peer-line.ts';
import { fail, type SeenFrame } from './verdict.ts';

/** Characters of two, three and four bytes in UTF-8. */
export const wideCharacters = ['ä', '漢', '😀'] as const;

/** What the ids of the requests of {@link checkIdsInUtf8} begin with. */
const start = 'emend-check-';

/**
 * Sends requests whose ids have characters of several bytes, and checks that they are answered under the same ids. If the connection can
 * carry bytes, each id is sent once more, cut inside such a character.
 */
export async function checkIdsInUtf8(line: PeerLine): Promise<void> {
  for (const wide of wideCharacters) {
    await checkId(line, `${start}${wide}`, 'an id', async (request) => line.send(request));
    if (!line.canSplit) continue;
    const what = 'an id of which a character came in two pieces';
    await checkId(line, `${start}${wide}-split`, what, (request) => line.sendSplit(request));
  }
}

interface IdRequest {
  readonly [key: string]: unknown;
  readonly id: string;
}

async function checkId(
  line: PeerLine,
  id: string,
  what: string,
  send: (request: IdRequest) => Promise<SeenFrame>,
): Promise<void> {
  // What was read or written in another encoding comes back under another id, or as an error without one.
  const answered = line.next(
    ({ message, text }) => isBroken(text) || (isAnswer(message) && isOfText(message['id'])),
    `an answer to a request with ${what}`,
  );
  answered.catch(() => {});
  const sent = await send({ jsonrpc: '2.0', id, method: '_emend.check/utf8', params: {} });
  const answer = await answered;
  const { message, text } = answer;
  if (isBroken(text)) fail(`the answer to a request with ${what} is not in UTF-8`, sent, answer);
  const given = isAnswer(message) ? message['id'] : undefined;
  if (given !== id) fail(`${what} came back as ${JSON.stringify(given)}, not as ${JSON.stringify(id)}`, sent, answer);
}

/** Returns whether a line could not be read. */
function isBroken(text: string | undefined): boolean {
  return text?.endsWith('(not-utf8)') === true;
}

/** Returns whether an id is one of those that were sent, whatever has become of it, or stands for one that could not be read. */
function isOfText(id: unknown): boolean {
  return id === null || (typeof id === 'string' && id.startsWith(start));
}
