/** Returns whether two JSON numbers have the same value, however they are written. Minus zero differs from zero. */
export function isSameDecimal(one: string, other: string): boolean {
  return one === other || normalForm(one) === normalForm(other);
}

const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Returns the sign, the significant digits and the exponent of the last one: the same text for equal numbers. */
function normalForm(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts.exec(text) ?? [text];
  const digits = whole + fraction;
  // By character: a pattern for the trailing zeros would take quadratic time for many runs of zeros.
  let from = 0;
  while (digits[from] === '0') from += 1;
  if (from === digits.length) return `${sign}0`;
  let to = digits.length;
  while (digits[to - 1] === '0') to -= 1;
  const power = Number(exponent) - fraction.length + (digits.length - to);
  return `${sign}${digits.slice(from, to)}e${power}`;
}
