import { Fragment, type ReactNode } from 'react';
import type { ConversationRow, Origin } from '../../api/conversation.ts';
import { FrameLink } from '../links/frame-link.tsx';

/** Says which frame made a row and which changed it last, and leads there. */
export function RowOrigin({ row }: { readonly row: ConversationRow }): ReactNode {
  const { created, changed, corrected } = row.origin;
  return (
    <span className="row-origin">
      {row.isChanged && (
        <span className="changed-mark">{created === changed ? '● new in this frame' : '● changed by this frame'}</span>
      )}
      {corrected !== undefined && (
        <span className="corrected">
          corrected at <FrameLink frame={corrected} /> ·
        </span>
      )}
      <FrameLink frame={created} />
      {changed !== created && (
        <>
          <span className="origin-to"> to </span>
          <FrameLink frame={changed} />
        </>
      )}
    </span>
  );
}

/** The words for the fields of a tool call; a map, since a field may be called `constructor`. */
const words: ReadonlyMap<string, string> = new Map([
  ['rawInput', 'input'],
  ['rawOutput', 'output'],
  ['_meta', 'metadata'],
]);

/** Says which frame set each field of a part: the fields of one frame beside each other. */
export function FieldOrigins({ origin }: { readonly origin: Origin }): ReactNode {
  const byFrame = new Map<number, string[]>();
  for (const [field, frame] of Object.entries(origin.fields)) {
    const fields = byFrame.get(frame);
    const word = words.get(field) ?? field;
    if (fields === undefined) byFrame.set(frame, [word]);
    else fields.push(word);
  }
  const frames = [...byFrame].sort(([one], [other]) => one - other);
  if (frames.length === 0) return null;
  return (
    <p className="field-origins">
      {frames.map(([frame, fields], index) => (
        <Fragment key={frame}>
          {index > 0 && ' · '}
          <FrameLink frame={frame} /> set {fields.join(', ')}
        </Fragment>
      ))}
    </p>
  );
}
