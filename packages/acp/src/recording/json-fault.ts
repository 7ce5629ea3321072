const space = /[ \t\r\n]+/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const numberOrWord = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

// Returns where the token ends, or the complement (`~`) of where it goes wrong.
function skipString(text: string, from: number): number {
  let at = from + 1;
  // Character by character, since a regular expression overflows its stack on strings of many megabytes.
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return ~at;
    if (code !== 0x5c) continue;
    const end = skip(escapeSequence, text, at);
    if (end === at) return ~at;
    at = end - 1;
  }
  return ~at;
}

function skipValue(text: string, at: number): number {
  const end = skip(numberOrWord, text, at);
  return end === at ? ~at : end;
}

/**
 * Returns the offset at which a text stops being valid JSON. `JSON.parse` reports it in some cases only, and differently in each
 * version of Node.
 */
export function faultOffset(text: string): number {
  const closers: string[] = [];
  let next: 'value' | 'first item' | 'key' | 'first key' | 'colon' | 'comma' = 'value';
  for (let at = skip(space, text, 0); ; at = skip(space, text, at)) {
    const char = text[at];
    if (char === undefined) return at;
    const mayClose = next === 'first item' || next === 'first key' || next === 'comma';
    if (mayClose && char === closers.at(-1)) {
      closers.pop();
      at++;
      next = 'comma';
    } else if (next === 'colon') {
      if (char !== ':') return at;
      at++;
      next = 'value';
    } else if (next === 'comma') {
      if (char !== ',' || closers.length === 0) return at;
      at++;
      next = closers.at(-1) === '}' ? 'key' : 'value';
    } else if (next === 'key' || next === 'first key') {
      const end = char === '"' ? skipString(text, at) : ~at;
      if (end < 0) return ~end;
      at = end;
      next = 'colon';
    } else if (char === '{' || char === '[') {
      closers.push(char === '{' ? '}' : ']');
      at++;
      next = char === '{' ? 'first key' : 'first item';
    } else {
      const end = char === '"' ? skipString(text, at) : skipValue(text, at);
      if (end < 0) return ~end;
      at = end;
      next = 'comma';
    }
  }
}
