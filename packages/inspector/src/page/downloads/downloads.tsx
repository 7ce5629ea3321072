import './downloads.css';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { DownloadQuestion } from '../../api/inspector.ts';
import { useInspector, useOverview } from '../connection/connected.tsx';
import { useSelection, useShownSession } from '../selection/selected.tsx';
import { count } from '../text/figures.ts';
import { fileName } from './file-name.ts';
import { save } from './save.ts';

type What = DownloadQuestion['what'];

interface Item {
  readonly what: What;
  readonly label: string;
  readonly note: string;
}

function itemsFor(frame: number, hasSession: boolean, isExported: boolean): Item[] {
  const at = `after frame ${count(frame)}`;
  const items: (Item | false)[] = [
    { what: 'recording', label: 'Recording', note: 'Every frame, as it is here' },
    // What is masked in an exported page was masked when it was written.
    !isExported && { what: 'masked', label: 'Masked recording', note: 'Without the secrets that are known here' },
    { what: 'state', label: 'State at this frame', note: `What the frames come to, ${at}, as emend fold prints it` },
    hasSession && { what: 'markdown', label: 'Conversation as Markdown', note: `The session that is shown, ${at}` },
  ];
  return items.filter((item) => item !== false);
}

/** The menu of downloads in the title bar. */
export function Downloads() {
  const inspector = useInspector();
  const overview = useOverview();
  const session = useShownSession();
  const { frame } = useSelection();
  const [isOpen, setOpen] = useState(false);
  const [told, setTold] = useState('');
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    whole.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const close = (event: PointerEvent): void => {
      if (event.target instanceof Node && whole.current?.contains(event.target) !== true) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [isOpen]);

  const leave = (): void => {
    setOpen(false);
    button.current?.focus();
  };

  const start = (what: What): void => {
    leave();
    const question = { what, frame, ...(session !== undefined && { session }) };
    setTold('Preparing the download…');
    save(inspector, question, fileName(overview?.source.name ?? '', question)).then(
      () => setTold(''),
      (error: unknown) => setTold(error instanceof Error ? error.message : 'The download failed.'),
    );
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const items = [...(whole.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const index = items.indexOf(document.activeElement as HTMLElement);
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: (index + 1) % items.length,
      ArrowUp: (index - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const target = targets[event.key];
    if (event.key === 'Escape') leave();
    else if (event.key === 'Tab') setOpen(false);
    else if (target !== undefined) items[target]?.focus();
    else return;
    // The keys of the page move the selection.
    event.stopPropagation();
    if (event.key !== 'Tab') event.preventDefault();
  };

  return (
    <div className="downloads" ref={whole}>
      <span role="status" aria-label="Download" className="muted">
        {told}
      </span>
      <button
        type="button"
        ref={button}
        className="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        disabled={overview === undefined}
        onClick={() => setOpen(!isOpen)}
      >
        Download
      </button>
      {isOpen && (
        <div role="menu" aria-label="Download" className="download-menu" tabIndex={-1} onKeyDown={onKeyDown}>
          {itemsFor(frame, session !== undefined, overview?.source.kind === 'page').map(({ what, label, note }) => (
            <button
              key={what}
              type="button"
              role="menuitem"
              aria-label={label}
              tabIndex={-1}
              onClick={() => start(what)}
            >
              <span>{label}</span>
              <span className="muted">{note}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
