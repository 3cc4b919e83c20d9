import {
  isForLaboratory,
  load,
  phoneNumbersIn,
  sameId,
  user,
  users,
  type OpenConsignment,
  type User,
  type UserRow,
} from '#domain';
import { ViewMissing, type Engines } from '#engines';
import { ROLE, type NotificationKind, type Position } from '#events';

export type Reader = Pick<Engines, 'eventStore' | 'views'>;
export type Recipient = User & { id: string };

/** More people of one unit than this are not told by themselves. */
const MOST = 1000;
const PATIENCE_MS = 5000;

/** Where the view of users must stand: somebody who has just joined is told as well. @throws ViewMissing, Error while it lags behind */
export const untilKnown = async ({ views }: Reader, position: Position): Promise<void> => {
  if ((await views.checkpoint(users)) === null) throw new ViewMissing(users);
  if (!(await views.waitFor(users, position, PATIENCE_MS))) throw new Error('The view of users has not caught up yet');
};

/** The active people of a unit who have a role, as their own streams say now; without a unit the platform's staff. */
export const peopleOf = async (
  { eventStore, views }: Reader,
  unitId: string | null,
  role: string,
): Promise<Recipient[]> => {
  const { rows } = await views.find<UserRow>(users, {
    where: [
      { column: 'unitId', eq: unitId },
      { column: 'isActive', eq: 1 },
    ],
    limit: MOST,
  });
  const known = await Promise.all(
    rows.map(async ({ id }) => ({ id, state: (await load(eventStore, user, id)).state })),
  );
  return known.flatMap(({ id, state }) =>
    state?.active && sameId(state.unitId, unitId) && state.roles.includes(role) ? [{ ...state, id }] : [],
  );
};

/** What of a consignment says whom it concerns. `submittedBy`: who submitted it last. */
export type Concerned = Pick<OpenConsignment, 'createdBy' | 'consignUnitId' | 'header'> & {
  submittedBy: string | null;
};

/**
 * Whom an event is told (ADR-037). At the laboratory: everybody who may audit. At the consigning unit: who made the consignment, who
 * submitted it, and the person it names as contact; when none of them has an account any more, everybody there. Never who did it.
 */
export const recipientsOf = async (
  reader: Reader,
  kind: NotificationKind,
  { createdBy, submittedBy, consignUnitId, header }: Concerned,
  byUserId: string,
  position: Position,
): Promise<Recipient[]> => {
  await untilKnown(reader, position);
  const others = (people: Recipient[]): Recipient[] => people.filter(({ id }) => !sameId(id, byUserId));
  if (isForLaboratory(kind))
    return header.testUnitId === null ? [] : others(await peopleOf(reader, header.testUnitId, ROLE.lab));
  const people = others(await peopleOf(reader, consignUnitId, ROLE.client));
  const numbers = phoneNumbersIn(header.contact.phone);
  const isContact = ({ profile }: Recipient): boolean =>
    phoneNumbersIn(profile.phone).some((number) => numbers.includes(number));
  const concerned = people.filter((one) => sameId(one.id, createdBy) || sameId(one.id, submittedBy) || isContact(one));
  return concerned.length > 0 ? concerned : people;
};
