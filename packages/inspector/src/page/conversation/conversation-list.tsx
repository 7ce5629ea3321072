import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { Conversation, ConversationRow } from '../../api/conversation.ts';
import { useInspector } from '../connection/connected.tsx';
import { type AskedRange, lastRows, rangeAround } from './asked-range.ts';
import { RowView } from './row-view.tsx';
import { SameRows } from './same-rows.ts';

/** The rows of a conversation, of which only those in sight are in the page. */
export function ConversationList(props: {
  readonly conversation: Conversation;
  /** The frame and session that the conversation was asked for. */
  readonly frame: number;
  readonly session: string;
  readonly onRange: (range: AskedRange) => void;
}): ReactNode {
  const { conversation, frame, session, onRange } = props;
  const { total, start } = conversation;
  const [same] = useState(() => new SameRows());
  const rows = useMemo(() => same.of(conversation.rows), [same, conversation]);
  const [whole, showAll] = useWholeRows(frame, session);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const isAtEnd = useRef(true);
  const viewport = useRef(0);
  useRevealedChange(list, isAtEnd, props);

  const look = (): void => {
    const handle = list.current;
    if (handle === null || total === 0) return;
    // Who is at the end stays there when the region gets another size.
    if (isAtEnd.current && viewport.current !== 0 && viewport.current !== handle.viewportSize)
      handle.scrollToIndex(total - 1, { align: 'end' });
    viewport.current = handle.viewportSize;
    isAtEnd.current = handle.scrollOffset + handle.viewportSize >= handle.scrollSize - nearEnd;
    const first = handle.findItemIndex(handle.scrollOffset);
    const last = handle.findItemIndex(handle.scrollOffset + handle.viewportSize);
    if (first < start || last >= start + rows.length) onRange(rangeAround(first, last, total));
  };

  return (
    <div className="conversation-scroller" ref={scroller} tabIndex={0} role="group" aria-label="Messages">
      <Virtualizer ref={list} data={indexes(total)} scrollRef={scroller} onScroll={look} onResize={look}>
        {(_, index) => {
          const row = rows[index - start];
          if (row === undefined) return <div key={index} className="row-placeholder" />;
          const full = whole.get(row.key);
          const shown = full !== undefined && full.origin.changed === row.origin.changed ? full : row;
          return <RowView key={row.key} row={shown} showAll={showAll} />;
        }}
      </Virtualizer>
    </div>
  );
}

/** A list of so many things, without them. */
function indexes(length: number): ArrayLike<undefined> {
  return { length } as ArrayLike<undefined>;
}

/** How near to the end a person must be to stay there while the conversation grows, in pixels. */
const nearEnd = 80;

/**
 * Scrolls to what the selected frame changed, each time another frame is selected. Who was at the end stays there while frames are added, as
 * several may come at a time.
 */
function useRevealedChange(
  list: RefObject<VirtualizerHandle | null>,
  isAtEnd: RefObject<boolean>,
  props: Parameters<typeof ConversationList>[0],
): void {
  const { conversation, frame, onRange } = props;
  const { total, start, rows, changed } = conversation;
  const shown = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (total === 0 || shown.current === frame) return;
    if (rows.length === 0) {
      onRange(lastRows);
      return;
    }
    const isFollowing = shown.current === undefined || (isAtEnd.current && frame > shown.current);
    const target = changed >= 0 && !isFollowing ? changed : isFollowing ? total - 1 : undefined;
    const isLoaded = target === undefined || (target >= start && target < start + rows.length);
    if (!isLoaded) {
      onRange(rangeAround(target, target, total));
      return;
    }
    shown.current = frame;
    if (target === undefined) return;
    // The end of the last row is where a message grows.
    list.current?.scrollToIndex(target, { align: target === total - 1 ? 'end' : 'nearest' });
  });
}

/** The rows that a person wants to see without cuts, and the way to ask for one. */
function useWholeRows(
  frame: number,
  session: string,
): [ReadonlyMap<string, ConversationRow>, (row: ConversationRow) => void] {
  const inspector = useInspector();
  const [whole, setWhole] = useState<ReadonlyMap<string, ConversationRow>>(new Map());
  const showAll = useCallback(
    ({ key }: ConversationRow) => {
      inspector.ask('part', { frame, session, key }).then(
        (row) => setWhole((before) => new Map(before).set(key, { ...row, cut: 0 })),
        // The connection says what is wrong.
        () => {},
      );
    },
    [inspector, frame, session],
  );
  return [whole, showAll];
}
