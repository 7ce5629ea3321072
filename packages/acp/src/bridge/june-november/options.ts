/** What becomes of a notice for a June client, which does not know notices. */
export type NoticeRule = 'raw' | 'message' | 'drop';

/** Options for translating between June and November. */
export interface JuneNovemberOptions {
  /**
   * How long a June agent may stay silent after a prompt before a November client is told that the prompt was accepted, in
   * milliseconds; 0 tells it at once. Default: 1000.
   */
  readonly graceTime?: number;
  /**
   * Whether a June agent repeats every prompt as a message of the person when it takes it, as agents made with this library do. Only this
   * shows then that a prompt was accepted. Default: false.
   */
  readonly repeatsPrompts?: boolean;
  /** Whether the messages come from a recording, so that every prompt and every answer has reached its side already. Default: false. */
  readonly isRecording?: boolean;
  /**
   * What becomes of a notice for a June client: the update as it is, which June readers keep as an unknown one; a message of the
   * agent; or nothing. Default: `raw`.
   */
  readonly notices?: NoticeRule;
}
