import type { ReactNode } from 'react';
import { useOpenPart } from './open-parts.tsx';

/** Shows a part of a long list of lines, and a button that shows all of them. */
export function SomeLines<Line>(props: {
  readonly name: string;
  readonly lines: readonly Line[];
  /** How many are shown at first. */
  readonly most: number;
  /** Which end of them. */
  readonly end?: 'first' | 'last';
  readonly children: (lines: readonly Line[]) => ReactNode;
}): ReactNode {
  const { lines, most, end = 'first' } = props;
  const [isOpen, setOpen] = useOpenPart(`${props.name} lines`);
  // A few lines more are no reason for a button.
  if (lines.length <= most + 3) return props.children(lines);
  const shown = isOpen ? lines : end === 'first' ? lines.slice(0, most) : lines.slice(-most);
  const button = (
    <button type="button" className="more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen ? 'Show fewer lines' : `Show ${lines.length - most} more lines`}
    </button>
  );
  return (
    <>
      {end === 'last' && button}
      {props.children(shown)}
      {end === 'first' && button}
    </>
  );
}
