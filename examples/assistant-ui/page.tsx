/**
 * A page with assistant-ui and an agent that runs in the page, too. Bundle and open it with any tool for pages, for example
 *
 *     npx esbuild examples/assistant-ui/page.tsx --bundle --jsx=automatic --servedir=examples/assistant-ui --outdir=examples/assistant-ui
 */
import { connect, memoryPair, serve } from '@emend/acp';
import { createRoot } from 'react-dom/client';
import { demoAgent } from './agent.ts';
import { Thread } from './thread.tsx';

const [here, there] = memoryPair();
serve(demoAgent, there);
// Permission requests and forms wait until the page answers them.
const client = await connect(here, {
  permissions: 'wait',
  elicitation: { form: 'wait' },
  schedule: requestAnimationFrame,
});
const session = await client.newSession({ cwd: '/' });
const root = document.body.appendChild(document.createElement('main'));
createRoot(root).render(<Thread session={session} />);
