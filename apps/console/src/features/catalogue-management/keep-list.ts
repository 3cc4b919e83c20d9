import {
  getReferenceListChanges,
  getSampleLevels,
  type KeptList,
  type KeptListEntry,
  keepReferenceList,
  listReferenceLists,
} from '#contract';
import { listNamed } from '#domain';
import { askChanges } from '../../components/change-history/change-history.dialog.js';
import { succeed } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { textOf } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { readOf } from '../../lib/queries.js';
import { texts } from './lists.texts.js';

/** An entry as it is typed: without an id a new one. */
export type TypedEntry = Omit<KeptListEntry, 'id'> & { id?: string };

export const titleOf = ({ name }: Pick<KeptList, 'name'>): string => listNamed(name)?.title[language()] ?? name;

/** Sends what a list is to hold, on the revision that was shown; everything that shows lists is read again, also when it was refused. */
export const keepList = async ({ name: list, revision }: KeptList, entries: readonly TypedEntry[]): Promise<void> => {
  const body = { entries: entries.map((entry) => ({ ...entry, bigCategoryIds: [...entry.bigCategoryIds] })) };
  try {
    await underOneKey(`list ${list} ${revision} ${JSON.stringify(body)}`, (idempotencyKey) =>
      call(keepReferenceList, { query: { list }, body, ifMatch: revision, idempotencyKey }),
    );
  } finally {
    await changed(listReferenceLists, getSampleLevels);
  }
};

const attempt = async (work: () => Promise<void>, done?: string): Promise<void> => {
  try {
    await work();
    if (done !== undefined) succeed(done);
  } catch (error) {
    reportFailure(error);
  }
};

export const switchEntry = (list: KeptList, entry: KeptListEntry): Promise<void> =>
  attempt(
    () =>
      keepList(
        list,
        list.entries.map((each) => (each === entry ? { ...each, isOff: !entry.isOff } : each)),
      ),
    textOf(texts, entry.isOff ? 'switchedOn' : 'switchedOff', { name: entry.name }),
  );

export const moveEntry = (list: KeptList, entry: KeptListEntry, by: -1 | 1): Promise<void> => {
  const at = list.entries.indexOf(entry);
  const others = list.entries.filter((each) => each !== entry);
  return attempt(() => keepList(list, [...others.slice(0, at + by), entry, ...others.slice(at + by)]));
};

/** What those who keep a list call a member of an entry. */
export const wordOfList = (field: string, member: string): string => {
  const key = member || field;
  return key in texts.zh ? textOf(texts, key as keyof typeof texts.zh) : textOf(texts, 'name');
};

export const askListHistory = (list: KeptList): Promise<void> =>
  askChanges({ name: titleOf(list), read: readOf(getReferenceListChanges, { list: list.name }), labelOf: wordOfList });
