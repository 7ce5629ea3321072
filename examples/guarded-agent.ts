/**
 * An agent that streams what a model says and takes back what must not be shown.
 *
 * OPENAI_BASE_URL names any OpenAI-compatible endpoint (such as http://localhost:11434/v1), OPENAI_MODEL the model and
 * OPENAI_API_KEY the key, if it wants one. Without OPENAI_BASE_URL a fixed text is streamed, so that it runs as it is.
 */
import process from 'node:process';
import { agent, serve } from '@emend/acp';
import { stdio } from '@emend/acp/node';

const secrets = /\b(?:sk|ghp|AKIA)[-_]?[A-Za-z0-9]{16,}/g;
const redacted = (text: string): string => text.replace(secrets, '[redacted]');

interface Say {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

async function* withoutModel(): AsyncGenerator<string> {
  for (const part of ['Your key is sk-', '0123456789abcdef', '0123. ', 'Keep it safe.']) yield part;
}

async function* streamFromModel(baseUrl: string, messages: readonly Say[], signal: AbortSignal) {
  const key = process.env['OPENAI_API_KEY'];
  const response = await fetch(`${baseUrl.replace(/\/$/, '')}/chat/completions`, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model: process.env['OPENAI_MODEL'] ?? 'default', messages, stream: true }),
  });
  if (!response.ok || response.body === null) throw new Error(`the model answered ${response.status}`);
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: ') || line === 'data: [DONE]') continue;
      const { choices }: { choices?: { delta?: { content?: string | null } }[] } = JSON.parse(line.slice(6));
      yield choices?.[0]?.delta?.content ?? '';
    }
  }
}

const history = new Map<string, Say[]>();

const guarded = agent({
  info: { name: 'guarded-agent', version: '1.0.0' },
  async prompt(turn) {
    const said = history.get(turn.session.id) ?? [];
    history.set(turn.session.id, said);
    said.push({ role: 'user', content: turn.text });
    const baseUrl = process.env['OPENAI_BASE_URL'];
    const source = baseUrl ? streamFromModel(baseUrl, said, turn.signal) : withoutModel();
    const message = turn.message();
    let text = '';
    for await (const part of source) {
      text += part;
      // Sends the new part while the text only grows, and the whole message anew once something in it is redacted.
      await message.set(redacted(text));
    }
    said.push({ role: 'assistant', content: message.text });
  },
  closeSession(session) {
    history.delete(session.id);
  },
});

serve(guarded, stdio());
