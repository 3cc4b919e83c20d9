// npm run check:servers [-- --eventstore --mongo --redis]
import { prepare } from './prepare.mjs';

prepare({ console: false });
await import('../dist/apps/standalone/src/check-servers/main.js');
