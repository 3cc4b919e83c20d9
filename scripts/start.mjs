// npm start: everything in one process on the embedded engines.
import { prepare } from './prepare.mjs';

prepare();
await import('../dist/apps/standalone/src/main.js');
