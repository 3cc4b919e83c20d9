// npm run generate -- 100000 [--seed TEXT] [--until DATE]: histories of consignments into DATA_DIR, for trying out and measuring.
import { prepare } from './prepare.mjs';

prepare({ console: false });
await import('../dist/apps/standalone/src/generate/main.js');
