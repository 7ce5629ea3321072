import './said.css';
import { Fragment, type ReactNode } from 'react';
import { visiblePieces } from './visible-pieces.ts';

/** Shows text of an agent in a place of its own: its direction ends with it, and what would be invisible is shown by signs. */
export function Said({ text }: { readonly text: string }): ReactNode {
  return (
    <bdi className="said">
      <SaidPieces text={text} />
    </bdi>
  );
}

/** Shows text of an agent within an element that isolates its direction already. */
export function SaidPieces({ text }: { readonly text: string }): ReactNode {
  const pieces = visiblePieces(text);
  if (pieces.length === 1 && typeof pieces[0] === 'string') return pieces[0];
  return pieces.map((piece, index) =>
    typeof piece === 'string' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name.
      <Fragment key={index}>{piece}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same.
      <span key={index} className="odd-character" title={piece.name}>
        {piece.sign}
      </span>
    ),
  );
}
