// npm run restore
import { prepare } from './prepare.mjs';

prepare({ console: false });
await import('../dist/apps/standalone/src/restore/main.js');
