import { backUp } from '#engines';
import { settingsOf } from '#settings';
import { dataFolderOf } from '../data-folder-of.js';
import { runCommand } from '../run-command.js';

await runCommand(async (say, [folder, ...more]) => {
  if (folder === undefined || more.length > 0) return say.usage('npm run backup -- FOLDER');
  const { log, files, problems } = await backUp(dataFolderOf(settingsOf('command')), folder);
  say.line(`${log.events} events of ${log.streams} streams, ${files.count} files, the vault: ${folder}`);
  say.line('It holds the keys of personal data and the hashes of passwords: keep it as you keep the service.');
  for (const problem of problems) say.problem(`The service was broken before: ${problem}`);
});
