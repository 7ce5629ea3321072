import { kindOf, type RequestMessage } from '../../jsonrpc/message.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import type { Message, Translation } from '../outbox.ts';
import type { Translator } from '../translator.ts';

const fork = 'session/fork';
const setup = 'session/new';

function isFork(message: unknown): message is RequestMessage {
  if (kindOf(message) !== 'request') return false;
  const { method, params } = message as RequestMessage;
  return method === fork && isObject(params) && typeof params['sessionId'] === 'string' && params['cwd'] !== undefined;
}

/** Returns a translator that also translates requests to fork a session, which no dialect has: they set a session up as `session/new` does. */
export function withForks(translator: Translator): Translator {
  return {
    ...translator,
    fromClient(message): Translation {
      if (!isFork(message)) return translator.fromClient(message);
      const given = translator.fromClient({ ...message, method: setup });
      const named = (sent: Message): Message =>
        'method' in sent && sent.method === setup ? { ...sent, method: fork } : sent;
      return { ...given, toAgent: given.toAgent.map(named) };
    },
  };
}
