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
import { loadSettings } from '#settings';
import { Passwords } from '../../../api/src/auth/passwords.js';
import { signInStreamId, signInStreamKey } from '../../../api/src/auth/sign-in-attempts.js';
import { runCommand, type CommandOutput } from '../run-command.js';

type Account = User & { id: string };
const REASON_MAX = 200;

/**
 * Actions of an operator for an account on the shell, beside a running service or without it. Every change is an event
 * by the shell operator with a reason. If a method throws an Error, whose message is for the operator, it has changed
 * nothing.
 */
class ShellAccountCommands {
  constructor(private readonly engines: Engines) {}

  /** Finds an account by its user name in any spelling, or by an e-mail address that no other account has. */
  async find(name: string): Promise<Account> {
    const id =
      (await this.findHolder(foldedName(name))) ??
      (await this.findHolder(name.toLowerCase())) ??
      (await this.findByEmail(name));
    const { state } = id === null ? { state: null } : await load(this.engines.eventStore, user, id);
    if (id === null || !state || state.deleted) throw new Error(`There is no user "${name}".`);
    return { ...state, id };
  }

  /** Resets the failed sign-ins of the account from all addresses. */
  async unlock(account: Account, reason: string): Promise<void> {
    const context = operatorContext(reason);
    await handle(this.engines.eventStore, user, account.id, { type: 'UnlockUser', reason }, context);
    await this.resetFailures(account, reason);
  }

  /** Sets another password and unlocks the account; all its sessions end. */
  async setPassword(account: Account, password: string, reason: string): Promise<void> {
    const context = operatorContext(reason);
    const weakness = passwordProblem(password, account.userName);
    if (weakness) throw new Error(`The password is too weak. ${messageOfProblem(weakness, 'en')}.`);
    const { eventStore } = this.engines;
    const passwords = new Passwords(this.engines, { decide: (...command) => handle(eventStore, ...command) });
    await passwords.replace(account.id, password, 'shell', context, reason);
    await this.resetFailures(account, reason);
  }

  private async resetFailures({ id }: Account, reason: string): Promise<void> {
    const context = operatorContext(reason);
    const stream = await signInStreamId(this.engines.vault, signInStreamKey.account({ userId: id }));
    await handle(
      this.engines.eventStore,
      signIns,
      stream,
      { type: 'ForgiveFailures', at: context.at, reason },
      context,
    );
  }

  /** Reads the log, because views may be outdated while the service is stopped. */
  private async findHolder(name: string): Promise<string | null> {
    const id = reservationId('userName', await fingerprint(this.engines.vault, name));
    const holder = (await load(this.engines.eventStore, reservation, id)).state?.holderId ?? null;
    if (holder === null) return null;
    return (await load(this.engines.eventStore, user, holder)).state ? holder : null;
  }

  private async findByEmail(address: string): Promise<string | null> {
    const { rows } = await this.engines.views.find<UserRow>(users, {
      where: [{ column: 'email', eq: address.trim().toLowerCase() }],
      limit: 2,
    });
    return rows.length === 1 ? (rows[0]?.id ?? null) : null;
  }
}

const operatorContext = (reason: string): CommandContext => {
  if (reason.trim() === '' || reason.trim().length > REASON_MAX)
    throw new Error(`The reason has 1 to ${REASON_MAX} characters.`);
  const commandId = randomUUID();
  return { by: SHELL_OPERATOR, at: new Date().toISOString(), commandId, correlationId: commandId };
};

type Work = (
  accounts: ShellAccountCommands,
  request: { name: string; reason: string },
  output: CommandOutput,
) => Promise<void>;

/**
 * Runs a command for one account: `npm run <command> -- USER --reason TEXT`. On a terminal it asks for a missing
 * reason.
 */
export const runAccountCommand = (usage: string, work: Work): Promise<void> =>
  runCommand(async (output, args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { reason: { type: 'string' }, help: { type: 'boolean' } },
    });
    const [name, ...extraArgs] = positionals;
    if (values.help || name === undefined || extraArgs.length > 0) return output.usage(usage);
    const reason = values.reason ?? (process.stdin.isTTY ? await promptFor('Reason: ') : null);
    if (reason === null) return output.usage(usage);
    const engines = await openEngines(loadSettings('command'));
    try {
      await work(new ShellAccountCommands(engines), { name, reason: reason.trim() }, output);
    } finally {
      await engines.close();
    }
  });

/**
 * Reads a new password: typed twice without being shown, or the first line of standard input. Never an argument,
 * because every user of the machine could read it.
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
