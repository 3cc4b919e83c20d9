import type { HistoryMoment } from '#contract';
import { eventFacts, isAboutWitnesses, sendsBack, type HistoryChange, type Moment } from '#domain';
import type { z } from 'zod';
import type { Users } from '../auth/users.js';
import { maskedName } from '../consignments/mask.js';

type Who = { userName: string; unitName: string };

/** Who acted, as their streams say today; nobody's name reaches who may not see persons. Unknown users, an import's for one, have none. */
export const actorsOf = async (
  users: Users,
  moments: readonly Moment[],
  personsShown: boolean,
): Promise<(userId: string) => Who> => {
  const ids = [...new Set(moments.map(({ recorded }) => recorded.metadata.by.userId))];
  const known = new Map(await Promise.all(ids.map(async (id) => [id, await users.actorById(id)] as const)));
  return (userId) => {
    const { name, unitName } = known.get(userId) ?? { name: '', unitName: '' };
    return { userName: personsShown ? name : maskedName(name), unitName };
  };
};

export const momentView = (
  moment: Moment,
  changes: readonly HistoryChange[],
  whoOf: (userId: string) => Who,
): z.output<typeof HistoryMoment> => {
  const { recorded, event, before, after } = moment;
  const { by, at } = recorded.metadata;
  const facts = eventFacts(event, before ?? undefined);
  if (!facts) throw new Error(`${event.type} is no event of a consignment`);
  return {
    revision: recorded.revision,
    eventId: recorded.id,
    at,
    ...whoOf(by.userId),
    role: by.role,
    ...(by.via && { via: by.via }),
    facts,
    isAboutWitnesses: isAboutWitnesses(moment, changes),
    sendsBack: sendsBack(moment),
    statusBefore: before?.consignStatus ?? null,
    statusAfter: after.consignStatus,
  };
};
