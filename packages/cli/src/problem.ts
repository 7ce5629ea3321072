/** Something a person can put right: a file, a peer. Said in one sentence, and the exit status is 1. */
export class Problem extends Error {
  override readonly name = 'Problem';
}
