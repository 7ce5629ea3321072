/**
 * An agent that streams the answer of a model with two guardrails. A word that may become a key is held back and never
 * sent. Text that turns out to be private later, such as a card number that arrives in groups, is taken back.
 *
 * Set OPENAI_BASE_URL to any OpenAI-compatible endpoint (such as http://localhost:11434/v1), OPENAI_MODEL to the model, and
 * OPENAI_API_KEY to the key if there is one. Without OPENAI_BASE_URL the agent streams a fixed text.
 */
import process from 'node:process';
import { agent, RpcError, serve } from '@emend/acp';
import { stdio } from '@emend/acp/node';

const { OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model = 'default', OPENAI_API_KEY: key } = process.env;
const secrets = /\b(?:sk[-_]|ghp_|github_pat_|AKIA)[\w-]{16,}|\b(?:\d{4}[ -]){3}\d{4}\b/g;
const redacted = (text: string): string => text.replace(secrets, '[redacted]');
/** Returns all but the last word, which is not complete yet. */
const finished = (text: string): string => /^.*[^\w-]/s.exec(text)?.[0] ?? '';

type Say = { readonly role: 'user' | 'assistant'; readonly content: string };
type Choice = { readonly delta?: { readonly content?: string | null }; readonly finish_reason?: string | null };

async function* withoutModel(): AsyncGenerator<Choice> {
  const text = 'Your key is sk-proj-0123456789abcdef, your card 4111 1111 1111 1111. Keep both safe.';
  for (const content of text.match(/.{1,9}/g) ?? []) yield { delta: { content } };
}

async function* streamFromModel(url: string, messages: readonly Say[], signal: AbortSignal): AsyncGenerator<Choice> {
  const response = await fetch(`${url.replace(/\/$/, '')}/chat/completions`, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, messages, stream: true }),
  });
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read();
    if (done) throw new Error('the answer broke off');
    const lines = (rest + value).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const data of lines.flatMap((line) => /^data: ?(.*)/.exec(line)?.[1] ?? [])) {
      if (data === '[DONE]') return;
      const { choices, error }: { choices?: Choice[]; error?: unknown } = JSON.parse(data);
      if (error) throw new Error(JSON.stringify(error));
      yield choices?.[0] ?? {};
      if (choices?.[0]?.finish_reason) return;
    }
  }
}

const history = new Map<string, readonly Say[]>();
const guarded = agent({
  info: { name: 'guarded-agent', version: '1.0.0' },
  async prompt(turn) {
    const said: Say[] = [...(history.get(turn.session.id) ?? []), { role: 'user', content: turn.text }];
    const message = turn.message();
    let text = '';
    let end: string | null | undefined;
    try {
      for await (const choice of baseUrl ? streamFromModel(baseUrl, said, turn.signal) : withoutModel()) {
        text += choice.delta?.content ?? '';
        end = choice.finish_reason;
        // Sends the new part while the text only grows, and the whole message anew once something in it is redacted.
        await message.set(redacted(finished(text)));
      }
    } catch (error) {
      const { message: problem, cause } = error as Error & { cause?: { code?: string; message?: string } };
      const reason = `The model failed: ${problem} ${cause?.code ?? cause?.message ?? ''}`;
      throw new RpcError(-32603, redacted(reason).slice(0, 500).trim());
    }
    await message.set(redacted(text));
    // Only what went well is remembered: a prompt that failed or was cancelled was never said.
    history.set(turn.session.id, [...said, { role: 'assistant', content: message.text }]);
    return end === 'length' ? 'max_tokens' : 'end_turn';
  },
  closeSession: ({ id }) => void history.delete(id),
});

// v1 cannot take words back, so its clients get a message when it is complete.
serve(guarded, stdio(), { onEvent: console.error, bridge: { rewrite: 'hold' } });
