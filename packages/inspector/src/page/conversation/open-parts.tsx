import { createContext, type ReactNode, use, useState } from 'react';

/** Which parts of a conversation a person has opened or closed: rows that scroll out of sight are made anew when they come back. */
const OpenParts = createContext<Map<string, boolean>>(new Map());

/** Remembers what is open in the conversation of a session. */
export function OpenPartsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [parts] = useState(() => new Map<string, boolean>());
  return <OpenParts value={parts}>{children}</OpenParts>;
}

/** Returns whether a part is open, and how to open or close it. */
export function useOpenPart(key: string, isOpenAtFirst = false): [boolean, (isOpen: boolean) => void] {
  const parts = use(OpenParts);
  const [isOpen, setOpen] = useState(() => parts.get(key) ?? isOpenAtFirst);
  return [
    isOpen,
    (next) => {
      parts.set(key, next);
      setOpen(next);
    },
  ];
}

/** A part with a line that opens it; what is in it is made only while it is open. */
export function OpenPart(props: {
  readonly name: string;
  readonly className?: string;
  readonly summary: ReactNode;
  readonly children: () => ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useOpenPart(props.name);
  return (
    <details className={props.className} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{props.summary}</summary>
      {isOpen && props.children()}
    </details>
  );
}
