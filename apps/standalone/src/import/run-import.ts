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

/** Ids of an import are made from names in this namespace, so that every run makes the same ones. */
const NAMESPACE = '8f0d0c3e-6c0f-5b1e-9d5e-3f6f5a2f7c11';
export const fixedId = (name: string): string => v5(name, NAMESPACE);

/** What an import writes to. */
export type ImportEngines = { eventStore: EventStore; vault: Vault };
export type ImportLog = { info(facts: object, message: string): void };

/** Writes one thing; does nothing when an earlier run has written it. */
export type ImportStep = (store: EventStore, at: string) => Promise<unknown>;

/**
 * The request under which a stream is written: always the same one, so a second run finds its own earlier result
 * (ADR-004).
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
 * Runs an import that no earlier run has completed, all steps at once so that the store can commit them in groups, and
 * marks it completed as the last thing. One that was killed starts over and appends only what is missing (ADR-043).
 * @returns the number of steps run, 0 when it was completed before.
 */
export const runImport = async (
  store: EventStore,
  log: ImportLog,
  name: string,
  stepsOf: () => Promise<ImportStep[]>,
  at: string,
): Promise<number> => {
  const marker = `import-${name}`;
  const { state: completed } = await load(store, reference, marker);
  if (completed) return 0;
  const startedAt = performance.now();
  const steps = await stepsOf();
  const results = await Promise.allSettled(steps.map((step) => step(store, at)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  await importStep(reference, marker, {
    type: 'List',
    fact: { type: 'ImportCompleted', data: { import: name, events: steps.length } },
  })(store, at);
  log.info({ import: name, steps: steps.length, ms: Math.round(performance.now() - startedAt) }, 'imported');
  return steps.length;
};

/**
 * Registers a user of the installation itself, once: reserves the name, stores the password's hash in the vault,
 * appends the user last. So a run that was killed before leaves nobody who can sign in, and the next one takes the new
 * password.
 * @returns false when the user exists.
 */
export const registerAccount = async (
  store: EventStore,
  vault: Vault,
  account: { id: string; password: string; registration: UserRegistration },
  at: string,
): Promise<boolean> => {
  const { id, password, registration } = account;
  if ((await load(store, user, id)).state) return false;
  const reserved = reservationId('userName', await fingerprint(vault, foldedName(registration.userName)));
  await handle(
    store,
    reservation,
    reserved,
    { type: 'Reserve', kind: 'userName', holderId: id },
    importContext(streamName(reservation, reserved), at),
  );
  await vault.setCredential(id, await hash(password));
  await handle(store, user, id, { type: 'RegisterUser', registration }, importContext(streamName(user, id), at));
  return true;
};

const USER_NAME = 'admin';

/**
 * What an operator says of the first administrator. A forgotten password is reset by a code to the phone, or without
 * one to the e-mail address.
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
 * The first administrator of a production installation, made once; later starts leave the account alone.
 * @returns whether it was made now.
 * @throws Error, in words for the operator, when the account is still missing and the password is absent or weak, or
 * nothing is said to which a code could be sent.
 */
export const createFirstAdministrator = async (
  engines: ImportEngines,
  { password, phone: givenPhone, email: givenEmail }: FirstAdministrator,
  now = new Date(),
): Promise<boolean> => {
  const id = fixedId(`user/${USER_NAME}`);
  if ((await load(engines.eventStore, user, id)).state) return false;
  if (!password) throw new Error('Set ADMIN_PASSWORD to the password of the first administrator.');
  const weakness = passwordProblem(password, USER_NAME);
  if (weakness) throw new Error(`ADMIN_PASSWORD is too weak. ${messageOfProblem(weakness, 'en')}.`);
  const [phone, email] = [normalizedMobile(givenPhone ?? ''), normalizedCode(givenEmail ?? '')];
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
