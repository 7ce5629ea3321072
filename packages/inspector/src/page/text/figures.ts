const number = new Intl.NumberFormat('en');

/** A number with its thousands set apart. */
export function count(value: number): string {
  return number.format(value);
}

/** A number with the word for one or for many. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** A size in bytes: `412 B`, `1.2 kB`. */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const [unit, power] =
    bytes < 999_950 ? (['kB', 1e3] as const) : bytes < 999_950_000 ? (['MB', 1e6] as const) : (['GB', 1e9] as const);
  return `${(bytes / power).toFixed(1)} ${unit}`;
}

/** A time since the start: `4.071`, `3:04.071`, `1:03:04.071`. */
export function clock(milliseconds: number): string {
  const all = Math.max(0, Math.round(milliseconds));
  const seconds = ((all % 60_000) / 1_000).toFixed(3);
  const minutes = Math.floor(all / 60_000) % 60;
  const hours = Math.floor(all / 3_600_000);
  if (hours > 0) return `${hours}:${String(minutes).padStart(2, '0')}:${seconds.padStart(6, '0')}`;
  return minutes > 0 ? `${minutes}:${seconds.padStart(6, '0')}` : seconds;
}

/** A duration in words: `12 ms`, `4.1 s`, `3 min 4 s`, `1 h 3 min`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}
