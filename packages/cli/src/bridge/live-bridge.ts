// What `emend bridge` needs only once the agent is starting: the build puts it into its own file, which is loaded meanwhile.
export { bridge } from '@emend/acp/bridge';
export { localHost } from '@emend/acp/node';
