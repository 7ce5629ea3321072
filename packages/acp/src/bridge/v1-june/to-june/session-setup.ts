import { type Conversion, converted, type Loss } from '../../conversion.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { mcpServersToV2 } from './mcp.ts';

/** A request to start a session as v2 has it. */
export function newSessionRequestToV2(request: v1.NewSessionRequest): Conversion<june.NewSessionRequest> {
  const servers = mcpServersToV2(request.mcpServers);
  return servers.ok ? converted({ ...request, mcpServers: servers.value }) : servers;
}

/** A request to bring a session back with its history as v2 has it. */
export function loadSessionRequestToV2(request: v1.LoadSessionRequest): Conversion<june.LoadSessionRequest> {
  const servers = mcpServersToV2(request.mcpServers);
  return servers.ok ? converted({ ...request, mcpServers: servers.value }) : servers;
}

/** A request to bring a session back without its history as v2 has it. */
export function resumeSessionRequestToV2(request: v1.ResumeSessionRequest): Conversion<june.ResumeSessionRequest> {
  const { mcpServers, ...rest } = request;
  if (mcpServers === undefined) return converted(rest);
  const servers = mcpServersToV2(mcpServers);
  return servers.ok ? converted({ ...rest, mcpServers: servers.value }) : servers;
}

function withoutModes<Response extends { readonly modes?: v1.SessionModeState | null }>(
  response: Response,
): Conversion<Omit<Response, 'modes'>> {
  const { modes, ...rest } = response;
  const losses: Loss[] =
    modes === undefined || modes === null ? [] : [{ path: 'modes', lost: 'the modes of the session' }];
  return converted(rest, losses);
}

/** A started session as v2 has it: without modes, which only the stateful bridge can carry. */
export function newSessionResponseToV2(response: v1.NewSessionResponse): Conversion<june.NewSessionResponse> {
  return withoutModes(response);
}

/** A loaded session as v2 has it. */
export function loadSessionResponseToV2(response: v1.LoadSessionResponse): Conversion<june.LoadSessionResponse> {
  return withoutModes(response);
}

/** A resumed session as v2 has it. */
export function resumeSessionResponseToV2(response: v1.ResumeSessionResponse): Conversion<june.ResumeSessionResponse> {
  return withoutModes(response);
}
