// npm run set-up
import { prepare } from './prepare.mjs';

prepare({ console: false });
await import('../dist/apps/standalone/src/set-up/main.js');
