import fc from 'fast-check';

/** A number as a fraction of whole numbers, by the rules of arithmetic alone. */
function fractionOf(text: string): readonly [bigint, bigint] {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const power = BigInt(exponent) - BigInt(fraction.length);
  const digits = BigInt(whole.replace('-', '') + fraction) * (whole.startsWith('-') ? -1n : 1n);
  return power < 0n ? [digits, 10n ** -power] : [digits * 10n ** power, 1n];
}

/** Whether a number is the same when it was read and written again: by whole numbers, which need no rounding. */
export function comesBack(text: string): boolean {
  const written = JSON.stringify(JSON.parse(text));
  if (written === 'null') return false;
  const [a, b] = fractionOf(text);
  const [c, d] = fractionOf(written);
  return a * d === c * b && !(a === 0n && text.startsWith('-'));
}

const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${max}}$`));
const numbers = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: fc.oneof(fc.constantFrom('0', '9007199254740993', '1'), digits(22)),
    fraction: fc.option(fc.oneof(digits(4), digits(22)), { nil: undefined }),
    exponent: fc.option(fc.integer({ min: -345, max: 345 }), { nil: undefined }),
    e: fc.constantFrom('e', 'E', 'e+'),
  })
  .map(({ sign, whole, fraction, exponent, e }) => {
    const point = fraction === undefined ? '' : `.${fraction}`;
    const power = exponent === undefined ? '' : `${exponent < 0 ? 'e' : e}${exponent}`;
    return sign + (whole.replace(/^0+(?=\d)/, '') + point + power);
  });

/** A JSON text together with its numbers and their places, known from how it was made. */
export interface MadeText {
  readonly text: string;
  readonly numbers: readonly { readonly path: readonly (string | number)[]; readonly digits: string }[];
}

const spaces = fc.constantFrom('', ' ', '\t', '  ');
const words = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '\\"', '-0,', ':9007199254740993', '[1e999]'));
/** Without escapes: `JSON.parse` of Node 24.21 takes one escaped key for another if objects of the same shape had that before. */
const keys = words.filter((word) => JSON.stringify(word) === `"${word}"`);
const { json } = fc.letrec<{ json: MadeText }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    numbers.map((text): MadeText => ({ text, numbers: [{ path: [], digits: text }] })),
    words.map((word): MadeText => ({ text: JSON.stringify(word), numbers: [] })),
    fc.constantFrom('true', 'null').map((text): MadeText => ({ text, numbers: [] })),
    fc.tuple(fc.array(tie('json'), { maxLength: 4 }), spaces).map(([items, space]) => ({
      text: `[${items.map(({ text }) => space + text + space).join(',')}]`,
      numbers: items.flatMap((item, at) => item.numbers.map((one) => ({ ...one, path: [at, ...one.path] }))),
    })),
    fc
      .tuple(fc.uniqueArray(fc.tuple(keys, tie('json')), { maxLength: 4, selector: ([key]) => key }), spaces)
      .map(([members, space]) => ({
        text: `{${members.map(([key, { text }]) => `${space}${JSON.stringify(key)}${space}:${space}${text}${space}`).join(',')}}`,
        numbers: members.flatMap(([key, member]) =>
          member.numbers.map((one) => ({ ...one, path: [key, ...one.path] })),
        ),
      })),
  ),
}));

/** Any JSON texts, with many numbers of all lengths and with strings that look like numbers. */
export const jsonTexts: fc.Arbitrary<MadeText> = json;
