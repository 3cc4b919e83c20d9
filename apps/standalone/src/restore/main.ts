import { restore } from '#engines';
import { loadSettings } from '#settings';
import { dataFolderOf } from '../data-folder.js';
import { runCommand } from '../run-command.js';

await runCommand(async (output, args) => {
  const [folder, ...extraArgs] = args.filter((arg) => arg !== '--replace');
  if (folder === undefined || extraArgs.length > 0) return output.usage('npm run restore -- FOLDER [--replace]');
  const dataDir = dataFolderOf(loadSettings('command'));
  const { manifest, replacedFolder } = await restore(folder, dataDir, { replace: args.includes('--replace') });
  output.line(
    `${manifest.log.events} events, taken ${manifest.takenAt}, are in ${dataDir}; every chain is whole. ` +
      'The views are built at the next start.',
  );
  for (const problem of manifest.problems) output.problem(`As it was when the backup was taken: ${problem}`);
  if (replacedFolder)
    output.line(`What was there before lies in ${replacedFolder}. Delete it when you need it no more.`);
});
