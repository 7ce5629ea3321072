/** Returns a web page that leads to an address at once. */
export function redirectPage(address: string): string {
  const target = address.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${target}">
<title>Emend inspector</title>
<p><a href="${target}">Open the inspector</a></p>
</html>
`;
}
