import { createInterface } from 'node:readline';
import { type ClientSession, RpcError, type SessionState } from '@emend/acp';
import { formatIssue, isWritableMessage } from '@emend/acp/protocol';
import type { RequestPermissionRequest } from '@emend/acp/protocol/june';
import { leaveToOthers } from '@emend/acp/roles';
import { asNovember } from '@emend/acp/session';
import { createScreen } from '@emend/acp/view';
import type { ExitStatus } from '../command-entry.ts';
import { Problem } from '../output/problem.ts';
import { StateWords } from '../remote/state-words.ts';
import { neutralLine, shortLine } from '../terminal/neutral.ts';
import type { AgentLink, Decided, LinkListener } from './agent-link.ts';
import { agentProblem, turnErrorWords } from './agent-problem.ts';
import type { ChatOptions } from './chat-options.ts';
import { onlyLooksOn, whyLeftToOthers } from './left-to-others.ts';
import { NewNotices } from './notice-words.ts';
import { rowWords } from './plain-text.ts';
import { PlanBreaks } from './plan-breaks.ts';
import { missingWords, promptContent } from './prompt-content.ts';
import { StoppedCalls } from './stopped-calls.ts';
import { decidedWords, unattendedAnswer, unattendedWords } from './unattended-answer.ts';

/** The streams of a chat without a terminal. */
interface PlainStreams {
  readonly input: NodeJS.ReadableStream;
  write(text: string): void;
  /** Writes remarks for people, which are not part of the conversation. */
  note(text: string): void;
}

/** A conversation in a pipe: each line of input is a prompt, and only final text is written. */
export class PlainChat {
  readonly #link: AgentLink;
  readonly #options: ChatOptions;
  readonly #streams: PlainStreams;
  readonly #isJson: boolean;
  readonly #screen = createScreen();
  readonly #written = new Map<string, string>();
  readonly #remembered = { stopped: new StoppedCalls(), breaks: new PlanBreaks() };
  #lastWasCall = false;
  #isPrompting = false;
  readonly #leftFor = new Set<string>();
  readonly #notices = new NewNotices();
  readonly #connection: StateWords | undefined;
  #status: ExitStatus = 0;

  constructor(link: AgentLink, options: ChatOptions, streams: PlainStreams) {
    this.#link = link;
    this.#connection = link.remote && new StateWords(link.remote);
    this.#options = options;
    this.#streams = streams;
    this.#isJson = options.json === true;
  }

  /** Runs to the end of the input. Returns 1 if a prompt was answered with an error. */
  async run(): Promise<ExitStatus> {
    await this.#link.start({
      requestPermission: (request, { session }) => {
        const asked = { policy: this.#fixedAnswer, isPrompting: this.#isPrompting };
        const why = this.#options.watch === true ? onlyLooksOn : whyLeftToOthers(request, asked);
        if (why !== undefined) {
          this.#noteLeft(why);
          throw leaveToOthers();
        }
        const answer = unattendedAnswer(request, this.#fixedAnswer);
        this.#noteAnswer(request, session.state, answer);
        return answer;
      },
      onDecided: (decided) => this.#noteDecision(decided),
      onUpdate: (update, { state }) => this.#remembered.breaks.updated(update, state),
      ...(this.#isJson ? this.#updateWriter() : {}),
      onNoise: (text) =>
        this.#streams.note(`emend: The agent printed a line that is not a message: ${shortLine(text, 200)}\n`),
      onRestoring: (words) => this.#streams.note(`emend: ${words}\n`),
      onConnection: (state) => {
        const words = this.#connection?.wordsFor(state);
        if (words !== undefined) this.#streams.note(`emend: ${words}\n`);
      },
    });
    const session = await this.#link.openSession();
    if (this.#options.watch === true) {
      // Updates are written as they arrive, until somebody ends this process.
      const error = await this.#link.client.closed;
      throw agentProblem(error, this.#link.case());
    }
    this.#writeEntries(session.state);
    for await (const prompt of this.#prompts()) await this.#turn(session, prompt);
    return this.#status;
  }

  /** Writes how a permission request was answered without asking, since the agent may not mention it. */
  #noteAnswer(
    request: RequestPermissionRequest,
    { toolCalls }: SessionState,
    answer: ReturnType<typeof unattendedAnswer>,
  ): void {
    const call = toolCalls.get(request.toolCall.toolCallId);
    this.#remembered.stopped.answered(request, answer, call);
    const words = unattendedWords(request, call, answer, this.#fixedAnswer);
    this.#streams.note(`emend: ${words}\n`);
    if (this.#options.permissions === undefined)
      this.#streams.note('emend: To allow what the agent asks for, once each time, use --permissions allow.\n');
  }

  /** Writes once why requests are left to others. */
  #noteLeft(why: string): void {
    if (!this.#leftFor.has(why)) this.#streams.note(`emend: ${why}\n`);
    this.#leftFor.add(why);
  }

  #noteDecision({ sessionId, request, decision }: Decided): void {
    const { permissions } = this.#options;
    const call = this.#link.client.sessions.get(sessionId)?.state.toolCalls.get(request.toolCall.toolCallId);
    this.#remembered.stopped.answered(request, decision.option?.optionId ?? { outcome: 'cancelled' }, call);
    const file = typeof permissions === 'object' ? permissions.file : '';
    this.#streams.note(`emend: ${decidedWords(request, call, decision, file)}\n`);
  }

  /** The answer that all requests get. */
  get #fixedAnswer(): 'reject' | 'allow' | undefined {
    const { permissions } = this.#options;
    return typeof permissions === 'object' ? undefined : permissions;
  }

  async *#prompts(): AsyncGenerator<string> {
    if (this.#options.prompt.length > 0) {
      yield* this.#options.prompt;
      return;
    }
    let begun = '';
    for await (const line of createInterface({ input: this.#streams.input, crlfDelay: Number.POSITIVE_INFINITY })) {
      // A backslash at the end continues the prompt, as in a shell and as at the terminal.
      if (line.endsWith('\\')) {
        begun += `${line.slice(0, -1)}\n`;
        continue;
      }
      const prompt = begun + line;
      begun = '';
      if (prompt.trim() !== '') yield prompt;
    }
    if (begun.trim() !== '') yield begun.trimEnd();
  }

  async #turn(session: ClientSession, prompt: string): Promise<void> {
    const { agent } = this.#link.client;
    const { blocks, missing } = await promptContent(prompt, this.#options.cwd, agent.capabilities ?? {});
    for (const name of missing) this.#streams.note(`emend: ${missingWords(name)}\n`);
    this.#isPrompting = true;
    try {
      const { stopReason } = await session.prompt(blocks);
      this.#writeEntries(session.state);
      if (stopReason !== 'end_turn') this.#streams.note(`emend: The turn ended with ${neutralLine(stopReason)}.\n`);
    } catch (error) {
      this.#writeEntries(session.state);
      const loss = this.#link.lossOf(session);
      if (loss !== undefined) throw new Problem(loss);
      if (!(error instanceof RpcError)) throw agentProblem(error, this.#link.case());
      const words = turnErrorWords('The agent answered with an error', error, await this.#link.caseAfterAnswer());
      this.#streams.note(`emend: ${words}\n`);
      this.#status = 1;
    } finally {
      this.#isPrompting = false;
    }
  }

  /**
   * Writes updates in the draft of v2 that the agent speaks; those of a v1 agent, which are of both drafts, in November. A malformed update
   * is written as it came, so that readers notice it.
   */
  #updateWriter(): LinkListener {
    return {
      onUpdate: (update, { id }) => {
        const isMixed = this.#link.client.dialect === 'v1';
        this.#writeUpdate({ sessionId: id, update: isMixed ? asNovember(update) : update });
      },
      onMalformed: (event) => {
        if (event.type === 'malformed-update') return this.#writeUpdate(event.params);
        const parts = event.repairs.map((part) => shortLine(formatIssue(part), 200));
        this.#streams.note(
          `emend: Malformed parts of an update were left out: ${parts.slice(0, 3).join('; ')}${parts.length > 3 ? `; and ${parts.length - 3} more` : ''}\n`,
        );
      },
    };
  }

  #writeUpdate(params: unknown): void {
    const message = { jsonrpc: '2.0', method: 'session/update', params };
    if (isWritableMessage(message)) this.#streams.write(`${JSON.stringify(message)}\n`);
    else this.#streams.note('emend: An update of the agent was left out, since it is nested too deep to be written.\n');
  }

  /** Writes new entries, and again those that have changed since they were written. */
  #writeEntries(state: SessionState): void {
    for (const { text } of this.#notices.newIn(state))
      this.#streams.note(`emend: The agent says: ${text.replaceAll('\n', '\n  | ')}\n`);
    if (this.#isJson) return;
    for (const row of this.#screen(state)) {
      const { key } = row;
      const words = rowWords(state, row, this.#remembered);
      const before = this.#written.get(key);
      if (before === words) continue;
      this.#written.set(key, words);
      if (before === undefined && words === '') continue;
      const text =
        before === undefined ? words : `(changed) ${words === '' ? 'a message above was taken back' : words}`;
      const isCall = row.type === 'tool-call';
      const gap = this.#written.size === 1 || (isCall && this.#lastWasCall) ? '' : '\n';
      this.#streams.write(`${gap}${text}\n`);
      this.#lastWasCall = isCall;
    }
  }
}
