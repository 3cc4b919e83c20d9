import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedOpeners, openDataFolder, rejectWhileInUse, serverOpeners } from '#engines';
import { settingsOf } from '#settings';
import { runCommand } from '../run-command.js';
import { TargetInUse, moveService, type MovableStores } from './move.js';

const SAY_EVERY_MS = 2_000;

await runCommand(async (say, args) => {
  const settings = settingsOf('command');
  const dataDir = settings.DATA_DIR;
  const { openers, close } = await serverOpeners(settings);
  if (args.length > 0 || (!openers.log && !openers.vault))
    return say.usage('EVENTSTORE_URL=... MONGO_URL=... DATA_DIR=... npm run move');
  if (!existsSync(join(dataDir, 'events.db'))) throw new Error(`There is no service in ${dataDir}.`);
  rejectWhileInUse(dataDir);
  openDataFolder(dataDir);
  const here = embeddedOpeners(dataDir);
  const opened: { close(): Promise<void> }[] = [{ close }];
  const open = async <Engine extends { close(): Promise<void> }>(opener: () => Promise<Engine>): Promise<Engine> => {
    const engine = await opener();
    opened.unshift(engine);
    return engine;
  };
  try {
    const source: MovableStores = {
      vault: await open(here.vault),
      log: await open(here.log),
      files: await here.files(),
      deliveries: await open(here.deliveries),
    };
    const target: Partial<MovableStores> = {
      ...(openers.vault && { vault: await open(openers.vault) }),
      ...(openers.log && { log: await open(openers.log) }),
      ...(openers.files && { files: await openers.files() }),
      ...(openers.deliveries && { deliveries: await open(openers.deliveries) }),
    };
    let saidAt = performance.now();
    const { log, vault, files, deliveries } = await moveService(source, target, (what, count) => {
      if (performance.now() - saidAt < SAY_EVERY_MS) return;
      saidAt = performance.now();
      say.line(`  ${what}: ${count}`);
    });
    if (vault !== null) say.line(`vault: ${vault} entries`);
    if (files) say.line(`files: ${files.count}`);
    for (const hash of files?.damaged ?? []) say.problem(`File ${hash} was damaged here already.`);
    if (log)
      say.line(
        `log: ${log.events} events, ${log.written} of them written now; every hash is the same, every chain is whole`,
      );
    if (deliveries !== null) say.line(`deliveries of webhooks: ${deliveries}`);
    else
      say.line(
        `Deliveries of webhooks stay in ${dataDir} and name places of the log here. Delete deliveries.db: ` +
          'endpoints get the events of the last 90 days once more.',
      );
    say.line(`Start the service with the same variables. ${dataDir} was left as it is.`);
  } catch (error) {
    if (!(error instanceof TargetInUse)) throw error;
    say.line(error.message);
  } finally {
    for (const engine of opened) await engine.close();
  }
});
