import { wholeStart } from '@emend/acp/view';
import './json-tree.css';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import type { Problem } from '../../api/problem.ts';
import { count, counted } from '../text/figures.ts';
import { sentence } from '../text/sentence.ts';
import { visible } from '../text/visible.ts';
import { entryStep, longText, type TreeLine, type TreeState, treeLines } from './json-tree.ts';

/** What is shown of a text that is open. */
const openText = 20_000;

function TextValue({ text, isOpen }: { text: string; isOpen: boolean }) {
  const most = isOpen ? openText : longText;
  const shown = wholeStart(text, most);
  const rest = text.length - shown.length;
  return (
    <>
      <span className={isOpen ? 'tree-text is-open foreign' : 'tree-text foreign'}>
        {isOpen ? visible(shown) : visible(JSON.stringify(shown).slice(0, rest > 0 ? -1 : undefined))}
      </span>
      {rest > 0 && <span className="muted"> … {counted(rest, 'more character')}</span>}
    </>
  );
}

function Value({ line }: { line: TreeLine }) {
  const { kind, value, size, isOpen } = line;
  if (kind === 'text') return <TextValue text={value as string} isOpen={isOpen === true} />;
  if (kind === 'number' || kind === 'word') return <span className={`tree-${kind}`}>{String(value)}</span>;
  const [before, after] = kind === 'array' ? '[]' : '{}';
  if (size === 0) return <span className="muted">{`${before}${after}`}</span>;
  const words = kind === 'array' ? counted(size, 'item') : counted(size, 'property', 'properties');
  return <span className="muted">{isOpen ? words : `${before} ${words} ${after}`}</span>;
}

function Line({ line, id, isActive, onPress }: { line: TreeLine; id: string; isActive: boolean; onPress: () => void }) {
  const { depth, name, isOpen, more, problems } = line;
  return (
    <li
      role="treeitem"
      id={id}
      aria-level={depth + 1}
      aria-expanded={isOpen}
      aria-selected={isActive}
      className={`tree-line${isActive ? ' is-active' : ''}`}
      style={{ paddingInlineStart: 34 + Math.min(depth, 40) * 14 }}
      onClick={onPress}
    >
      <span className="tree-mark" aria-hidden="true">
        {isOpen === undefined ? '' : isOpen ? '▾' : '▸'}
      </span>
      {more !== undefined ? (
        <span className="link">{`${count(Math.min(more, entryStep))} more of ${count(more)}`}</span>
      ) : (
        <>
          {name !== undefined && (
            <span className="tree-name foreign">
              {visible(typeof name === 'string' ? wholeStart(name, longText) : String(name))}:{' '}
            </span>
          )}
          <Value line={line} />
        </>
      )}
      {problems.map((problem) => (
        <span key={problem.text} className={`tree-problem level-${problem.level}`}>
          {visible(sentence(wholeStart(problem.text, 1_000)))}
        </span>
      ))}
    </li>
  );
}

const closed: TreeState = { toggled: new Set(), shown: new Map() };

/** A JSON value as a tree that opens and closes, with problems at their places. */
export function JsonTree({ value, problems, name }: { value: unknown; problems: readonly Problem[]; name: string }) {
  const [state, setState] = useState(closed);
  const [active, setActive] = useState(0);
  const id = useId();
  const lines = useMemo(() => treeLines(value, state, problems), [value, state, problems]);
  const current = Math.min(active, lines.length - 1);

  const press = (line: TreeLine): void => {
    if (line.more !== undefined) {
      const shown = (state.shown.get(line.key) ?? entryStep) + entryStep;
      setState({ ...state, shown: new Map(state.shown).set(line.key, shown) });
    } else if (line.isOpen !== undefined) {
      const toggled = new Set(state.toggled);
      if (!toggled.delete(line.key)) toggled.add(line.key);
      setState({ ...state, toggled });
    }
  };

  const move = (index: number): void => {
    const next = Math.max(0, Math.min(index, lines.length - 1));
    setActive(next);
    document.getElementById(`${id}${next}`)?.scrollIntoView({ block: 'nearest' });
  };

  const parentOf = (index: number): number => {
    const depth = lines[index]?.depth ?? 0;
    return lines.findLastIndex((line, at) => at < index && line.depth < depth);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const line = lines[current];
    if (line === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      ArrowDown: () => move(current + 1),
      ArrowUp: () => move(current - 1),
      Home: () => move(0),
      End: () => move(lines.length - 1),
      ArrowRight: () => (line.isOpen === false ? press(line) : line.isOpen && move(current + 1)),
      ArrowLeft: () => (line.isOpen === true ? press(line) : move(parentOf(current))),
      Enter: () => press(line),
      ' ': () => press(line),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };

  return (
    <ul
      role="tree"
      aria-label={name}
      className="tree"
      tabIndex={0}
      aria-activedescendant={`${id}${current}`}
      onKeyDown={onKeyDown}
    >
      {lines.map((line, index) => (
        <Line
          key={line.more === undefined ? line.key : `more ${line.key}`}
          line={line}
          id={`${id}${index}`}
          isActive={index === current}
          onPress={() => {
            setActive(index);
            press(line);
          }}
        />
      ))}
    </ul>
  );
}
