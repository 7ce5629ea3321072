import { type Span, tone } from './style.ts';

const words =
  'abstract as async await break case catch class const continue def default defer delete do elif else enum except export extends extern false final finally fn for from func function go if impl implements import in instanceof interface is lambda let loop match mod module mut namespace new nil none null of or package pass private protected pub public raise readonly return self static struct super switch then this throw trait true try type typeof undefined unsafe use using val var void when where while with yield None True False and not end local begin';
const keywords: ReadonlySet<string> = new Set(words.split(' '));

const hashComments: ReadonlySet<string> = new Set(
  'py python sh bash zsh shell console rb ruby yaml yml toml ini conf make makefile dockerfile r perl'.split(' '),
);
const dashComments: ReadonlySet<string> = new Set(['sql', 'lua', 'haskell', 'hs']);
const unknown: ReadonlySet<string> = new Set([
  '',
  'text',
  'txt',
  'plain',
  'plaintext',
  'log',
  'output',
  'markdown',
  'md',
]);

const strings = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?/y;
const numbers = /\b\d[\w.]*/y;
const identifiers = /[\p{L}_$][\p{L}\p{N}_$]*/uy;

function commentOf(language: string): RegExp {
  if (hashComments.has(language)) return /#.*/y;
  return dashComments.has(language) ? /--.*/y : /\/\/.*|\/\*.*?(?:\*\/|$)/y;
}

function diffLine(line: string): Span[] {
  if (line.startsWith('+')) return [{ text: line, tone: tone.green }];
  if (line.startsWith('-')) return [{ text: line, tone: tone.red }];
  return [{ text: line, tone: line.startsWith('@@') ? tone.cyan : tone.plain }];
}

/** Colours one line of code: comments, strings, numbers and keywords. */
export function colouredCode(line: string, language: string, base: number = tone.plain): Span[] {
  const name = language.toLowerCase();
  if (unknown.has(name)) return [{ text: line, tone: base }];
  if (name === 'diff' || name === 'patch') return diffLine(line);
  const comments = commentOf(name);
  const spans: Span[] = [];
  let plain = '';
  const read = (at: number, kind: RegExp): string | undefined => {
    kind.lastIndex = at;
    return kind.exec(line)?.[0];
  };
  const put = (text: string, look: number): void => {
    if (plain !== '') spans.push({ text: plain, tone: base });
    plain = '';
    spans.push({ text, tone: base | look });
  };
  for (let at = 0; at < line.length; ) {
    const comment = read(at, comments);
    const text = comment ?? read(at, strings) ?? read(at, numbers);
    if (text !== undefined) {
      put(text, comment === undefined ? (/^\d/.test(text) ? tone.yellow : tone.green) : tone.dim);
      at += text.length;
      continue;
    }
    const word = read(at, identifiers);
    if (word !== undefined && keywords.has(word)) put(word, tone.magenta);
    else plain += word ?? line[at];
    at += word?.length ?? 1;
  }
  if (plain !== '') spans.push({ text: plain, tone: base });
  return spans;
}
