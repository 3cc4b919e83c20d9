import { backUp } from '#engines';
import { loadSettings } from '#settings';
import { dataFolderOf } from '../data-folder.js';
import { runCommand } from '../run-command.js';

await runCommand(async (output, [folder, ...extraArgs]) => {
  if (folder === undefined || extraArgs.length > 0) return output.usage('npm run backup -- FOLDER');
  const { log, files, problems } = await backUp(dataFolderOf(loadSettings('command')), folder);
  output.line(`${log.events} events of ${log.streams} streams, ${files.count} files, the vault: ${folder}`);
  output.line('It holds the keys of personal data and the hashes of passwords: keep it as you keep the service.');
  for (const problem of problems) output.problem(`The service was broken before: ${problem}`);
});
