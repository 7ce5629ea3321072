import { type Agent, agent } from '@emend/acp';
import type { AgentAbilities } from '@emend/acp/roles';
import type { ToolSet } from 'ai';
import { checkLoop, type ModelLoop } from './model-loop.ts';
import { type ModelTurnOptions, runModelTurn } from './model-turn.ts';

/** Options of {@link agentFromModel}: everything that an agent may define besides its prompt handler, and how tools are shown. */
export interface ModelAgentOptions extends AgentAbilities, ModelTurnOptions {}

/**
 * Makes an agent of a model loop: a `ToolLoopAgent` of the AI SDK, another `Agent`, or a function that returns the result of `streamText`.
 * Clients may send pictures, audio and files to it, unless `accepts` says otherwise.
 */
export function agentFromModel(loop: ModelLoop, options: ModelAgentOptions = {}): Agent {
  checkLoop(loop);
  const { describeTool, contextSize, tools = toolsOf(loop), ...abilities } = options;
  const turnOptions: ModelTurnOptions = {
    ...(describeTool !== undefined && { describeTool }),
    ...(contextSize !== undefined && { contextSize }),
    ...(tools !== undefined && { tools }),
  };
  return agent({
    accepts: { image: true, audio: true, embeddedContext: true },
    ...abilities,
    prompt: (turn) => runModelTurn(turn, loop, turnOptions),
  });
}

function toolsOf(loop: ModelLoop): ToolSet | undefined {
  return 'tools' in loop && typeof loop.tools === 'object' && loop.tools !== null ? (loop.tools as ToolSet) : undefined;
}
