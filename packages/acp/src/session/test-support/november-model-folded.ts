import type { NovemberModel } from './november-model.ts';
import { filled, type Json, type ModelTurn } from './november-model-values.ts';

/** Returns what the model would print. */
export function foldedModel(model: NovemberModel): Json {
  const referred = model.calls
    .flatMap(({ content }) => content as Json[])
    .filter((item) => item['type'] === 'terminal');
  const told = new Set(model.terminals.map(({ fields }) => fields['terminalId']));
  const untold = new Set(referred.map((item) => item['terminalId']).filter((id) => !told.has(id)));
  const own = {
    terminals: [
      ...model.terminals.map(({ fields, bytes }) => ({ ...fields, output: Buffer.from(bytes).toString('utf8') })),
      ...[...untold].map((terminalId) => ({ terminalId, output: '' })),
    ],
    compactions: model.compactions.map(({ fields, summary }) => ({ ...fields, summary })),
    activity: model.now,
  };
  return {
    messages: model.messages.map(({ kind, messageId, content, meta }) =>
      filled({ kind, messageId, content, _meta: meta }),
    ),
    toolCalls: model.calls.map(({ fields: { capabilities: _, ...fields }, content, locations }) => ({
      ...fields,
      kind: fields['kind'] ?? 'other',
      status: fields['status'] ?? 'pending',
      content,
      locations,
    })),
    plans: model.plans.map(({ folded }) => folded),
    ...(model.isNovember ? own : {}),
    timeline: model.timeline.map((entry) => {
      if (entry['message'] === undefined) return entry;
      const isShared = model.messages.filter(({ messageId }) => messageId === entry['message']).length > 1;
      return isShared ? entry : { message: entry['message'] };
    }),
    availableCommands: model.commands,
    configOptions: model.options,
    ...filled({
      info: Object.keys(model.info).length === 0 ? undefined : model.info,
      usage: model.usage,
      permissions: model.permissions.length === 0 ? undefined : model.permissions,
      turns: model.turns.length === 0 ? undefined : model.turns.map((turn, number) => foldedTurn(model, turn, number)),
    }),
    diagnostics: model.diagnostics,
  };
}

function foldedTurn(model: NovemberModel, turn: ModelTurn, number: number): Json {
  const ids = model.calls.filter((call) => call.isCancelled && call.turn === number);
  return filled({
    status: turn.status,
    message: turn.message,
    prompt: turn.isShown || turn.prompt.length === 0 ? undefined : turn.prompt,
    stopReason: turn.stopReason,
    error: turn.error,
    cancelled: turn.cancelled ? true : undefined,
    outOfContext: turn.stopReason === 'refusal' ? true : undefined,
    cancelledToolCalls: ids.length === 0 ? undefined : ids.map(({ fields }) => fields['toolCallId']),
    start: turn.start,
    end: turn.end,
  });
}
