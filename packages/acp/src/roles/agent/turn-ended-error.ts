/** The error of a report that belongs to a turn which has ended. The updates of a turn must be sent before its handler returns. */
export class TurnEndedError extends Error {
  override readonly name = 'TurnEndedError';

  constructor() {
    super(
      'The turn has ended. Send its updates before the handler returns, or send later updates through the session.',
    );
  }
}
