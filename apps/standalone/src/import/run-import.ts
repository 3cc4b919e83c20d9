import { hash } from '@node-rs/argon2';
import { v5 } from 'uuid';
import { type Aggregate, type CommandContext, handle, load, streamName } from '#domain/event-sourcing';
import { reference, reservation, reservationId } from '#domain/reference';
import { messageOfProblem } from '#domain/rules';
import { foldedName, normalizedCode, normalizedMobile } from '#domain/text';
import { isEmailAddress, isMobile, SYSTEM_ACTOR, user, type UserRegistration, passwordProblem } from '#domain/users';
import { fingerprint, type Vault } from '#engines';
import { type EventCatalogue, type EventStore, ROLE } from '#events';
import type { Settings } from '#settings';

/** The ids of an import are made from names in this namespace, so that every run makes the same ids. */
const NAMESPACE = '8f0d0c3e-6c0f-5b1e-9d5e-3f6f5a2f7c11';
export const fixedId = (name: string): string => v5(name, NAMESPACE);

/** The engines that an import writes to. */
export type ImportEngines = { eventStore: EventStore; vault: Vault };
export type ImportLog = { info(facts: object, message: string): void };

/** Writes one entry; does nothing if an earlier run has written it. */
export type ImportStep = (store: EventStore, at: string) => Promise<unknown>;

/**
 * The context under which a stream is written: always the same request, so a second run gets the result of the first
 * one (ADR-004).
 */
export const importContext = (stream: string, at: string): CommandContext => ({
  by: SYSTEM_ACTOR,
  at,
  commandId: fixedId(stream),
  correlationId: fixedId('import'),
  imported: true,
});

export const importStep =
  <Catalogue extends EventCatalogue, Command, State>(
    aggregate: Aggregate<Catalogue, Command, State>,
    id: string,
    command: Command,
  ): ImportStep =>
  (store, at) =>
    handle(store, aggregate, id, command, importContext(streamName(aggregate, id), at));

/**
 * Runs an import unless an earlier run has completed it. All steps run at the same time, so that the store can commit
 * them in groups; at the end the import is marked as completed. After a kill it starts again and appends only what is
 * missing (ADR-043).
 * @returns the number of steps, 0 if the import was completed before
 */
export const runImport = async (
  store: EventStore,
  log: ImportLog,
  name: string,
  loadSteps: () => Promise<ImportStep[]>,
  at: string,
): Promise<number> => {
  const marker = `import-${name}`;
  const { state: completion } = await load(store, reference, marker);
  if (completion) return 0;
  const startedAt = performance.now();
  const steps = await loadSteps();
  const results = await Promise.allSettled(steps.map((step) => step(store, at)));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
  await importStep(reference, marker, {
    type: 'List',
    fact: { type: 'ImportCompleted', data: { import: name, events: steps.length } },
  })(store, at);
  log.info({ import: name, steps: steps.length, ms: Math.round(performance.now() - startedAt) }, 'imported');
  return steps.length;
};

/**
 * Registers a user of the installation, once: reserves the name, stores the password hash in the vault, and appends the
 * user last. If the run is killed before that, no user can sign in, and the next run uses the new password.
 * @returns false if the user exists
 */
export const registerAccount = async (
  store: EventStore,
  vault: Vault,
  account: { id: string; password: string; registration: UserRegistration },
  at: string,
): Promise<boolean> => {
  const { id, password, registration } = account;
  if ((await load(store, user, id)).state) return false;
  const nameReservationId = reservationId('userName', await fingerprint(vault, foldedName(registration.userName)));
  await handle(
    store,
    reservation,
    nameReservationId,
    { type: 'Reserve', kind: 'userName', holderId: id },
    importContext(streamName(reservation, nameReservationId), at),
  );
  await vault.setCredential(id, await hash(password));
  await handle(store, user, id, { type: 'RegisterUser', registration }, importContext(streamName(user, id), at));
  return true;
};

const USER_NAME = 'admin';

/**
 * The settings of the first administrator. The code for a forgotten password is sent to the phone, or to the e-mail
 * address if there is no phone.
 */
export type FirstAdministrator = {
  password?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
};

export const firstAdministratorFrom = ({
  ADMIN_PASSWORD: password,
  ADMIN_PHONE: phone,
  ADMIN_EMAIL: email,
}: Pick<Settings, 'ADMIN_PASSWORD' | 'ADMIN_PHONE' | 'ADMIN_EMAIL'>): FirstAdministrator => ({
  password,
  phone,
  email,
});

/**
 * Creates the first administrator of a production installation, once; later starts do not change the account.
 * @returns whether it was created now
 * @throws Error with a message for the operator if the account does not exist yet and the password is missing or weak,
 * or if there is neither a phone nor an e-mail address
 */
export const createFirstAdministrator = async (
  engines: ImportEngines,
  { password, phone: rawPhone, email: rawEmail }: FirstAdministrator,
  now = new Date(),
): Promise<boolean> => {
  const id = fixedId(`user/${USER_NAME}`);
  if ((await load(engines.eventStore, user, id)).state) return false;
  if (!password) throw new Error('Set ADMIN_PASSWORD to the password of the first administrator.');
  const weakness = passwordProblem(password, USER_NAME);
  if (weakness) throw new Error(`ADMIN_PASSWORD is too weak. ${messageOfProblem(weakness, 'en')}.`);
  const [phone, email] = [normalizedMobile(rawPhone ?? ''), normalizedCode(rawEmail ?? '')];
  if (phone === '' && email === '')
    throw new Error('Set ADMIN_PHONE or ADMIN_EMAIL: a code that resets a forgotten password is sent there.');
  if (phone !== '' && !isMobile(phone)) throw new Error('ADMIN_PHONE is not a mobile number such as 13800000000.');
  if (email !== '' && !isEmailAddress(email)) throw new Error('ADMIN_EMAIL is not an e-mail address.');
  const registration = {
    userName: USER_NAME,
    profile: { name: '系统管理员', phone, email },
    roles: [ROLE.admin],
    unitId: null,
    unitType: null,
    unitName: '',
  };
  return registerAccount(engines.eventStore, engines.vault, { id, password, registration }, now.toISOString());
};
