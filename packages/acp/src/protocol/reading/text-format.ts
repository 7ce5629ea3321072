// What the November draft requires of some texts, beyond their being texts.

/** Returns whether a text is an absolute URI. */
export function isAbsoluteUri(uri: string): boolean {
  try {
    new URL(uri);
    return true;
  } catch {
    return false;
  }
}

const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** Returns whether a text is a date and time as RFC 3339 writes them. */
export function isDateTime(text: string): boolean {
  if (!dateTime.test(text)) return false;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  // A leap second is a valid time, though no date has it here.
  const time = text
    .slice(11)
    .replace(/^(\d\d:\d\d:)60/, '$159')
    .toUpperCase();
  return day.toJSON()?.startsWith(text.slice(0, 10)) === true && !Number.isNaN(Date.parse(`2000-01-01T${time}`));
}
