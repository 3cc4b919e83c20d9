import {
  isEmailAddress,
  isMobile,
  load,
  messageOfProblem,
  normalizedCode,
  normalizedMobile,
  user,
  weaknessOf,
} from '#domain';
import { ROLE } from '#events';
import type { Settings } from '#settings';
import { registerAccount } from './register-account.js';
import { fixedId, type ImportEngines } from './run-import.js';

const USER_NAME = 'admin';

/** What an operator says of the first administrator. A forgotten password is reset by a code to the phone, or without one to the e-mail address. */
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
 * @throws Error, in words for the operator, when the account is still missing and the password is absent or weak, or nothing is said to
 * which a code could be sent.
 */
export const createFirstAdministrator = async (
  engines: ImportEngines,
  { password, phone: givenPhone, email: givenEmail }: FirstAdministrator,
  now = new Date(),
): Promise<boolean> => {
  const id = fixedId(`user/${USER_NAME}`);
  if ((await load(engines.eventStore, user, id)).state) return false;
  if (!password) throw new Error('Set ADMIN_PASSWORD to the password of the first administrator.');
  const weakness = weaknessOf(password, USER_NAME);
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
