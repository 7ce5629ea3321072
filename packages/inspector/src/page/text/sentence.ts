/** Returns what is wrong as a sentence: with a capital, unless it begins with a name, and with an end. */
export function sentence(text: string): string {
  const begun = /^[a-z]+[ ,]/.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
  return begun === '' || /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
