import './panes.css';
import type { CSSProperties, ReactNode } from 'react';
import { useOverview } from '../connection/connected.tsx';
import { Conversation } from '../conversation/conversation.tsx';
import { Frame } from '../frame/frame.tsx';
import { Frames } from '../frames/frames.tsx';
import { Problems } from '../problems/problems.tsx';
import { Talk } from '../talk/talk.tsx';
import { startPositions } from './pane-positions.ts';
import { Separator } from './separator.tsx';
import { usePanePositions } from './use-pane-positions.ts';

/** Frames, conversation, frame and problems beside each other, with lines between them that can be moved. */
export function SessionView(): ReactNode {
  const canTalk = useOverview()?.canTalk === true;
  const { layout, positions, setPositions } = usePanePositions();
  const { first, second, upper } = positions;
  const line = { positions, start: startPositions[layout], onMove: setPositions };
  const style = { '--first': first, '--second': second - first, '--upper': upper };
  return (
    <div className="session-view" style={style as CSSProperties}>
      <Frames />
      <Separator line="first" name="Width of Frames" {...line} />
      <div className="talking">
        <Conversation />
        {canTalk && <Talk />}
      </div>
      {layout === 'wide' && <Separator line="second" name="Width of Conversation" {...line} />}
      <Frame />
      <Separator line="upper" name={layout === 'wide' ? 'Height of Frame' : 'Height of Frames'} {...line} />
      <Problems />
    </div>
  );
}
