import { shownText } from './markdown-text.ts';

/** A block of code that is open: the character of its fence and how often it is there. */
interface Fence {
  readonly mark: string;
  readonly length: number;
}

/**
 * Returns what was said in Markdown as a quotation in Markdown: headings, lists, tables, emphasis and code keep their form. Links, images and
 * HTML are shown as they were written, and nothing in it ends the quotation.
 */
export function saidMarkdown(text: string): string {
  const written: string[] = [];
  let fence: Fence | undefined;
  for (const line of shownText(text).replace(/\n+$/, '').split('\n')) {
    const next = nextFence(line, fence);
    written.push(fence === undefined && next === undefined ? withoutActs(line) : line);
    fence = next;
  }
  if (fence !== undefined) written.push(fence.mark.repeat(fence.length));
  return written.map((line) => (line === '' ? '>\n' : `> ${line}\n`)).join('');
}

/** Returns the fence that is open after a line. Only one at the start of a line opens a block, since an indented one may end with a list. */
function nextFence(line: string, open: Fence | undefined): Fence | undefined {
  if (open === undefined) {
    const [, run] = /^(`{3,})[^`]*$/.exec(line) ?? /^(~{3,})/.exec(line) ?? [];
    return run === undefined ? undefined : { mark: run.charAt(0), length: run.length };
  }
  const [, run = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? [];
  return run.startsWith(open.mark) && run.length >= open.length ? undefined : open;
}

/** Code is looked for in lines up to this length, and behind words up to this length, so that the time for it is bounded. */
const longestLine = 20_000;
const longestWord = 500;

/** What acts outside of code: a link, an image or HTML begins with a bracket, and three tildes are a fence. */
const acts = /\\[!-/:-@[-`{-~]|`+|~{3,}|[<[]/g;

/** Escapes what would act in a line. Code within the line stays as it is if it begins and ends there, and no table could cut it. */
function withoutActs(line: string): string {
  let written = '';
  let at = 0;
  acts.lastIndex = 0;
  for (let found = acts.exec(line); found !== null; found = acts.exec(line)) {
    const [sign] = found;
    const isCode = sign.startsWith('`') && line.length <= longestLine && !isInAddress(line.slice(0, found.index));
    const end = isCode ? endOfCode(line, found.index + sign.length, sign.length) : -1;
    written += line.slice(at, found.index);
    at = found.index + sign.length;
    if (end !== -1) {
      written += line.slice(found.index, end);
      at = end;
      acts.lastIndex = end;
    } else if (sign.endsWith('<')) written += '&lt;';
    else written += sign.startsWith('\\') ? sign : sign.replace(/./g, '\\$&');
  }
  return written + line.slice(at);
}

/** A bare address takes all that follows it up to a blank or a `<`, also backslashes and backticks. */
function isInAddress(before: string): boolean {
  const blank = Math.max(before.lastIndexOf(' '), before.lastIndexOf('\t'));
  return before.length - blank > longestWord || /[:@]|www\./i.test(before.slice(blank + 1));
}

/** Returns the index behind the backticks that end code, or -1 if nothing in the line does. */
function endOfCode(line: string, start: number, length: number): number {
  const runs = /`+/g;
  runs.lastIndex = start;
  for (let run = runs.exec(line); run !== null; run = runs.exec(line)) {
    if (run[0].length !== length) continue;
    return line.slice(start, run.index).includes('|') ? -1 : run.index + length;
  }
  return -1;
}
