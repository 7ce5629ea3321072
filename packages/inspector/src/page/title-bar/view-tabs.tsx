import { type KeyboardEvent, useRef } from 'react';
import { useSelection, useSelectionStore } from '../selection/selected.tsx';
import type { View } from '../selection/selection-store.ts';

const views: readonly (readonly [View, string])[] = [
  ['session', 'Session'],
  ['bridge', 'Bridge'],
  ['time', 'Time'],
];

/** The tabs of what fills the page. */
export function ViewTabs() {
  const { view } = useSelection();
  const store = useSelectionStore();
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = views.findIndex(([name]) => name === view);
    const next = (index + step + views.length) % views.length;
    store.setView(views[next]?.[0] ?? 'session');
    list.current?.querySelectorAll('button')[next]?.focus();
  };

  return (
    <div role="tablist" aria-label="View" className="view-tabs" ref={list}>
      {views.map(([name, label]) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`view-${name}`}
          aria-selected={name === view}
          aria-controls="view-panel"
          tabIndex={name === view ? 0 : -1}
          onClick={() => store.setView(name)}
          onKeyDown={onKeyDown}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
