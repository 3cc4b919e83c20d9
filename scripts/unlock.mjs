// npm run unlock -- <user>
import { prepare } from './prepare.mjs';

prepare({ console: false });
await import('../dist/apps/standalone/src/unlock/main.js');
