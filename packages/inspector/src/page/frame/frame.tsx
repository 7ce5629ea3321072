import { wholeStart } from '@emend/acp/view';
import './frame.css';
import { useEffect } from 'react';
import type { FrameDetail } from '../../api/frame-detail.ts';
import { useAnswer } from '../connection/connected.tsx';
import { FrameLink } from '../links/frame-link.tsx';
import { useSelection, useSelectionStore } from '../selection/selected.tsx';
import { clock, count, counted, duration, size } from '../text/figures.ts';
import { sentence } from '../text/sentence.ts';
import { visible, visibleLine } from '../text/visible.ts';
import { JsonTree } from './json-tree-view.tsx';
import { RawLine } from './raw-line.tsx';
import { StateChanges } from './state-changes.tsx';

const senders = { client: 'client → agent', agent: 'agent → client', stderr: 'agent, standard error', unknown: '' };

function Facts({ detail: { row, pair } }: { detail: FrameDetail }) {
  const isAnswer = row.kind === 'response' || row.kind === 'error';
  return (
    <dl className="facts">
      <dt className="unseen">Kind</dt>
      <dd>
        <span className={`badge kind-${row.kind}`}>{row.kind}</span>
      </dd>
      {row.from !== 'unknown' && (
        <>
          <dt className="unseen">From</dt>
          <dd>{senders[row.from]}</dd>
        </>
      )}
      {row.at !== undefined && (
        <>
          <dt className="unseen">Time</dt>
          <dd className="mono">{clock(row.at)}</dd>
        </>
      )}
      <dt className="unseen">Size</dt>
      <dd>{size(row.size)}</dd>
      {row.id !== undefined && (
        <>
          <dt>id</dt>
          <dd className="mono foreign">{visibleLine(row.id)}</dd>
        </>
      )}
      {pair !== undefined && (
        <>
          <dt>{isAnswer ? 'answers' : 'answered by'}</dt>
          <dd>
            <FrameLink frame={pair.frame} {...(row.session !== undefined && { session: row.session })} />
            {pair.elapsed !== undefined && ` after ${duration(pair.elapsed)}`}
          </dd>
        </>
      )}
      {pair === undefined && row.kind === 'request' && (
        <>
          <dt className="unseen">Answer</dt>
          <dd className="muted">no answer yet</dd>
        </>
      )}
    </dl>
  );
}

function Content({ detail }: { detail: FrameDetail }) {
  const { message, text, withheld, problems, raw, cut } = detail;
  const elsewhere = message === undefined ? problems : [];
  return (
    <>
      <Facts detail={detail} />
      {elsewhere.map((problem) => (
        <p key={problem.text} className={`frame-problem level-${problem.level}`}>
          {visible(sentence(wholeStart(problem.text, 2_000)))}
        </p>
      ))}
      <StateChanges changes={detail.changes} more={detail.moreChanges} />
      {message !== undefined && <JsonTree key={detail.row.number} value={message} problems={problems} name="Message" />}
      {withheld !== undefined && <p className="muted frame-part">{withheld}</p>}
      {text !== undefined && <pre className="raw foreign">{visible(wholeStart(text, 20_000))}</pre>}
      {message === undefined && text === undefined && (
        <p className="muted frame-part">
          This line is too long to be read as a message ({counted(raw.length + cut, 'character')}).
        </p>
      )}
      <RawLine raw={raw} cut={cut} />
    </>
  );
}

/** All that is known of the selected frame. */
export function Frame() {
  const { frame } = useSelection();
  const store = useSelectionStore();
  const { value, question, failure } = useAnswer('frame', frame === 0 ? undefined : { frame });
  const detail = frame === 0 ? undefined : value;
  const session = question?.frame === frame ? detail?.row.session : undefined;
  useEffect(() => {
    if (session !== undefined) store.noteFrameSession(session);
  }, [store, session]);
  const row = detail?.row;
  return (
    <section className="pane frame" aria-label="Frame">
      <header className="pane-head">
        <h2>Frame {count(row?.number ?? frame)}</h2>
        <span className="frame-method mono foreign">{row?.method === undefined ? '' : visibleLine(row.method)}</span>
      </header>
      <div className="pane-body" tabIndex={0} role="group" aria-label="Content of the frame">
        {frame === 0 && <p className="empty">Before the first frame. Nothing has happened yet.</p>}
        {failure !== undefined && <p className="empty">{failure}</p>}
        {detail !== undefined && <Content detail={detail} />}
      </div>
    </section>
  );
}
