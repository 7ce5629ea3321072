/** Returns an address that may become a link, as browsers understand it; undefined for any other scheme and for relative ones. */
export function linkAddress(href: string): string | undefined {
  const url = parsed(href);
  return url !== undefined && /^(?:https?|mailto):$/.test(url.protocol) ? url.href : undefined;
}

/** Returns whether an address is a picture in itself, of a kind that cannot act. */
export function isPicture(address: string): boolean {
  return /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(address);
}

/** Returns the address of a picture in base64; undefined for kinds that could act, and for what is no base64. */
export function pictureAddress(mimeType: string, data: string): string | undefined {
  const address = `data:${mimeType.toLowerCase()};base64,${data.replace(/\s+/g, '')}`;
  return isPicture(address) ? address : undefined;
}

function parsed(href: string): URL | undefined {
  try {
    return new URL(href);
  } catch {
    return undefined;
  }
}
