/**
 * A silence is measured in parts, and what has arrived is read between them: a kit that was busy for the whole time must not
 * mistake its own silence for that of the peer.
 */
const parts = 4;

/** Calls back once nothing has been heard for a time; returns what ends the wait. */
export function whenSilent(milliseconds: number, heard: () => number, onSilent: () => void): () => void {
  let seen = heard();
  let silent = 0;
  let timer: ReturnType<typeof setTimeout>;
  const look = (): void => {
    const now = heard();
    silent = now === seen ? silent + 1 : 0;
    seen = now;
    if (silent >= parts) onSilent();
    else timer = setTimeout(look, milliseconds / parts);
  };
  timer = setTimeout(look, milliseconds / parts);
  return () => clearTimeout(timer);
}
