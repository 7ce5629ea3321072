import type { Activity, Work } from './activity.ts';
import type { Compaction } from './compaction.ts';
import type { OpenElicitation } from './elicitation.ts';
import type { MessageKind } from './message.ts';
import type { ReceivedNotice } from './notice.ts';
import type { SessionState } from './state.ts';
import { Sequence } from './structures/sequence.ts';
import { SortedMap } from './structures/sorted-map.ts';
import { Table } from './structures/table.ts';
import { Vector } from './structures/vector.ts';
import type { Terminal } from './terminal.ts';

/** The parts of a state that few events change. They are one field of the state, so that a copy of it stays cheap. */
export interface RareParts {
  readonly phase: 'live' | 'replaying' | 'loaded';
  readonly beforeLoad: SessionState | undefined;
  /** Whether something of November was received. */
  readonly isNovember: boolean;
  /** The kinds of which there has been a message. */
  readonly kinds: readonly MessageKind[];
  /** What the agent last said it is doing; undefined if it never did. */
  readonly told: Activity | undefined;
  /** What it said when work last ended; undefined if none has. */
  readonly lastIdle: Activity | undefined;
  /** How often work has ended, by what the agent said. */
  readonly completions: number;
  /** Whether the agent has ever listed its work in the background. */
  readonly listsBackground: boolean;
  readonly works: Vector<Work>;
  /** Number of works that a limit has dropped. */
  readonly droppedWorks: number;
  /** The open turns whose prompts are inserted; the end of the work ends them. */
  readonly inserted: SortedMap<number, true>;
  /** The tool calls that were first seen in the work that goes on. */
  readonly calls: Sequence<string>;
  /** The completions at the first sight of each user message that may repeat a prompt that is not inserted yet. */
  readonly sights: SortedMap<string, number>;
  readonly terminals: Table<Terminal>;
  readonly compactions: Table<Compaction>;
  readonly notices: readonly ReceivedNotice[];
  readonly elicitations: readonly OpenElicitation[];
}

/** The rare parts of a new session. */
export const noRareParts: RareParts = Object.freeze({
  phase: 'live',
  beforeLoad: undefined,
  isNovember: false,
  kinds: Object.freeze([]),
  told: undefined,
  lastIdle: undefined,
  completions: 0,
  listsBackground: false,
  works: Vector.empty<Work>(),
  droppedWorks: 0,
  inserted: SortedMap.empty<number, true>(),
  calls: Sequence.empty<string>(),
  sights: SortedMap.empty<string, number>(),
  terminals: Table.empty<Terminal>(),
  compactions: Table.empty<Compaction>(),
  notices: Object.freeze([]),
  elicitations: Object.freeze([]),
});
