import type { Message } from '@emend/acp/session';

/** Returns whether two messages say the same, however their content is cut into blocks: a history that is replayed has it in others. */
export function isSameWords(one: Message, other: Message): boolean {
  return one.droppedItems === other.droppedItems && wordsOf(one) === wordsOf(other);
}

function wordsOf({ content }: Message): string {
  let words = '';
  for (const block of content) words += block.type === 'text' ? block['text'] : `\n${JSON.stringify(block)}\n`;
  return words;
}
