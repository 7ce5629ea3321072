/** The menu of downloads in the title bar. */
export function Downloads() {
  return null;
}
