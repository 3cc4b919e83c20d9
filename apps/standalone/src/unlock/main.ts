import { runAccountCommand } from '../accounts/accounts-from-shell.js';

const USAGE = `npm run unlock -- USER --reason TEXT

Ends the waits that failed sign-ins have brought upon an account, and lets its right password in from anywhere for 15 minutes.
Works beside a running service or without it: on the same DATA_DIR, or with the same URLs in the environment.`;

await runAccountCommand(USAGE, async (accounts, { name, reason }, output) => {
  const account = await accounts.find(name);
  await accounts.unlock(account, reason);
  output.line(`"${account.userName}" is unlocked.`);
  if (!account.active) output.line('The account is switched off, and stays so.');
});
