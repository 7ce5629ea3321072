// Loaded into a chat before all else: writing this to the terminal throws, as a mistake in drawing would.
if (process.argv.includes('chat')) {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (text, ...rest) => {
    if (String(text).includes('crash now')) throw new RangeError('the drawing failed');
    return write(text, ...rest);
  };
}
