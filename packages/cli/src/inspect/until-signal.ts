const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves with the first signal that asks the process to end. The second one ends it at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    const onSignal = (): void => {
      if (isAsked) process.exit(1);
      isAsked = true;
      resolve();
    };
    for (const signal of signals) process.on(signal, onSignal);
  });
}
