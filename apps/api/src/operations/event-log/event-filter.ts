import type { z } from 'zod';
import type { followEvents, listEvents } from '#contract';
import { CONSIGNMENT_STREAMS, eventLog, typesOfCategory, type EventLogRow } from '#domain/operations';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import type { Condition, Views } from '#engines';
import { findUserIdByName } from '../../auth/users.js';

/** Filter for searching and following the log. */
export type EventFilter = Omit<
  z.output<typeof followEvents.query> & z.output<typeof listEvents.query>,
  'after' | 'before' | 'limit' | 'atLeast'
>;

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The filter as conditions on the columns of the log. Consignment numbers and user names are resolved to ids; unknown
 * ones match nothing.
 */
export const eventConditions = async (
  views: Views,
  { consignment, by, from, to, ...exact }: EventFilter,
): Promise<Condition[]> => [
  ...Object.entries(exact).flatMap(([column, eq]): Condition[] => (eq === undefined ? [] : [{ column, eq }])),
  ...typesOf(exact),
  ...(consignment === undefined
    ? []
    : [
        {
          column: 'stream',
          in: (await findConsignmentIds(views, consignment)).flatMap((id) =>
            CONSIGNMENT_STREAMS.map((category) => `${category}-${id}`),
          ),
        },
      ]),
  ...(by === undefined ? [] : [{ column: 'userId', in: await findUserIds(views, by) }]),
  ...(from === undefined && to === undefined
    ? []
    : [
        {
          column: 'at',
          ...(from === undefined ? {} : { from: toFullTime(from) }),
          ...(to === undefined ? {} : { to: toFullTime(to) }),
        },
      ]),
];

/** Categories of streams have no index, but event types have one. */
const typesOf = ({ category, type }: Pick<EventFilter, 'category' | 'type'>): Condition[] => {
  const types = category === undefined || type !== undefined ? [] : typesOfCategory(category);
  return types.length === 0 ? [] : [{ column: 'type', in: types }];
};

/** Resolves the number or id of a consignment to ids. */
export const findConsignmentIds = async (views: Views, idOrNumber: string): Promise<string[]> => {
  if (GUID.test(idOrNumber)) return [idOrNumber.toLowerCase()];
  // Uses the text search, because it has an index and the number has none.
  const { rows } = await views.find<ConsignmentRow>(consignmentList, {
    where: [{ column: 'consignCode', eq: idOrNumber }],
    search: idOrNumber,
    limit: 2,
  });
  return rows.map(({ id }) => id);
};

const findUserIds = async (views: Views, idOrName: string): Promise<string[]> => {
  if (GUID.test(idOrName)) return [idOrName.toLowerCase()];
  const userId = await findUserIdByName(views, idOrName);
  return userId === null ? [] : [userId];
};

/** Times are compared as texts, so they need all digits. */
const toFullTime = (time: string): string => new Date(time).toISOString();

/** Whether an event that is not in the view yet matches the conditions. */
export const matchesConditions = (row: EventLogRow, conditions: readonly Condition[]): boolean =>
  conditions.every((condition) => {
    const value = eventLog.view.columns[condition.column]?.of(row) ?? null;
    if ('eq' in condition) return value === condition.eq;
    if ('in' in condition) return value !== null && condition.in.includes(value);
    if ('notIn' in condition) return value !== null && !condition.notIn.includes(value);
    if ('contains' in condition)
      return typeof value === 'string' && value.toLowerCase().includes(condition.contains.toLowerCase());
    return (
      value !== null &&
      (condition.from === undefined || value >= condition.from) &&
      (condition.to === undefined || value <= condition.to)
    );
  });
