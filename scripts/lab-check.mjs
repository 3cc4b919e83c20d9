// npm run lab:check -- --url <platform> --key <lk_...>: checks from outside, with an access key, the promises of the
// platform to lab systems. It only changes what it has created: pushes use ids that do not exist, and the endpoint that
// it registers is deleted. Checks that need other scopes than the key has are skipped and listed. --consignment <id> a
// consignment of the unit that waits for audit: it is passed, and received with --listen, to see real steps --listen
// <host:port> where this check listens for deliveries; the platform must reach it, and may (LAB_SYSTEM_HOSTS) Ends with
// 1 if a promise is broken.
import { parseArgs } from 'node:util';
import { callChecks } from './lab/check-calls.mjs';
import { feedChecks } from './lab/check-feed.mjs';
import { keyChecks } from './lab/check-keys.mjs';
import { webhookChecks } from './lab/check-webhooks.mjs';
import { connectPlatform } from './lab/platform-client.mjs';
import { runChecks } from './lab/report.mjs';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    key: { type: 'string' },
    consignment: { type: 'string' },
    listen: { type: 'string' },
  },
});
if (!URL.canParse(options.url ?? '') || !options.key) {
  process.stderr.write(
    'npm run lab:check -- --url https://platform.example --key lk_... [--consignment <id>] [--listen <host:port>]\n',
  );
  process.exit(2);
}
const platform = connectPlatform(options.url, options.key);
const isReachable = await platform.get('/healthz', {}, { token: null }).then(
  ({ status }) => status === 200,
  () => false,
);
if (!isReachable) {
  process.stderr.write(`${options.url} does not answer as the platform does\n`);
  process.exit(1);
}
const isPassed = await runChecks([
  ['Access keys', keyChecks(platform)],
  ['Calls of the specification', callChecks(platform, options)],
  ['Feed', feedChecks(platform)],
  ['Webhooks', webhookChecks(platform, options)],
]);
process.exit(isPassed ? 0 : 1);
