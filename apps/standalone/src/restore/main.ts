import { restore } from '#engines';
import { settingsOf } from '#settings';
import { dataFolderOf } from '../data-folder-of.js';
import { runCommand } from '../run-command.js';

await runCommand(async (say, args) => {
  const [folder, ...more] = args.filter((arg) => arg !== '--replace');
  if (folder === undefined || more.length > 0) return say.usage('npm run restore -- FOLDER [--replace]');
  const dataDir = dataFolderOf(settingsOf('command'));
  const { manifest, replaced } = await restore(folder, dataDir, { replace: args.includes('--replace') });
  say.line(
    `${manifest.log.events} events, taken ${manifest.takenAt}, are in ${dataDir}; every chain is whole. ` +
      'The views are built at the next start.',
  );
  for (const problem of manifest.problems) say.problem(`As it was when the backup was taken: ${problem}`);
  if (replaced) say.line(`What was there before lies in ${replaced}. Delete it when you need it no more.`);
});
