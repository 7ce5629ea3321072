#!/usr/bin/env node
import { serve } from '@emend/acp';
import { stdio } from '@emend/acp/node';
import { myAgent } from './my-agent.ts';

// Editors start this file and talk to it over standard input and output.
serve(myAgent, stdio());
