import { type HotkeyConfig, useHotkeys } from '@blueprintjs/core';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getHistory, getHistoryProof, getHistoryRecord, getHistoryState, type HistoryRow } from '#contract';
import { ROLE } from '#events';
import { nameWithVia } from '../../components/via-lab-system.js';
import { language } from '../../i18n/language.js';
import { type Translate, useTexts } from '../../i18n/texts.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { actorRoleName } from '../../lib/role-names.js';
import { createStore } from '../../lib/store.js';
import { texts } from './texts.js';

/** The server responds in the user's language, so the language is part of the key. */
const withLanguageKey = <Options extends { queryKey: readonly unknown[] }>(options: Options) => ({
  ...options,
  queryKey: [...options.queryKey, language()],
  placeholderData: keepPreviousData,
  meta: { quiet: true },
});

/** Number of visible rows of the timeline. */
const PAGE_ROWS = 200;
/** Number of newer revisions that are listed above a requested one. */
const NEWER_ROWS = 100;
export const pageAround = (revision: number): number => revision + NEWER_ROWS + 1;

export const historyPageQuery = (id: string, before: number | null, statusOnly: boolean) =>
  queryOptions(
    withLanguageKey(
      queryOptionsOf(getHistory, {
        id,
        limit: PAGE_ROWS,
        ...(before === null ? {} : { before }),
        ...(statusOnly ? { statusOnly: 'true' } : {}),
      }),
    ),
  );

export const historyStateQuery = (id: string, revision: number, against: ComparedWith) =>
  queryOptions({
    ...withLanguageKey(
      queryOptionsOf(getHistoryState, { id, revision, ...(against === 'previous' ? {} : { against }) }),
    ),
    staleTime: against === 'now' ? 10_000 : 60_000,
  });

/** Verified again whenever the page opens, because an old proof proves nothing. */
export const historyProofQuery = (id: string) =>
  queryOptions({
    ...queryOptionsOf(getHistoryProof, { id }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  });

export const historyRecordQuery = (id: string, revision: number) =>
  queryOptions({ ...queryOptionsOf(getHistoryRecord, { id, revision }), staleTime: 60_000, meta: { quiet: true } });

/** What a revision is compared with: the one before it, the newest, or a chosen one. */
export type ComparedWith = 'previous' | 'now' | number;

const revisionIn = (text: string | null): number | null => (text !== null && /^\d+$/.test(text) ? Number(text) : null);

/** The position in the history, all of it in the address, which is the permalink. `revision` null is the newest. */
export const useHistoryPosition = (): {
  revision: number | null;
  against: ComparedWith;
  go(revision: number): void;
  compare(against: ComparedWith): void;
} => {
  const [params, setParams] = useSearchParams();
  const revision = revisionIn(params.get('revision'));
  const parameter = params.get('against');
  const against: ComparedWith = parameter === 'now' ? 'now' : (revisionIn(parameter) ?? 'previous');
  /** Steps replace the address; otherwise "back" would go through the whole life of a consignment. */
  const put = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return useMemo(
    () => ({
      revision,
      against,
      go: (to: number) => put('revision', String(to)),
      compare: (to: ComparedWith) => put('against', to === 'previous' ? null : String(to)),
    }),
    [revision, against, put],
  );
};

/** Permalink of a revision, whatever is shown here now. */
export const revisionLink = (revision: number, against: ComparedWith): string => {
  const address = new URL(location.href);
  address.searchParams.set('revision', String(revision));
  if (against === 'previous') address.searchParams.delete('against');
  else address.searchParams.set('against', String(against));
  return address.href;
};

/** ← → step through the revisions, Home and End go to the first and the newest. */
export const useHistoryKeys = (
  revision: number | null,
  first: number,
  head: number,
  onGo: (revision: number) => void,
): void => {
  const t = useTexts(texts);
  /**
   * Repeats of a pressed key are faster than the address: each step starts from the last one, not from what is
   * rendered.
   */
  const [target] = useState(() => createStore(revision));
  useEffect(() => target.set(revision), [target, revision]);
  const hotkeys = useMemo(() => {
    const go = (to: number) => {
      const next = Math.min(head, Math.max(first, to));
      target.set(next);
      onGo(next);
    };
    const key = (combo: string, label: string, press: (from: number) => void): HotkeyConfig => ({
      combo,
      label,
      global: true,
      preventDefault: true,
      group: t('keys'),
      onKeyDown: () => press(target.get() ?? head),
    });
    return [
      key('left', t('keyOlder'), (from) => go(from - 1)),
      key('right', t('keyNewer'), (from) => go(from + 1)),
      key('home', t('keyFirst'), () => go(first)),
      key('end', t('keyLast'), () => go(head)),
    ];
  }, [target, first, head, onGo, t]);
  useHotkeys(hotkeys);
};

export type HistoryText = Translate<keyof typeof texts.zh>;
export type Actor = Pick<HistoryRow, 'userName' | 'role' | 'unitName' | 'via'>;

/** The actor in a narrow place: the client's own people by name, others with their side. */
export const actorShortText = ({ userName, role }: Actor, t: HistoryText): string => {
  if (userName === '') return t('system');
  return role === ROLE.client ? userName : t('someone', { name: userName, role: actorRoleName(role) });
};

/** The actor with the unit. */
export const actorFullText = (actor: Actor, t: HistoryText): string => {
  const { userName, role, unitName } = actor;
  return nameWithVia(
    userName === '' ? t('system') : t('someone', { name: userName, role: unitName || actorRoleName(role) }),
    actor,
  );
};
