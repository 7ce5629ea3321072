/** The text that stands in November for a value of June that is named like a terminal, and is none that the client knows. */
export const terminalPlaceholder = '[terminal]';
