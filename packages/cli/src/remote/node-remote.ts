/** What is loaded only to talk to a remote agent. */
export { remote } from '@emend/acp/node';
