import type { RecordChange } from '#contract';
import type { FactChange } from '#domain';
import type { RecordedEvent } from '#events';
import type { Users } from '../auth/users.js';
import { namesOf } from '../consignments/names-of.js';

/** What one event says of an item: as the template or the copy is from then on, null where it is gone, absent where it stays. */
type Told<Item> = { type: string; of: 'template' | 'copy'; item?: Item | null; reason?: string | undefined };

type Telling<Item> = {
  told(event: RecordedEvent): Told<Item>;
  compare(before: Item | null, after: Item): FactChange[];
};

/** What each event changed of an item as it held at that time, newest first: while there is a copy, what happens to the template passes it by. */
export const copyHistory = async <Item>(
  users: Users,
  past: readonly RecordedEvent[],
  { told, compare }: Telling<Item>,
): Promise<RecordChange[]> => {
  const nameOf = await namesOf(
    users,
    past.map(({ metadata }) => metadata.by.userId),
  );
  let [template, copy]: [Item | null, Item | null] = [null, null];
  const changes: RecordChange[] = [];
  for (const event of past.toSorted((left, right) => (left.position < right.position ? -1 : 1))) {
    const { type, of, item, reason = '' } = told(event);
    const [before, wasCopied]: [Item | null, boolean] = [copy ?? template, copy !== null];
    if (item !== undefined && of === 'template') template = item;
    if (item !== undefined && of === 'copy') copy = item;
    if (wasCopied && of === 'template') continue;
    const after: Item | null = copy ?? template;
    changes.push({
      id: event.id,
      action: type,
      at: event.metadata.at,
      by: nameOf(event.metadata.by.userId),
      ...(event.metadata.by.via && { via: event.metadata.by.via }),
      reason,
      changes: after ? compare(before, after) : [],
    });
  }
  return changes.toReversed();
};
