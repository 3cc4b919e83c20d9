import type { CatalogueStandard } from '#events';
import { identityOf } from './standard-problems.js';

type Renaming = { before: CatalogueStandard | null; after: CatalogueStandard };

/** Whoever gives a number and name up comes before whoever takes them. `circular` are those that wait for each other. */
export const inOrderOfRenames = <Change extends Renaming>(
  changes: readonly Change[],
): { ordered: Change[]; circular: Change[] } => {
  const holders = new Map(
    changes.flatMap((change) => (change.before ? [[identityOf(change.before), change] as const] : [])),
  );
  const ordered = new Set<Change>();
  const circular = new Set<Change>();
  for (const change of changes) {
    const waiting: Change[] = [];
    for (let at: Change | undefined = change; at && !ordered.has(at) && !circular.has(at); at = waitsFor(at, holders)) {
      const circle = waiting.indexOf(at);
      if (circle >= 0) {
        for (const each of waiting.splice(circle)) circular.add(each);
        break;
      }
      waiting.push(at);
    }
    for (const each of waiting.toReversed()) ordered.add(each);
  }
  return { ordered: [...ordered], circular: [...circular] };
};

const waitsFor = <Change extends Renaming>(
  change: Change,
  holders: ReadonlyMap<string, Change>,
): Change | undefined => {
  const holder = holders.get(identityOf(change.after));
  return holder === change ? undefined : holder;
};
