// npm run rebuild -- <view>: builds a view anew beside the live one, from the shell; --help tells the rest.
import { prepare } from './prepare.mjs';

prepare({ console: false });
await import('../dist/apps/projector/src/shell/rebuild-main.js');
