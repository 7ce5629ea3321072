import { useState } from 'react';
import { useSelection, useSelectionStore } from '../selection/selected.tsx';
import { count } from '../text/figures.ts';
import { Dialog } from './dialog.tsx';

/** Asks for the number of a frame, and goes there. */
export function GoTo({ onClose }: { onClose: () => void }) {
  const { frames, frame } = useSelection();
  const store = useSelectionStore();
  const [text, setText] = useState('');
  const number = Number(text.replaceAll(',', ''));
  const isGood = text.trim() !== '' && Number.isInteger(number) && number >= 0 && number <= frames;
  return (
    <Dialog name="Go to frame" onClose={onClose}>
      <form
        className="go-to"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isGood) return;
          store.goTo(number);
          onClose();
        }}
      >
        <label htmlFor="go-to-number">Go to frame</label>
        <input
          id="go-to-number"
          className="mono"
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          placeholder={String(frame)}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className="button primary" disabled={!isGood}>
          Go
        </button>
        <p role="status" className="muted">
          {text === '' || isGood ? `0 to ${count(frames)}` : `A number from 0 to ${count(frames)} is needed.`}
        </p>
      </form>
    </Dialog>
  );
}
