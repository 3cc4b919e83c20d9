// npm run rebuild -- <view>: rebuilds a view beside the live build, from the shell; --help explains the options.
import { prepare } from './prepare.mjs';

prepare({ console: false });
await import('../dist/apps/projector/src/shell/rebuild-main.js');
