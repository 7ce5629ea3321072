import './keys.css';
import { useEffect, useState } from 'react';
import { useInspector } from '../connection/connected.tsx';
import { useRowSteps } from '../frames/use-row-steps.ts';
import { useSelectionStore } from '../selection/selected.tsx';
import { GoTo } from './go-to.tsx';
import { setHelpOpen, useHelpOpen } from './help.tsx';
import { HelpDialog } from './help-dialog.tsx';

/** Whether keys are typed into what has the focus. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // What was in a dialog keeps the focus for a moment after the dialog was closed.
  if (target.isContentEditable || target.closest('dialog[open]') !== null) return true;
  if (target instanceof HTMLInputElement) return target.type !== 'range' && target.type !== 'checkbox';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Whether the space bar presses what has the focus. */
function isPressed(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('button, a, summary, [role="treeitem"]') !== null &&
    target.closest('dialog:not([open])') === null
  );
}

const isPageItself = (target: EventTarget | null): boolean => target === document.body;

/** The keys of the page, and the dialogs that they open. */
export function Keys() {
  const store = useSelectionStore();
  const inspector = useInspector();
  const step = useRowSteps();
  const isHelpOpen = useHelpOpen();
  const [isGoing, setGoing] = useState(false);

  useEffect(() => {
    const toProblem = (direction: 'next' | 'previous'): void => {
      const { frame } = store.get();
      inspector.ask('nextProblem', { frame, direction }).then(
        ({ problem }) => problem !== undefined && store.goTo(problem.frame, problem.session),
        // A lost connection is shown in the title bar.
        () => {},
      );
    };
    const actions: Readonly<Record<string, () => void>> = {
      j: () => step(1),
      k: () => step(-1),
      J: () => toProblem('next'),
      K: () => toProblem('previous'),
      '/': () => document.querySelector<HTMLInputElement>('#filter')?.select(),
      g: () => setGoing(true),
      l: () => store.setLive(!store.get().isLive),
      '?': () => setHelpOpen(true),
      ' ': () => store.setPlaying(!store.get().isPlaying),
    };
    const arrows: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      ArrowRight: () => step(1),
      ArrowUp: () => step(-1),
      ArrowLeft: () => step(-1),
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === ' ' && isPressed(event.target)) return;
      const action = actions[event.key] ?? (isPageItself(event.target) ? arrows[event.key] : undefined);
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [store, inspector, step]);

  return (
    <>
      {isHelpOpen && <HelpDialog onClose={() => setHelpOpen(false)} />}
      {isGoing && <GoTo onClose={() => setGoing(false)} />}
    </>
  );
}
