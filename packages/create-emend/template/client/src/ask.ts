import type { ClientSession } from '@emend/acp';
import { messageText } from '@emend/acp/view';

/** Sends a prompt, writes what the agent says as it arrives, and returns why the turn ended. */
export async function ask(session: ClientSession, prompt: string, write: (text: string) => void): Promise<string> {
  const shown = new Map([...session.state.messages].map((message) => [message.messageId, messageText(message)]));
  let isFirst = true;
  const show = () => {
    for (const message of session.state.messages) {
      if (message.kind !== 'agent') continue;
      const text = messageText(message);
      const before = shown.get(message.messageId);
      if (text === (before ?? '')) continue;
      // The state is always right, but a terminal cannot take back a line: a corrected message is written again.
      const isLonger = before !== undefined && text.startsWith(before);
      write(isLonger ? text.slice(before.length) : `${isFirst ? '' : '\n'}${text}`);
      shown.set(message.messageId, text);
      isFirst = false;
    }
  };
  const stop = session.subscribe(show);
  try {
    const { stopReason } = await session.prompt(prompt);
    show();
    return stopReason;
  } finally {
    stop();
  }
}
