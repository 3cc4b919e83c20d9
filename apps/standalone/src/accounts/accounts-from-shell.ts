import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type CommandContext, handle, load } from '#domain/event-sourcing';
import { reservation, reservationId } from '#domain/reference';
import { messageOfProblem } from '#domain/rules';
import { foldedName } from '#domain/text';
import { SHELL_OPERATOR, signIns, user, type User, type UserRow, users, passwordProblem } from '#domain/users';
import { type Engines, fingerprint, openEngines } from '#engines';
import { settingsOf } from '#settings';
import { Passwords } from '../../../api/src/auth/passwords.js';
import { signInStreamId, signInStreamKey } from '../../../api/src/auth/sign-in-attempts.js';
import { runCommand, type CommandOutput } from '../run-command.js';

type Account = User & { id: string };
const REASON_MAX = 200;

/**
 * What an operator does for an account on the shell, beside a running service or without it. Every change is an event
 * by the shell operator with a reason; each method throws Error, in words for the operator, and has changed nothing
 * then.
 */
class ShellAccountCommands {
  constructor(private readonly engines: Engines) {}

  /** The account by its user name, however spelt, or by an e-mail address that it has alone. */
  async find(name: string): Promise<Account> {
    const id =
      (await this.holderOf(foldedName(name))) ?? (await this.holderOf(name.toLowerCase())) ?? (await this.byMail(name));
    const { state } = id === null ? { state: null } : await load(this.engines.eventStore, user, id);
    if (id === null || !state || state.deleted) throw new Error(`There is no user "${name}".`);
    return { ...state, id };
  }

  /** Failed sign-ins of the account count no more, wherever they came from. */
  async unlock(account: Account, reason: string): Promise<void> {
    const context = byOperator(reason);
    await handle(this.engines.eventStore, user, account.id, { type: 'UnlockUser', reason }, context);
    await this.forgive(account, reason);
  }

  /** Sets another password and unlocks the account; all its sessions end. */
  async setPassword(account: Account, password: string, reason: string): Promise<void> {
    const context = byOperator(reason);
    const weakness = passwordProblem(password, account.userName);
    if (weakness) throw new Error(`The password is too weak. ${messageOfProblem(weakness, 'en')}.`);
    const { eventStore } = this.engines;
    const passwords = new Passwords(this.engines, { decide: (...command) => handle(eventStore, ...command) });
    await passwords.replace(account.id, password, 'shell', context, reason);
    await this.forgive(account, reason);
  }

  private async forgive({ id }: Account, reason: string): Promise<void> {
    const context = byOperator(reason);
    const stream = await signInStreamId(this.engines.vault, signInStreamKey.account({ userId: id }));
    await handle(
      this.engines.eventStore,
      signIns,
      stream,
      { type: 'ForgiveFailures', at: context.at, reason },
      context,
    );
  }

  /** As the log says: views may stand still while the service is stopped. */
  private async holderOf(name: string): Promise<string | null> {
    const id = reservationId('userName', await fingerprint(this.engines.vault, name));
    const holder = (await load(this.engines.eventStore, reservation, id)).state?.holderId ?? null;
    if (holder === null) return null;
    return (await load(this.engines.eventStore, user, holder)).state ? holder : null;
  }

  private async byMail(address: string): Promise<string | null> {
    const { rows } = await this.engines.views.find<UserRow>(users, {
      where: [{ column: 'email', eq: address.trim().toLowerCase() }],
      limit: 2,
    });
    return rows.length === 1 ? (rows[0]?.id ?? null) : null;
  }
}

const byOperator = (reason: string): CommandContext => {
  if (reason.trim() === '' || reason.trim().length > REASON_MAX)
    throw new Error(`The reason has 1 to ${REASON_MAX} characters.`);
  const commandId = randomUUID();
  return { by: SHELL_OPERATOR, at: new Date().toISOString(), commandId, correlationId: commandId };
};

type Work = (
  accounts: ShellAccountCommands,
  request: { name: string; reason: string },
  say: CommandOutput,
) => Promise<void>;

/**
 * Runs a command about one account: `npm run <command> -- USER --reason TEXT`. The reason is asked for where there is a
 * terminal.
 */
export const runAccountCommand = (usage: string, work: Work): Promise<void> =>
  runCommand(async (say, args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { reason: { type: 'string' }, help: { type: 'boolean' } },
    });
    const [name, ...more] = positionals;
    if (values.help || name === undefined || more.length > 0) return say.usage(usage);
    const reason = values.reason ?? (process.stdin.isTTY ? await promptFor('Reason: ') : null);
    if (reason === null) return say.usage(usage);
    const engines = await openEngines(settingsOf('command'));
    try {
      await work(new ShellAccountCommands(engines), { name, reason: reason.trim() }, say);
    } finally {
      await engines.close();
    }
  });

/**
 * A new password: typed twice without being shown, or the first line of standard input. Never an argument, which every
 * user of the machine can read.
 */
export const readNewPassword = async (): Promise<string> => {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? '';
  const password = await promptFor('New password: ', { hidden: true });
  if ((await promptFor('Once more: ', { hidden: true })) !== password) throw new Error('The two passwords differ.');
  return password;
};

const promptFor = async (question: string, { hidden = false } = {}): Promise<string> => {
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
