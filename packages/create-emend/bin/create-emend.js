#!/usr/bin/env node
// npm links a command when it installs, which in a clone is before anything is built; so the file it links is not built.
import '../dist/main.js';
