import { readNewPassword, runAccountCommand } from '../accounts/accounts-from-shell.js';

const USAGE = `npm run set-password -- USER --reason TEXT

Sets another password of an account, ends its sessions, and unlocks it. The password is asked for, or is the first line of
standard input; it is never an argument. Works beside a running service or without it: on the same DATA_DIR, or with the same
URLs in the environment.`;

await runAccountCommand(USAGE, async (accounts, { name, reason }, output) => {
  const account = await accounts.find(name);
  await accounts.setPassword(account, await readNewPassword(), reason);
  output.line(`The password of "${account.userName}" is set. All its sessions have ended.`);
  if (!account.active) output.line('The account is switched off, and stays so.');
});
