import { type ReactNode, useEffect, useRef } from 'react';

/** A dialog over the page; Escape and a press outside of it close it. */
export function Dialog({ name, onClose, children }: { name: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={name}
      className="dialog"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div className="dialog-content">{children}</div>
    </dialog>
  );
}
