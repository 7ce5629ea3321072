import type { Pane } from './tmux.ts';

/** Waits until the screen shows this and a second look shows the same, and returns it painted, without times and turning signs. */
export async function paintedAtRest(pane: Pane, until: RegExp): Promise<string> {
  for (let before = ''; ; ) {
    await pane.until(until);
    const screen = timeless(pane.painted());
    if (screen === before) return screen;
    before = screen;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function timeless(painted: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: sequences of the terminal may end a row.
  return painted.replace(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/g, '⠿').replace(/ \d+(?:\.\d)? s(?=(?:\x1b\[[\d;]*m)*$)/gm, '');
}
