import { type Conversion, converted } from '../../conversion.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { configOptionsToV1 } from './config-option.ts';
import { mcpServersToV1 } from './mcp.ts';

/** A request to start a session as v1 has it. */
export function newSessionRequestToV1(request: june.NewSessionRequest): Conversion<v1.NewSessionRequest> {
  const servers = mcpServersToV1(request.mcpServers);
  return servers.ok ? converted({ ...request, mcpServers: servers.value }) : servers;
}

/** A request to bring a session back with its history as v1 has it. */
export function loadSessionRequestToV1(request: june.LoadSessionRequest): Conversion<v1.LoadSessionRequest> {
  const servers = mcpServersToV1(request.mcpServers);
  return servers.ok ? converted({ ...request, mcpServers: servers.value }) : servers;
}

/** A request to bring a session back without its history as v1 has it. */
export function resumeSessionRequestToV1(request: june.ResumeSessionRequest): Conversion<v1.ResumeSessionRequest> {
  const { mcpServers, ...rest } = request;
  if (mcpServers === undefined) return converted(rest);
  const servers = mcpServersToV1(mcpServers);
  return servers.ok ? converted({ ...rest, mcpServers: servers.value }) : servers;
}

type Options = { readonly configOptions?: readonly june.SessionConfigOption[] | null };

function withOptions<Response extends Options>(
  response: Response,
): Conversion<Omit<Response, 'configOptions'> & { configOptions?: readonly v1.SessionConfigOption[] | null }> {
  const { configOptions, ...rest } = response;
  if (configOptions === undefined) return converted(rest);
  if (configOptions === null) return converted({ ...rest, configOptions });
  const options = configOptionsToV1(configOptions);
  return options.ok ? converted({ ...rest, configOptions: options.value }) : options;
}

/** A started session as v1 has it; modes are the stateful bridge's business. */
export function newSessionResponseToV1(response: june.NewSessionResponse): Conversion<v1.NewSessionResponse> {
  return withOptions(response) as Conversion<v1.NewSessionResponse>;
}

/** A loaded session as v1 has it. */
export function loadSessionResponseToV1(response: june.LoadSessionResponse): Conversion<v1.LoadSessionResponse> {
  return withOptions(response);
}

/** A resumed session as v1 has it. */
export function resumeSessionResponseToV1(response: june.ResumeSessionResponse): Conversion<v1.ResumeSessionResponse> {
  return withOptions(response);
}
