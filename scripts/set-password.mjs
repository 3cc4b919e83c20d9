// npm run set-password -- <user>
import { prepare } from './prepare.mjs';

prepare({ console: false });
await import('../dist/apps/standalone/src/set-password/main.js');
