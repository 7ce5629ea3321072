// Only a language may follow the mark; anything else is text that should be shown.
const opening = /^\s*(`{3,}|~{3,})[\w+#.-]*[ \t]*(?:\n|$)/;

/** Returns whether a text is one block of fenced code, from its first line to its last. */
export function isFenced(text: string): boolean {
  const mark = opening.exec(text)?.[1];
  return mark !== undefined && closing(text, mark) !== undefined;
}

/** Returns a text without the Markdown fence around all of it; a text that is still being written may lack the closing fence. */
export function withoutFence(text: string): string {
  const opened = opening.exec(text);
  const mark = opened?.[1];
  if (opened === null || mark === undefined) return text;
  const end = closing(text, mark);
  const inside = text.slice(opened[0].length, end);
  // A fence that ends before the text is part of the tool's output.
  return end === undefined && inside.split('\n').some((line) => line.trim() === mark) ? text : inside;
}

/** Returns where the last line begins if it is the only one that closes the fence. */
function closing(text: string, mark: string): number | undefined {
  const trimmed = text.trimEnd();
  const start = trimmed.lastIndexOf('\n') + 1;
  if (start === 0 || trimmed.slice(start).trim() !== mark) return undefined;
  const first = text.indexOf(`\n${mark}`);
  return first === start - 1 ? start : undefined;
}
