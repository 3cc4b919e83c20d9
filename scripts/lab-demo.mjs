// npm run lab:demo: runs the platform with demo data in a new temporary folder, and beside it the system of one
// laboratory (examples/lab-system). --port 3000, --lab-port 8090; --auto: submitted consignments pass the audit at
// once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connectLabSystem, signIn } from './lab/connect.mjs';
import { startLabSystem, startPlatform } from './lab/processes.mjs';
import { prepare } from './prepare.mjs';

/** The demo unit that lab1 works for. */
const UNIT = { id: '736e0494-c50f-5fb5-9296-7000562a5e79', code: 'TU001' };
const PASSWORD = 'Consign-2026!';

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '3000' },
    'lab-port': { type: 'string', default: '8090' },
    auto: { type: 'boolean', default: false },
  },
});
prepare();
const [port, labPort] = [Number(options.port), Number(options['lab-port'])];
const [platform, labUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${labPort}`];
const folder = mkdtempSync(join(tmpdir(), 'lab-demo-'));
const parts = [];
const stop = async () => {
  for (const end of parts.splice(0).toReversed()) await end();
  rmSync(folder, { recursive: true, force: true });
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);

try {
  parts.push(await startPlatform({ port, labHost: '127.0.0.1', dataDir: join(folder, 'platform') }));
  const admin = await signIn(platform, 'admin', PASSWORD);
  const { accessKey, webhookSecret } = await connectLabSystem({ admin, unitId: UNIT.id, labUrl, unitCode: UNIT.code });
  parts.push(
    await startLabSystem({
      port: labPort,
      PLATFORM: platform,
      ACCESS_KEY: accessKey,
      WEBHOOK_SECRET: webhookSecret,
      UNIT_CODE: UNIT.code,
      STATE_DIR: join(folder, 'lab'),
      AUTO: options.auto ? 'yes' : '',
    }),
  );
  process.stdout.write(`
  Platform    ${platform}
  Lab system  ${labUrl}

  Sign in to the platform as client1 (password ${PASSWORD}) and submit a consignment to 浙东交通工程检测中心有限公司;
  it appears in the lab system, whose steps the platform shows to client1 and to lab1.
  Check the platform from outside: npm run lab:check -- --url ${platform} --key ${accessKey} --listen 127.0.0.1:${labPort + 1}

`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  await stop();
  process.exitCode = 1;
}
