// npm run move
import { prepare } from './prepare.mjs';

prepare({ console: false });
await import('../dist/apps/standalone/src/move/main.js');
