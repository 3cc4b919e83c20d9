import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { openEngines } from '#engines';
import { settingsOf } from '#settings';
import { runCommand, type Say } from '../run-command.js';
import { AccountsFromShell } from './accounts-from-shell.js';

type Work = (accounts: AccountsFromShell, asked: { name: string; reason: string }, say: Say) => Promise<void>;

/** Runs a command about one account: `npm run <command> -- USER --reason TEXT`. The reason is asked for where there is a terminal. */
export const runAccountCommand = (usage: string, work: Work): Promise<void> =>
  runCommand(async (say, args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { reason: { type: 'string' }, help: { type: 'boolean' } },
    });
    const [name, ...more] = positionals;
    if (values.help || name === undefined || more.length > 0) return say.usage(usage);
    const reason = values.reason ?? (process.stdin.isTTY ? await asked('Reason: ') : null);
    if (reason === null) return say.usage(usage);
    const engines = await openEngines(settingsOf('command'));
    try {
      await work(new AccountsFromShell(engines), { name, reason: reason.trim() }, say);
    } finally {
      await engines.close();
    }
  });

/** A new password: typed twice without being shown, or the first line of standard input. Never an argument, which every user of the machine can read. */
export const newPassword = async (): Promise<string> => {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? '';
  const password = await asked('New password: ', { hidden: true });
  if ((await asked('Once more: ', { hidden: true })) !== password) throw new Error('The two passwords differ.');
  return password;
};

const asked = async (question: string, { hidden = false } = {}): Promise<string> => {
  process.stderr.write(question);
  const output = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr;
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    if (hidden) process.stderr.write('\n');
  }
};
