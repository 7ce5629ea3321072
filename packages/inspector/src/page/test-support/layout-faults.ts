import type { Page } from 'playwright-core';

/** Returns the parts of a page that overlap, that reach out of the window, or whose head is wider than they are. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = ['.title-bar', '.scrubber', '.frames', '.conversation', '.frame', '.problems']
      .map((name) => ({ name, box: document.querySelector(name)?.getBoundingClientRect() ?? new DOMRect() }))
      .map(({ name, box: { left, right, top, bottom } }) => ({ name, left, right, top, bottom }));
    const found: string[] = [];
    for (const [index, one] of parts.entries()) {
      if (one.right - one.left < 200 || one.bottom - one.top < 30) found.push(`${one.name} is too small`);
      if (one.left < -1 || one.right > innerWidth + 1) found.push(`${one.name} is cut off`);
      for (const other of parts.slice(index + 1)) {
        const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        // What is scrolled lies below the head of the page.
        const isScrolled = one.name === '.title-bar' || one.name === '.scrubber';
        if (width > 1 && height > 1 && !isScrolled) found.push(`${one.name} overlaps ${other.name}`);
      }
    }
    for (const head of document.querySelectorAll('.title-bar, .scrubber, .pane-head')) {
      if (head.scrollWidth > head.clientWidth + 1) found.push(`${head.className} is wider than its place`);
      for (const control of head.querySelectorAll('button, input, select, h1, h2')) {
        const { left, right } = control.getBoundingClientRect();
        if (left < -1 || right > innerWidth + 1) found.push(`${control.outerHTML.slice(0, 60)} is cut off`);
      }
    }
    return found;
  });
}
