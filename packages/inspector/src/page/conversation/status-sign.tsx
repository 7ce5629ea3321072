import type { ReactNode } from 'react';
import { visibleText } from '../said/visible-pieces.ts';

/** How a status looks: a sign, and a class for its colour. */
interface Look {
  readonly sign: string;
  readonly look: 'waiting' | 'working' | 'good' | 'bad' | 'stopped';
}

const looks: ReadonlyMap<string, Look> = new Map<string, Look>([
  ['pending', { sign: '○', look: 'waiting' }],
  ['in_progress', { sign: '◐', look: 'working' }],
  ['running', { sign: '◐', look: 'working' }],
  ['requires_action', { sign: '?', look: 'working' }],
  ['paused', { sign: '‖', look: 'waiting' }],
  ['completed', { sign: '✓', look: 'good' }],
  ['idle', { sign: '✓', look: 'good' }],
  ['failed', { sign: '✗', look: 'bad' }],
  ['cancelled', { sign: '⊘', look: 'stopped' }],
]);

/** Returns the sign and the colour of a status; one that the protocol does not define looks like none. */
export function lookOf(status: string): Look {
  return looks.get(status) ?? { sign: '·', look: 'waiting' };
}

/** A status in words with its sign. */
export function StatusSign({ status }: { readonly status: string }): ReactNode {
  const { sign, look } = lookOf(status);
  return (
    <span className={`status ${look}`}>
      <span aria-hidden="true">{sign}</span> {visibleText(status.slice(0, 40)).replaceAll('_', ' ')}
    </span>
  );
}
