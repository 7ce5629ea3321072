/** A key press: typed or pasted text, or a named key. */
export type KeyPress =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'key'; readonly name: string };

const sequences: Readonly<Record<string, string>> = {
  '[A': 'up',
  '[B': 'down',
  '[C': 'right',
  '[D': 'left',
  '[H': 'home',
  '[F': 'end',
  '[Z': 'shift-tab',
  OA: 'up',
  OB: 'down',
  OC: 'right',
  OD: 'left',
  OH: 'home',
  OF: 'end',
  '[1~': 'home',
  '[3~': 'delete',
  '[4~': 'end',
  '[5~': 'page-up',
  '[6~': 'page-down',
  '[7~': 'home',
  '[8~': 'end',
  '[1;5C': 'word-right',
  '[1;5D': 'word-left',
  '[1;3C': 'word-right',
  '[1;3D': 'word-left',
  '[13;2u': 'new-line',
  '[27;2;13~': 'new-line',
  '\r': 'new-line',
  '\n': 'new-line',
  b: 'word-left',
  f: 'word-right',
  '\x7f': 'delete-word',
};

const controls: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'new-line',
  '\t': 'tab',
  '\x7f': 'backspace',
  '\b': 'backspace',
  '\x01': 'home',
  '\x02': 'left',
  '\x03': 'ctrl-c',
  '\x04': 'ctrl-d',
  '\x05': 'end',
  '\x06': 'right',
  '\x0b': 'delete-to-end',
  '\x0c': 'ctrl-l',
  '\x0e': 'down',
  '\x0f': 'ctrl-o',
  '\x10': 'up',
  '\x14': 'ctrl-t',
  '\x15': 'delete-to-start',
  '\x17': 'delete-word',
  '\x1a': 'ctrl-z',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what keys send.
const csi = /^\x1b\[[0-?]*[ -/]*[@-~]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is no text.
const anyControl = /[\x00-\x1f\x7f]/;
const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';
const longestPaste = 16 * 1024 * 1024;

/** Parses terminal input into key presses; an escape sequence may arrive in parts. */
export class KeyReader {
  #held = '';

  /** True while an escape character may be the start of a sequence; call {@link flush} after a moment. */
  get isWaiting(): boolean {
    return this.#held !== '' && !this.#held.startsWith(pasteStart);
  }

  /** Returns the key presses that a text completes. */
  push(text: string): KeyPress[] {
    let rest = this.#held + text;
    this.#held = '';
    const presses: KeyPress[] = [];
    while (rest !== '') {
      const taken = this.#take(rest, presses);
      if (taken === 0) {
        this.#held = rest;
        break;
      }
      rest = rest.slice(taken);
    }
    return presses;
  }

  /** Returns the Escape key if an escape character was not followed by anything. */
  flush(): KeyPress[] {
    const held = this.#held;
    this.#held = '';
    return held === '' ? [] : [{ type: 'key', name: 'escape' }];
  }

  /** Reads one press from the start and returns its length, or 0 if more input is needed. */
  #take(text: string, presses: KeyPress[]): number {
    if (text[0] === '\x1b') return this.#takeEscape(text, presses);
    const control = anyControl.exec(text);
    if (control?.index === 0) {
      const name = controls[control[0]];
      if (name !== undefined) presses.push({ type: 'key', name });
      return 1;
    }
    const typed = control === null ? text : text.slice(0, control.index);
    presses.push({ type: 'text', text: typed });
    return typed.length;
  }

  #takeEscape(text: string, presses: KeyPress[]): number {
    if (text.startsWith(pasteStart)) {
      const end = text.indexOf(pasteEnd);
      if (end === -1 && text.length < longestPaste) return 0;
      const pasted = end === -1 ? text.slice(pasteStart.length) : text.slice(pasteStart.length, end);
      presses.push({ type: 'paste', text: pasted.replace(/\r\n?/g, '\n') });
      return end === -1 ? text.length : end + pasteEnd.length;
    }
    if (text.length === 1) return 0;
    if (text[1] === '[') {
      const found = csi.exec(text);
      if (found === null) return text.length > 32 ? 1 : 0;
      return this.#press(found[0], presses);
    }
    if (text[1] === 'O') return text.length < 3 ? 0 : this.#press(text.slice(0, 3), presses);
    if (text[1] === '\x1b') {
      presses.push({ type: 'key', name: 'escape' });
      return 1;
    }
    return this.#press(text.slice(0, 2), presses);
  }

  #press(sequence: string, presses: KeyPress[]): number {
    const name = sequences[sequence.slice(1)];
    if (name !== undefined) presses.push({ type: 'key', name });
    return sequence.length;
  }
}
