import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { type ConsignmentChange, type ConsignmentView, getConsignmentChanges, getConsingInfo } from '#contract';
import { isEditable } from '#domain/consignment';
import { openAlertDialog } from '../../../components/alert-dialog.js';
import { toastWarning } from '../../../components/toaster.js';
import { useTexts } from '../../../i18n/texts.js';
import { dateTime } from '../../../lib/china-time.js';
import { logHandledFailure, reportFailure } from '../../../lib/failures.js';
import { callOperation } from '../../../lib/http.js';
import { queryOptionsOf } from '../../../lib/queries.js';
import { type FormValues, toFormValues } from '../form-values.js';
import type { Draft } from '../use-draft.js';
import { openMergeDialog } from './merge.dialog.js';
import { texts } from './texts.js';
import {
  changedByOthers,
  defaultChoices,
  compare,
  type Groups,
  groupsOf,
  applyChoices,
  sameGroup,
} from './three-way-merge.js';

/** Changes of a save without a response that the server has nevertheless are not changes by somebody else. */
const mergeBase = (loaded: Groups, unconfirmedValues: FormValues | null, theirs: Groups): Groups => {
  if (!unconfirmedValues) return loaded;
  const sentGroups = groupsOf(unconfirmedValues);
  return {
    ...loaded,
    ...Object.fromEntries(
      Object.entries(theirs).filter(([key, group]) => sameGroup(group, sentGroups[key as keyof Groups])),
    ),
  };
};

/** Reads who and when; the merge goes on without that information. */
const changesAfter = (id: string, after: number): Promise<ConsignmentChange[]> =>
  callOperation(getConsignmentChanges, { query: { id, after } }).catch((error: unknown) => {
    logHandledFailure(error);
    return [];
  });

export type Reconcile = (
  about: 'save' | 'reload',
  base: ConsignmentView,
  unconfirmedValues: FormValues | null,
) => Promise<ConsignmentView | null>;

/**
 * Brings the form up to the newest revision without losing input: silently if nobody else changed a field, otherwise
 * through the compare view. `reloaded`: whose samples were reloaded. Returns the new base, or null if the user
 * cancelled or nothing may be saved any more.
 */
export const useReconcile = (
  draft: Draft,
  qualificationNameOf: (id: string | null) => string,
): { reconcile: Reconcile; reloaded: string | null; dismiss(): void } => {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const { form, rebase } = draft;
  const [reloaded, setReloaded] = useState<string | null>(null);
  const reconcile: Reconcile = useCallback(
    async (about, base, unconfirmedValues) => {
      let newest: ConsignmentView;
      try {
        newest = await queries.fetchQuery({
          ...queryOptionsOf(getConsingInfo, { id: base.id }),
          staleTime: 0,
          meta: { quiet: true },
        });
      } catch (error) {
        reportFailure(error);
        return null;
      }
      if (!isEditable(newest.consignStatus)) {
        await openAlertDialog({ message: t('nowReadOnly', { status: newest.consignStatusStr }) });
        return null;
      }
      const theirs = toFormValues(newest);
      const changes = await changesAfter(base.id, base.revision);
      const rows = compare(
        mergeBase(groupsOf(toFormValues(base)), unconfirmedValues, groupsOf(theirs)),
        groupsOf(form.getValues()),
        groupsOf(theirs),
      );
      const samples = changes.filter(({ changed, isCaller }) => changed === 'samples' && !isCaller);
      const userNames = [...new Set(samples.map(({ userName }) => userName).filter(Boolean))].join(t('and'));
      setReloaded(
        samples.length === 0 ? null : userNames ? t('samplesReloadedBy', { who: userNames }) : t('samplesReloaded'),
      );
      if (!changedByOthers(rows)) {
        rebase(newest, applyChoices(theirs, rows, defaultChoices(rows)));
        if (about === 'reload') toastWarning(t('broughtUp'));
        return newest;
      }
      const writer = changes.findLast(({ changed }) => changed === 'form' || changed === 'testingUnit');
      const choices = await openMergeDialog({
        about,
        rows,
        lookups: [
          { view: newest, qualificationNameOf },
          { view: base, qualificationNameOf },
        ],
        intro: [
          writer
            ? t('changed', {
                who: writer.isCaller ? t('yourself') : writer.userName || t('colleague'),
                at: dateTime(writer.at).slice(5, 16),
              })
            : t('changedUnknown'),
          ...(samples.length > 0 ? [t('samples')] : []),
        ].join(''),
      });
      if (!choices) return null;
      rebase(newest, applyChoices(theirs, rows, choices));
      return newest;
    },
    [queries, form, rebase, qualificationNameOf, t],
  );
  return { reconcile, reloaded, dismiss: () => setReloaded(null) };
};
