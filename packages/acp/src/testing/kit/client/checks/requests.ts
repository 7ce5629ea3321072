import { dialects } from '../../../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { formatIssue } from '../../../../protocol/reading/issue.ts';
import { type Answer, isAnswer } from '../../peer-line.ts';
import { fail, type SeenFrame, skip, warn } from '../../verdict.ts';
import type { ClientCheck } from '../client-check.ts';
import { type ClientLine, sessionId } from '../client-line.ts';
import type { ClientStage } from '../client-stage.ts';
import type { PromptedClient } from '../open-client.ts';

const unknownMethod = -32601;
const requestCancelled = -32800;

/** How a client answers other requests of an agent. */
export const requestChecks: readonly ClientCheck[] = [
  {
    id: 'requests.unknown-method',
    title: 'a request with a method that the client does not know is answered with the error -32601.',
    requirements: { v1: ['B10'], june: ['B10'], november: ['B10'] },
    async run(stage) {
      const { client } = await stage.prompted();
      for (const method of ['_emend.check/unknown', 'emend_check/unknown']) {
        const { sent, answer } = client.line.ask(method, { some: 'params' });
        const { error, frame } = await answer;
        if (error === undefined) fail('it was answered with a result', sent, frame);
        if (error['code'] !== unknownMethod) warn(`it was answered with the error ${error['code']}`, sent, frame);
      }
    },
  },
  {
    id: 'requests.unknown-notification',
    title: 'a notification that the client does not know is ignored, and not answered.',
    requirements: { v1: ['B4', 'B11'], june: ['B4', 'B11'], november: ['B4', 'B11'] },
    async run(stage) {
      const { client } = await stage.prompted();
      const from = client.line.frames.length;
      const sent = client.line.notify('_emend.check/told', { some: 'params' });
      await stage.alive(client, 'a notification that nobody knows', sent);
      const answered = client.line.frames.slice(from).find(({ from: side, message }) => {
        return side === 'client' && isObject(message) && 'error' in message && message['id'] === undefined;
      });
      if (answered !== undefined) fail('it was answered', sent, answered);
    },
  },
  {
    id: 'requests.ids',
    title: 'an answer has the id of its request, and the version of JSON-RPC.',
    requirements: { v1: ['B5'], june: ['B5'], november: ['B5'] },
    async run(stage) {
      const { client } = await stage.prompted();
      for (const id of ['emend-check-ä-1', 0, 2 ** 40]) {
        const answer = client.line.answerTo(id, `a request with the id ${JSON.stringify(id)}`);
        const sent = client.line.send({ jsonrpc: '2.0', id, method: '_emend.check/unknown', params: {} });
        const { frame } = await needingAnswers(stage, answer);
        const isVersioned = isObject(frame.message) && frame.message['jsonrpc'] === '2.0';
        if (!isVersioned) fail('it does not say "jsonrpc": "2.0"', sent, frame);
      }
    },
  },
  {
    id: 'requests.files',
    title: 'files are read and written for the agent if the client offers it, and only then.',
    requirements: { v1: ['C1'] },
    async run(stage) {
      const prompted = await stage.prompted();
      const offered = offers(stage, 'fs');
      const path = stage.newFile(cwdOf(prompted));
      const { client } = prompted;
      const content = 'One\nTwo\nÄ\n';
      const write = await call(client, 'fs/write_text_file', { sessionId, path, content });
      const read = await call(client, 'fs/read_text_file', { sessionId, path });
      const canWrite = isObject(offered) && offered['writeTextFile'] === true;
      const canRead = isObject(offered) && offered['readTextFile'] === true;
      judge(canWrite, write, 'fs/write_text_file');
      judge(canRead, canWrite || !canRead ? read : { ...read, isOptional: true }, 'fs/read_text_file');
      if (!canWrite || !canRead || write.answer.error !== undefined) return;
      const given = isObject(read.answer.result) ? read.answer.result['content'] : undefined;
      if (given !== content) fail('what was read is not what was written', write.sent, read.sent, read.answer.frame);
    },
  },
  {
    id: 'requests.file-lines',
    title: 'a part of a file is read from a line on, counted from 1, and only so many lines of it.',
    requirements: { v1: ['B3'] },
    async run(stage) {
      const offered = offers(stage, 'fs');
      if (!isObject(offered) || offered['readTextFile'] !== true || offered['writeTextFile'] !== true)
        skip('the client does not offer to read and write files');
      const prompted = await stage.prompted();
      const path = stage.newFile(cwdOf(prompted));
      const { client } = prompted;
      const lines = ['first', 'second', 'third', 'fourth', 'fifth'];
      const write = await call(client, 'fs/write_text_file', { sessionId, path, content: `${lines.join('\n')}\n` });
      if (write.answer.error !== undefined) skip('needs requests.files, which does not pass');
      for (const part of [{ line: 2, limit: 2 }, { line: 4 }, { limit: 1 }, { line: 1, limit: 5 }]) {
        const { sent, answer } = await call(client, 'fs/read_text_file', { sessionId, path, ...part });
        const given = isObject(answer.result) ? answer.result['content'] : undefined;
        if (typeof given !== 'string') fail('a part of the file could not be read', sent, answer.frame);
        const from = (part.line ?? 1) - 1;
        const expected = lines.slice(from, part.limit === undefined ? undefined : from + part.limit);
        // Whether the end of the last line belongs to it is not laid down.
        if (given.replace(/\n$/, '') !== expected.join('\n'))
          fail(`${JSON.stringify(given)} was read, not ${JSON.stringify(expected.join('\n'))}`, sent, answer.frame);
      }
    },
  },
  {
    id: 'requests.terminals',
    title: 'commands are run for the agent if the client offers it, and only then.',
    requirements: { v1: ['C1'] },
    async run(stage) {
      const prompted = await stage.prompted();
      const isOffered = offers(stage, 'terminal') === true;
      const { client } = prompted;
      const created = await call(client, 'terminal/create', {
        sessionId,
        command: 'echo',
        args: ['emend-check'],
        cwd: cwdOf(prompted),
      });
      judge(isOffered, created, 'terminal/create');
      if (!isOffered || created.answer.error !== undefined) return;
      const terminalId = isObject(created.answer.result) ? created.answer.result['terminalId'] : undefined;
      if (typeof terminalId !== 'string') fail('the answer names no terminal', created.sent, created.answer.frame);
      const waited = await call(client, 'terminal/wait_for_exit', { sessionId, terminalId });
      judge(true, waited, 'terminal/wait_for_exit');
      const output = await call(client, 'terminal/output', { sessionId, terminalId });
      judge(true, output, 'terminal/output');
      const text = isObject(output.answer.result) ? output.answer.result['output'] : undefined;
      if (typeof text !== 'string' || !text.includes('emend-check'))
        fail('the output of the command is not there', created.sent, output.answer.frame);
      judge(true, await call(client, 'terminal/release', { sessionId, terminalId }), 'terminal/release');
    },
  },
  {
    id: 'requests.elicitation',
    title:
      'the user is asked for information if the client offers it, and only then; a question that is withdrawn is still answered.',
    requirements: { november: ['N43', 'B19'] },
    async run(stage) {
      const { client } = await stage.prompted();
      const capabilities = stage.survey.initialize?.params['capabilities'];
      const offered = isObject(capabilities) ? capabilities['elicitation'] : undefined;
      const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
      const params = { sessionId, mode: 'form', message: 'Who are you?', requestedSchema };
      if (isObject(offered) && isObject(offered['form'])) await askAndWithdraw(stage, client, params);
      else judge(false, await call(client, 'elicitation/create', params), 'elicitation/create');
    },
  },
];

/** Asks the user for information and withdraws the question at once: whoever is asked may think for long, but then there is nothing left to think about. */
async function askAndWithdraw(stage: ClientStage, client: ClientLine, params: JsonObject): Promise<void> {
  const { id, sent, answer } = client.line.ask('elicitation/create', params);
  const withdrawal = client.line.notify('$/cancel_request', { requestId: id });
  const { error, result, frame } = await answer;
  if (error?.['code'] === unknownMethod) fail('the client offers elicitation/create and does not know it', sent, frame);
  if (error !== undefined && error['code'] !== requestCancelled)
    warn(`it was answered with the error ${error['code']}`, sent, withdrawal, frame);
  const read = dialects.november.methods['elicitation/create']?.result?.decode(result, 'strict');
  if (error === undefined && read?.ok === false)
    fail(`the answer is malformed: ${read.issues.map(formatIssue).join('; ')}`, sent, frame);
  const content = isObject(result) && isObject(result['content']) ? result['content'] : {};
  if (content['name'] !== undefined && typeof content['name'] !== 'string')
    fail('the answer is not what was asked for', sent, frame);
  await stage.alive(client, 'a question that was withdrawn', sent, withdrawal);
  const answers = client.line.frames.filter(
    ({ from, message }) => from === 'client' && isAnswer(message) && message['id'] === id,
  );
  if (answers.length !== 1) fail(`it was answered ${answers.length} times`, sent, withdrawal, ...answers);
}

/** A request of the kit with its answer. */
interface Called {
  readonly sent: SeenFrame;
  readonly answer: Answer;
  /** Whether an error may have a reason of its own. */
  readonly isOptional?: boolean;
}

async function call(client: ClientLine, method: string, params: JsonObject): Promise<Called> {
  const { sent, answer } = client.line.ask(method, params);
  return { sent, answer: await answer };
}

/** Checks that a request was served if it was offered, and refused if not. */
function judge(isOffered: boolean, { sent, answer, isOptional = false }: Called, method: string): void {
  const { error, frame } = answer;
  if (!isOffered) {
    if (error === undefined) fail(`${method} was served, though the client does not offer it`, sent, frame);
    if (error['code'] !== unknownMethod) warn(`${method} was refused with the error ${error['code']}`, sent, frame);
    return;
  }
  if (error?.['code'] === unknownMethod) fail(`the client offers ${method} and does not know it`, sent, frame);
  if (error !== undefined && !isOptional) warn(`${method} was refused: ${error['message']}`, sent, frame);
}

function offers({ survey }: ClientStage, capability: string): unknown {
  const capabilities = survey.initialize?.params['clientCapabilities'];
  return isObject(capabilities) ? capabilities[capability] : undefined;
}

/** The working directory of the session, without a separator at its end. */
function cwdOf({ request }: PromptedClient): string {
  const { cwd } = request.params;
  return typeof cwd === 'string' ? cwd.replace(/[\\/]$/, '') : skip('needs session.new, which fails');
}

async function needingAnswers(stage: ClientStage, answer: Promise<Answer>): Promise<Answer> {
  if (!stage.survey.answersUnknown) {
    answer.catch(() => {});
    skip('needs requests.unknown-method, which fails');
  }
  return answer;
}
