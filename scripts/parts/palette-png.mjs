import { deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunksOf(png) {
  const chunks = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

const table = Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function checksum(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = table[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(checksum(body), body.length + 4);
  return whole;
}

/** Undoes the filters of the lines of a picture with 8 bits for each channel. */
function pixelsOf(data, width, height, channels) {
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= channels ? pixels[at - channels] : 0;
      const above = y > 0 ? pixels[at - stride] : 0;
      const corner = x >= channels && y > 0 ? pixels[at - stride - channels] : 0;
      const guess = left + above - corner;
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? above : corner;
      const added = [0, left, above, (left + above) >> 1, paeth][filter];
      pixels[at] = data[y * (stride + 1) + 1 + x] + added;
    }
  }
  return pixels;
}

function distance(one, other) {
  return [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
}

/** Returns 256 colours: the most frequent ones, then those that would suffer most from being replaced by one of them. */
function chosenColours(counts) {
  const sorted = [...counts].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
  const colours = sorted.slice(0, 96).map(([colour]) => colour);
  const left = sorted.slice(96).map(([colour, count]) => {
    return { colour, weight: Math.sqrt(count), far: Math.min(...colours.map((each) => distance(each, colour))) };
  });
  while (colours.length < 256 && left.length > 0) {
    let worst = 0;
    for (let index = 1; index < left.length; index++)
      if (left[index].far * left[index].weight > left[worst].far * left[worst].weight) worst = index;
    const [{ colour }] = left.splice(worst, 1);
    colours.push(colour);
    for (const one of left) one.far = Math.min(one.far, distance(one.colour, colour));
  }
  return colours;
}

/** Returns a picture of a page with at most 256 colours, which takes a fraction of the room. */
export function withPalette(png) {
  const chunks = chunksOf(png);
  const head = chunks.find(({ type }) => type === 'IHDR').data;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const channels = head[9] === 6 ? 4 : 3;
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const pixels = pixelsOf(inflateSync(packed), width, height, channels);
  const colourAt = (at) => (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += channels) counts.set(colourAt(at), (counts.get(colourAt(at)) ?? 0) + 1);
  const colours = chosenColours(counts);
  const indexes = new Map(colours.map((colour, index) => [colour, index]));
  const indexOf = (colour) => {
    let index = indexes.get(colour);
    if (index === undefined) {
      index = 0;
      for (let each = 1; each < colours.length; each++)
        if (distance(colours[each], colour) < distance(colours[index], colour)) index = each;
      indexes.set(colour, index);
    }
    return index;
  };
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = indexOf(colourAt((y * width + x) * channels));
  const newHead = Buffer.from(head);
  newHead.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', newHead),
    chunk('PLTE', Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
