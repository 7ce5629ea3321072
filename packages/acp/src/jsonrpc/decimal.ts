/** Whether two JSON numbers are the same number, however they are written; minus zero is not zero. */
export function isSameDecimal(one: string, other: string): boolean {
  return one === other || normalForm(one) === normalForm(other);
}

const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The sign, the digits that count, and the power of ten of the last of them: one text for each number. */
function normalForm(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts.exec(text) ?? [text];
  const digits = whole + fraction;
  // By character: a pattern for the zeros at the end would look at each run of zeros again and again.
  let from = 0;
  while (digits[from] === '0') from += 1;
  if (from === digits.length) return `${sign}0`;
  let to = digits.length;
  while (digits[to - 1] === '0') to -= 1;
  const power = Number(exponent) - fraction.length + (digits.length - to);
  return `${sign}${digits.slice(from, to)}e${power}`;
}
