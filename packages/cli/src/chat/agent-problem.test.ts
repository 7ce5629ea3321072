import { RpcError } from '@emend/acp';
import { expect, test } from 'vitest';
import { type AgentCase, agentProblem } from './agent-problem.ts';

const remote: AgentCase = {
  target: { url: 'wss://a.example/acp', token: undefined },
  timeout: 1000,
  authMethods: [],
  stderrTail: '',
  noise: undefined,
  isOverrun: false,
};

test.each([
  ['/project', '--cwd /project'],
  ['/my project', "--cwd '/my project'"],
])('a session of another directory is refused with the option that opens it: %s', (cwd, option) => {
  const error = new RpcError(-32602, `The working directory of the session is ${cwd}, not /home.`, { cwd });
  const words = `The agent refused: The working directory of the session is ${cwd}, not /home. (-32602)\nOpen it with ${option}`;
  expect(agentProblem(error, remote).message).toBe(words);
});
