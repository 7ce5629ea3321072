import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { type PaneLine, type PanePositions, rangeOf, withLineAt } from './pane-positions.ts';

/** The smallest pane, in pixels: its title and some lines. */
const leastWidth = 240;
const leastHeight = 120;

/** By how many percent an arrow key moves a line. */
const step = 2;

/** A line between two panes that can be moved by the pointer and by the keyboard. */
export function Separator(props: {
  readonly line: PaneLine;
  readonly name: string;
  readonly positions: PanePositions;
  /** Where the lines go back to at a double click. */
  readonly start: PanePositions;
  readonly onMove: (positions: PanePositions) => void;
}): ReactNode {
  const { line, name, positions, start, onMove } = props;
  const isUpright = line !== 'upper';
  const panes = (element: Element): DOMRect => (element.parentElement ?? element).getBoundingClientRect();
  const least = ({ width, height }: DOMRect): number =>
    isUpright ? (leastWidth / width) * 100 : (leastHeight / height) * 100;
  const moveTo = (element: Element, to: number): void => {
    onMove(withLineAt(positions, line, to, least(panes(element))));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const [low, high] = rangeOf(positions, line, least(panes(event.currentTarget)));
    const targets: Readonly<Record<string, number>> = {
      [isUpright ? 'ArrowLeft' : 'ArrowUp']: positions[line] - step,
      [isUpright ? 'ArrowRight' : 'ArrowDown']: positions[line] + step,
      Home: low,
      End: high,
      Enter: start[line],
    };
    const to = Object.hasOwn(targets, event.key) ? targets[event.key] : undefined;
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    moveTo(event.currentTarget, to);
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, top, width, height } = panes(event.currentTarget);
    moveTo(
      event.currentTarget,
      isUpright ? ((event.clientX - left) / width) * 100 : ((event.clientY - top) / height) * 100,
    );
  };

  return (
    <div
      role="separator"
      tabIndex={0}
      className={`separator separator-${line}`}
      aria-label={name}
      aria-orientation={isUpright ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(positions[line])}
      aria-valuemin={0}
      aria-valuemax={100}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={(event) => moveTo(event.currentTarget, start[line])}
    />
  );
}
