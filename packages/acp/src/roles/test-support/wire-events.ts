import type { Passed } from '../../bridge/test-support/strict-wire.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import type { SessionEvent } from '../../session/event.ts';
import { readUpdate } from '../../session/read-update.ts';

type Json = Record<string, unknown>;

/** Returns what the messages between a client and a November agent mean for their only session, read as plainly as can be. */
export function wireEvents(messages: readonly Passed[]): SessionEvent[] {
  const asked = new Map<string, string>();
  const questions = new Set<unknown>();
  /** Clients number their prompts; the requests have numbers of their own. */
  const prompts = new Map<unknown, number>();
  return messages.flatMap(({ from, message }) => {
    const { id, method, error } = message;
    const [params, result] = [message['params'], message['result']].map((value) => (isObject(value) ? value : {})) as [
      Json,
      Json,
    ];
    if (typeof method === 'string' && id !== undefined) asked.set(`${from} ${id}`, method);
    const answered = method === undefined ? asked.get(`${from === 'client' ? 'agent' : 'client'} ${id}`) : undefined;
    switch (method ?? `answer to ${answered}`) {
      case 'session/update':
        return [readUpdate(params['update'], undefined, 'lenient', 'november')];
      case 'session/prompt':
        prompts.set(id, prompts.size + 1);
        return [
          { type: 'prompt_sent', dialect: 'november', requestId: prompts.get(id), prompt: params['prompt'] as never },
        ];
      case 'answer to session/prompt': {
        const requestId = prompts.get(id);
        if (!isObject(error)) return [{ type: 'prompt_inserted', requestId, messageId: result['messageId'] as string }];
        return [{ type: 'prompt_refused', requestId, error: String(error['message']), code: Number(error['code']) }];
      }
      case 'session/request_permission':
        questions.add(id);
        return [
          {
            type: 'permission_opened',
            dialect: 'november',
            requestId: id as number,
            ...(params as never as object),
          } as SessionEvent,
        ];
      case 'answer to session/request_permission':
        return questions.delete(id) ? [{ type: 'permission_answered', requestId: id as number }] : [];
      case '$/cancel_request':
        if (from !== 'agent' || !questions.has(params['requestId'])) return [];
        return [{ type: 'permission_withdrawn', requestId: params['requestId'] as number }];
      case 'session/cancel':
        return [{ type: 'cancel_sent' }];
      case 'answer to session/new': {
        const options = (result['configOptions'] ?? []) as Json[];
        const configOptions = options.map(({ configId, ...rest }) => ({ id: configId, ...rest }));
        return [{ type: 'configured', configOptions: configOptions as never }];
      }
      default:
        return [];
    }
  });
}
