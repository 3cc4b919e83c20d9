import type { ConsignmentView } from '#contract';
import { WITNESS_SIDES, witnessesToText } from '#domain/consignment';
import { SHELL_OPERATOR } from '#domain/users';
import { type ConsignmentHeader, ERASED, type Witness } from '#events';
import type { Users } from '../auth/users.js';

/** What an auditor sees of a person before giving a reason (ADR-016). A blank or an erased value stays as it is. */
export const maskedName = (name: string): string => (name === '' || name === ERASED ? name : `${[...name][0]}**`);

/** 13800000001 -> 138****0001; a shorter number keeps its last digits only when enough of it stays hidden. */
export const maskedPhone = (phone: string): string => {
  if (phone === '' || phone === ERASED) return phone;
  return phone.length >= 11
    ? `${phone.slice(0, 3)}****${phone.slice(-4)}`
    : `****${phone.length >= 8 ? phone.slice(-4) : ''}`;
};

/**
 * Names are not in the log of events: they are what the users' own streams say today (ADR-020), and of a unit's own
 * system that of its access key. Unknown users have none; the operator on the shell is one by role alone.
 */
export const loadUserNames = async (users: Users, userIds: readonly string[]): Promise<(userId: string) => string> => {
  const entries = [...new Set(userIds)].map(async (userId) => [userId, (await users.actorById(userId)).name] as const);
  const names = new Map([...(await Promise.all(entries)), [SHELL_OPERATOR.userId, SHELL_OPERATOR.role] as const]);
  return (userId) => names.get(userId) ?? '';
};

type Persons = Pick<
  ConsignmentView,
  | 'linkPerson'
  | 'linkPersonPhone'
  | 'constructionJzperson'
  | 'constructionJzcardNo'
  | 'constructionJzphone'
  | 'jhperson'
  | 'jzcardNo'
  | 'jzphone'
>;

/**
 * Contact and witnesses under the specification's names, witnesses of a side pipe-separated (CF-016); masked for who
 * may not see persons.
 */
export const toPersonFields = ({ contact, ...header }: ConsignmentHeader, personsShown: boolean): Persons => {
  const [owner, supervision] = WITNESS_SIDES.map(({ witnesses }) =>
    witnessesToText(personsShown ? header[witnesses] : header[witnesses].map(maskedWitness)),
  );
  return {
    linkPerson: personsShown ? contact.name : maskedName(contact.name),
    linkPersonPhone: personsShown ? contact.phone : maskedPhone(contact.phone),
    constructionJzperson: owner?.person ?? '',
    constructionJzcardNo: owner?.cardNo ?? '',
    constructionJzphone: owner?.phone ?? '',
    jhperson: supervision?.person ?? '',
    jzcardNo: supervision?.cardNo ?? '',
    jzphone: supervision?.phone ?? '',
  };
};

const maskedWitness = ({ name, cardNo, phone }: Witness): Witness => ({
  name: maskedName(name),
  cardNo: maskedName(cardNo),
  phone: maskedPhone(phone),
});
