import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import { offeredSetting } from '../agent/offered-options.ts';
import type { ClientSession } from '../client/session.ts';

/** Sets the options of a session that was taken up again as they were chosen before, as far as the agent offers that. */
export async function chooseAgain(
  session: ClientSession,
  chosen: readonly SessionConfigOption[],
  signal: AbortSignal,
): Promise<void> {
  for (const { id, currentValue: value } of chosen) {
    const { configOptions } = session.state;
    const isChosen = configOptions.some((option) => option.id === id && option['currentValue'] === value);
    if (isChosen || (typeof value !== 'string' && typeof value !== 'boolean')) continue;
    try {
      const wanted = { sessionId: session.id, configId: id, value: String(value) };
      const setting = offeredSetting(wanted, configOptions);
      await session.setConfigOption(id, setting.isOn ?? setting.value, { signal });
    } catch (error) {
      // What the agent does not offer or take any more stays as it is, and clients are told.
      if (!(error instanceof RpcError)) throw error;
    }
  }
}
