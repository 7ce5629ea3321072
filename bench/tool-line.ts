/** A line of what a tool prints, as an item of its content. */
export const toolLine = {
  type: 'content',
  content: { type: 'text', text: 'one line of the output of a tool, of the usual length' },
} as const;
