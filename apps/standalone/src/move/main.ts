import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedOpeners, openDataFolder, rejectWhileInUse, serverOpeners } from '#engines';
import { loadSettings } from '#settings';
import { runCommand } from '../run-command.js';
import { TargetInUse, moveService, type MovableStores } from './move.js';

const PROGRESS_INTERVAL_MS = 2_000;

await runCommand(async (output, args) => {
  const settings = loadSettings('command');
  const dataDir = settings.DATA_DIR;
  const { openers, close } = await serverOpeners(settings);
  if (args.length > 0 || (!openers.log && !openers.vault))
    return output.usage('EVENTSTORE_URL=... MONGO_URL=... DATA_DIR=... npm run move');
  if (!existsSync(join(dataDir, 'events.db'))) throw new Error(`There is no service in ${dataDir}.`);
  rejectWhileInUse(dataDir);
  openDataFolder(dataDir);
  const embedded = embeddedOpeners(dataDir);
  const resources: { close(): Promise<void> }[] = [{ close }];
  const open = async <Engine extends { close(): Promise<void> }>(opener: () => Promise<Engine>): Promise<Engine> => {
    const engine = await opener();
    resources.unshift(engine);
    return engine;
  };
  try {
    const source: MovableStores = {
      vault: await open(embedded.vault),
      log: await open(embedded.log),
      files: await embedded.files(),
      deliveries: await open(embedded.deliveries),
    };
    const target: Partial<MovableStores> = {
      ...(openers.vault && { vault: await open(openers.vault) }),
      ...(openers.log && { log: await open(openers.log) }),
      ...(openers.files && { files: await openers.files() }),
      ...(openers.deliveries && { deliveries: await open(openers.deliveries) }),
    };
    let printedAt = performance.now();
    const { log, vault, files, deliveries } = await moveService(source, target, (store, count) => {
      if (performance.now() - printedAt < PROGRESS_INTERVAL_MS) return;
      printedAt = performance.now();
      output.line(`  ${store}: ${count}`);
    });
    if (vault !== null) output.line(`vault: ${vault} entries`);
    if (files) output.line(`files: ${files.count}`);
    for (const hash of files?.damaged ?? []) output.problem(`File ${hash} was damaged here already.`);
    if (log)
      output.line(
        `log: ${log.events} events, ${log.newEvents} of them written now; every hash is the same, every chain is whole`,
      );
    if (deliveries !== null) output.line(`deliveries of webhooks: ${deliveries}`);
    else
      output.line(
        `Deliveries of webhooks stay in ${dataDir} and name places of the log here. Delete deliveries.db: ` +
          'endpoints get the events of the last 90 days once more.',
      );
    output.line(`Start the service with the same variables. ${dataDir} was left as it is.`);
  } catch (error) {
    if (!(error instanceof TargetInUse)) throw error;
    output.line(error.message);
  } finally {
    for (const engine of resources) await engine.close();
  }
});
