// npm run backup
import { prepare } from './prepare.mjs';

prepare({ console: false });
await import('../dist/apps/standalone/src/backup/main.js');
