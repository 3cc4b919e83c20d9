import { load, messageOfProblem, user, weaknessOf } from '#domain';
import { ROLE } from '#events';
import { registerAccount } from './register-account.js';
import { fixedId, type ImportEngines } from './run-import.js';

const USER_NAME = 'admin';

/**
 * The first administrator of a production installation, made once; later starts leave the account alone.
 * @returns whether it was made now.
 * @throws Error, in words for the operator, when the account is still missing and the password is absent or weak.
 */
export const createFirstAdministrator = async (
  engines: ImportEngines,
  { password, now = new Date() }: { password: string | undefined; now?: Date },
): Promise<boolean> => {
  const id = fixedId(`user/${USER_NAME}`);
  if ((await load(engines.eventStore, user, id)).state) return false;
  if (!password) throw new Error('Set ADMIN_PASSWORD to the password of the first administrator.');
  const weakness = weaknessOf(password, USER_NAME);
  if (weakness) throw new Error(`ADMIN_PASSWORD is too weak. ${messageOfProblem(weakness, 'en')}.`);
  const registration = {
    userName: USER_NAME,
    profile: { name: '系统管理员', phone: '', email: '' },
    roles: [ROLE.admin],
    unitId: null,
    unitType: null,
    unitName: '',
  };
  return registerAccount(engines.eventStore, engines.vault, { id, password, registration }, now.toISOString());
};
