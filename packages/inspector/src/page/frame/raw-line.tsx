import { wholeStart } from '@emend/acp/view';
import { useEffect, useState } from 'react';
import { counted } from '../text/figures.ts';
import { visible } from '../text/visible.ts';

/** What is shown of the text of a frame; all of it can be copied. */
const mostShown = 20_000;

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page from disk, or one whose host is not this machine, has no clipboard: the old way needs none.
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    if (!isDone) throw new Error('The browser does not let the page copy.');
  }
}

/** The text of a frame as it is in the recording. */
export function RawLine({ raw, cut }: { raw: string; cut: number }) {
  const [state, setState] = useState('Copy');
  useEffect(() => {
    if (state === 'Copy') return;
    const timer = setTimeout(() => setState('Copy'), 1_500);
    return () => clearTimeout(timer);
  }, [state]);
  const shown = wholeStart(raw, mostShown);
  const rest = raw.length - shown.length + cut;
  return (
    <section aria-label="Raw text" className="frame-part">
      <h3>
        Raw text
        <button
          type="button"
          className="button"
          aria-label="Copy the raw text"
          onClick={() => {
            copy(raw).then(
              () => setState('Copied'),
              () => setState('Not copied'),
            );
          }}
        >
          {state}
        </button>
      </h3>
      <pre className="raw foreign">{visible(shown)}</pre>
      {rest > 0 && <p className="muted">{counted(rest, 'more character')} not shown.</p>}
      {cut > 0 && <p className="muted">Of a line this long, only the beginning can be copied here.</p>}
    </section>
  );
}
