import './title-bar.css';
import { useEffect } from 'react';
import type { Overview } from '../../api/overview.ts';
import { useConnectionStatus, useOverview } from '../connection/connected.tsx';
import { Downloads } from '../downloads/downloads.tsx';
import { HelpButton } from '../keys/help.tsx';
import { count, counted, duration, size } from '../text/figures.ts';
import { visibleLine } from '../text/visible.ts';
import { ConnectionState } from './connection-state.tsx';
import { ProblemCount } from './problem-count.tsx';
import { ViewTabs } from './view-tabs.tsx';

function useTitle(overview: Overview | undefined): void {
  useEffect(() => {
    if (overview === undefined) return;
    const { error, warning } = overview.problems;
    const problems = error + warning;
    document.title = `${problems > 0 ? `(${count(problems)}) ` : ''}${visibleLine(overview.source.name)} · Emend inspector`;
  }, [overview]);
}

function Dialects({ overview: { client, agent } }: { overview: Overview }) {
  if (client === undefined && agent === undefined) return null;
  if (client === agent) return <span className="badge">{client}</span>;
  return (
    <span className="badge" title="What the client and the agent speak">
      {client ?? '?'} ⇄ {agent ?? '?'}
    </span>
  );
}

/** Whether frames may still come; nothing where that is no question. */
function SourceState({ overview: { source, isLive } }: { overview: Overview }) {
  const { state } = useConnectionStatus();
  if (source.kind === 'page') return null;
  if (state === 'lost' || state === 'ended') return <span className="badge level-warning">disconnected</span>;
  if (isLive) return <span className="badge is-live">{source.kind === 'file' ? 'following' : 'live'}</span>;
  return source.kind === 'file' ? null : <span className="badge">ended</span>;
}

function Source({ overview }: { overview: Overview }) {
  const { source, frames, bytes, duration: length, progress } = overview;
  return (
    <div className="source">
      <span className="source-name foreign" title={visibleLine(source.name)}>
        {visibleLine(source.name)}
      </span>
      <Dialects overview={overview} />
      <span className="source-figures muted">
        {counted(frames, 'frame')}
        <span className="source-size"> · {size(bytes)}</span>
        {length !== undefined && ` · ${duration(length)}`}
      </span>
      {progress < 1 && (
        <progress aria-label="Reading the recording" value={progress} max={1}>
          {Math.round(progress * 100)} %
        </progress>
      )}
      {progress === 1 && <SourceState overview={overview} />}
    </div>
  );
}

/** The bar on top: what is inspected, its figures and problems, and the views. */
export function TitleBar() {
  const overview = useOverview();
  useTitle(overview);
  return (
    <header className="title-bar">
      <h1>
        <span className="mark" aria-hidden="true" />
        Emend <span className="muted">inspector</span>
      </h1>
      {overview === undefined ? <div className="source" /> : <Source overview={overview} />}
      <ConnectionState />
      <ViewTabs />
      {overview !== undefined && <ProblemCount problems={overview.problems} />}
      <Downloads />
      <HelpButton />
      {overview !== undefined && overview.leftOut.length > 0 && (
        <ul className="left-out" aria-label="Left out">
          {overview.leftOut.map((sentence) => (
            <li key={sentence}>{visibleLine(sentence)}</li>
          ))}
        </ul>
      )}
    </header>
  );
}
