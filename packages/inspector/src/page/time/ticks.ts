/** Returns round times within a length, at most ten, for the lines behind a picture. */
export function ticksOf(length: number): number[] {
  if (!(length > 0) || !Number.isFinite(length)) return [];
  const rough = length / 8;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const ticks: number[] = [];
  for (let count = 1; count * step < length && ticks.length < 10; count += 1) ticks.push(count * step);
  return ticks;
}
