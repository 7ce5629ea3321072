/** What the fragment of the address says: `#token=T&frame=N&session=S`. */
interface Address {
  readonly token?: string;
  /** Absent if the page follows the end. */
  readonly frame?: number;
  readonly session?: string;
  readonly view?: string;
}

/** Reads the fragment of an address; what it does not understand is left out. */
export function readAddress(hash: string): Address {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const token = fields.get('token');
  const frame = fields.get('frame');
  const session = fields.get('session');
  const view = fields.get('view');
  return {
    ...(token !== null && { token }),
    ...(frame !== null && /^\d{1,15}$/.test(frame) && { frame: Number(frame) }),
    ...(session !== null && { session }),
    ...(view !== null && { view }),
  };
}

/** Writes the fragment of an address. */
export function writeAddress({ token, frame, session, view }: Address): string {
  const fields = new URLSearchParams();
  if (token !== undefined) fields.set('token', token);
  if (frame !== undefined) fields.set('frame', String(frame));
  if (session !== undefined) fields.set('session', session);
  if (view !== undefined) fields.set('view', view);
  const text = fields.toString();
  return text === '' ? '' : `#${text}`;
}
