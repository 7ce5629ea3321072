/** A comment, which readers ignore; it shows them and everything between that the stream is alive. */
export const keepAliveComment = ':\n\n';

/** Returns the text of an event. Without a frame it only moves the number of the last event, and is not delivered. */
export function eventText(number: number, frame: string | undefined): string {
  if (frame === undefined) return `id: ${number}\n\n`;
  // A line break in a JSON text can only be white space between tokens; in an event it would end the field.
  return `id: ${number}\ndata: ${/[\n\r]/.test(frame) ? frame.replace(/[\n\r]/g, ' ') : frame}\n\n`;
}
