import { Peer } from '@emend/acp/jsonrpc';
import { stdio } from '@emend/acp/node';

// Answers every request with its parameters.
new Peer(stdio(), { otherRequest: (params) => params });
