import type { RecordedEvent } from '#events';
import { isJsonEqual } from '../rules/equality.js';

/**
 * The revision that a row shows, and the userIds of its creator and last editor (ADR-020). For a record without
 * changes, creation counts as the last modification.
 */
export type AuditTrail = {
  revision: number;
  creatorId: string;
  creationTime: string;
  lastModifierId: string;
  lastModificationTime: string;
};

/** The audit trail of a record that this event creates. */
export const createAuditTrail = ({ revision, metadata: { by, at } }: RecordedEvent): AuditTrail => ({
  revision,
  creatorId: by.userId,
  creationTime: at,
  lastModifierId: by.userId,
  lastModificationTime: at,
});

/** The members of the audit trail that this event changes. */
export const updateAuditTrail = ({
  revision,
  metadata: { by, at },
}: RecordedEvent): Pick<AuditTrail, 'revision' | 'lastModifierId' | 'lastModificationTime'> => ({
  revision,
  lastModifierId: by.userId,
  lastModificationTime: at,
});

/**
 * One difference between two states of a record. `field` is the member of the record. For an entry of a list, `about`
 * names the entry and `member` is its member, empty if the whole entry was added or removed. Values are text, empty for
 * none.
 */
export type FactChange = { field: string; about: string; member: string; old: string; new: string };

type Facts = Readonly<Record<string, unknown>>;
type Entry = Facts & { id: string };

/**
 * The differences between two states of one record, member by member, in lists entry by entry (matched by `id`). Null
 * is a record that does not exist. Members of a nested record have its `field` and their own `member`.
 */
export const factChanges = (before: object | null, after: object | null): FactChange[] => {
  const [previous, current] = [(before ?? {}) as Facts, (after ?? {}) as Facts];
  const fields = [...new Set([...Object.keys(previous), ...Object.keys(current)])];
  return fields.flatMap((field) =>
    isJsonEqual(previous[field], current[field]) ? [] : changesOf(field, previous[field], current[field]),
  );
};

const changesOf = (field: string, previous: unknown, current: unknown): FactChange[] => {
  if (isEntries(previous) || isEntries(current))
    return entryChanges(field, isEntries(previous) ? previous : [], isEntries(current) ? current : []);
  if (isFacts(previous) || isFacts(current))
    return factChanges(isFacts(previous) ? previous : null, isFacts(current) ? current : null).map((change) => ({
      ...change,
      field,
      member: change.field,
    }));
  const change = { field, about: '', member: '', old: textOf(previous), new: textOf(current) };
  return change.old === change.new ? [] : [change];
};

const entryChanges = (
  field: string,
  previousEntries: readonly Entry[],
  currentEntries: readonly Entry[],
): FactChange[] => {
  const ids = [...new Set([...previousEntries, ...currentEntries].map(({ id }) => id))];
  return ids.flatMap((id) => {
    const previous = previousEntries.find((entry) => entry.id === id);
    const current = currentEntries.find((entry) => entry.id === id);
    if (previous && current)
      return factChanges(previous, current).map((change) => ({
        ...change,
        field,
        about: nameOf(current),
        member: change.field,
      }));
    return [
      {
        field,
        about: nameOf((current ?? previous) as Entry),
        member: '',
        old: previous ? summaryOf(previous) : '',
        new: current ? summaryOf(current) : '',
      },
    ];
  });
};

/** The name of an entry: its `name`, otherwise its title or its address. */
const nameOf = (entry: Entry): string => {
  const name = [entry['name'], entry['tagTitle'], entry['addressDetail']].find(
    (text) => typeof text === 'string' && text !== '',
  );
  return typeof name === 'string' ? name : '';
};

const summaryOf = ({ id: _, ...entry }: Entry): string =>
  Object.entries(entry)
    .filter(([member, value]) => typeof value === 'string' && value !== '' && !member.endsWith('Id'))
    .map(([, value]) => textOf(value))
    .join(' ');

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEntries = (value: unknown): value is readonly Entry[] =>
  Array.isArray(value) && value.length > 0 && value.every((entry) => isFacts(entry) && typeof entry['id'] === 'string');

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join('、');
  return typeof value === 'string' ? value : JSON.stringify(value);
};
