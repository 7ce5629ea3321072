import { type ReactNode, useEffect, useRef } from 'react';
import { Said } from '../said/said.tsx';
import type { Command } from './completion.ts';

/** The commands that what is typed may become. The text box keeps the focus, and says which one is chosen. */
export function CommandList(props: {
  readonly id: string;
  readonly commands: readonly Command[];
  readonly chosen: number;
  readonly onChoose: (command: Command) => void;
}): ReactNode {
  const { id, commands, chosen, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  // Newer browsers return a promise, which is no way to clean up.
  useEffect(() => void list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' }), [chosen]);
  return (
    <div className="command-list" ref={list} role="listbox" id={id} aria-label="Commands">
      {commands.map((command, index) => (
        <div
          key={command.name}
          role="option"
          id={`${id}-${index}`}
          aria-selected={index === chosen}
          onClick={() => onChoose(command)}
        >
          <span className="command-name">
            /<Said text={command.name} />
          </span>
          <span className="muted">
            <Said text={command.description.slice(0, 300)} />
          </span>
        </div>
      ))}
    </div>
  );
}
