import { Button } from '@blueprintjs/core';
import { Duplicate, History, InfoSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ConsignmentView, getConsignmentChanges } from '#contract';
import { copyToClipboard } from '../../../components/clipboard.js';
import { ReadOnlyFields } from '../../../components/field.js';
import { useStatusName } from '../../../consignment/statuses.js';
import { inBrackets, labelSeparator } from '../../../i18n/language.js';
import { useTexts } from '../../../i18n/texts.js';
import { chinaDay, shortTime, timeOfDay } from '../../../lib/china-time.js';
import { queryOptionsOf } from '../../../lib/queries.js';
import { useUser } from '../../../lib/session.js';
import { useQualifications, toFormValues } from '../form-values.js';
import { openMergeDialog } from '../merge/merge.dialog.js';
import { groupLabel, groupLines } from '../merge/group-labels.js';
import { texts as mergeTexts } from '../merge/texts.js';
import { defaultChoices, compare, groupsOf, applyChoices } from '../merge/three-way-merge.js';
import { texts as formTexts } from '../texts.js';
import type { Draft } from '../use-draft.js';
import './drafts.css';
import { texts } from './texts.js';
import { type Autosave, differingGroups, deleteDraft, readDraft, type UnsavedDraft } from './use-autosave.js';

/** hh:mm for today; otherwise with the day. */
export const savedAtText = (at: string, now = new Date()): string =>
  chinaDay(at) === chinaDay(now) ? timeOfDay(at) : shortTime(at, now);

type Props = {
  draft: Draft;
  offer: UnsavedDraft;
  settle: Autosave['settle'];
  qualificationNameOf(id: string | null): string;
};

/**
 * Restores an earlier draft into the form; if the consignment has changed since, field by field. False if the user
 * cancelled.
 */
const restore = async (
  { base, form, put }: Draft,
  offer: UnsavedDraft,
  qualificationNameOf: Props['qualificationNameOf'],
  intro: string,
): Promise<boolean> => {
  const values = form.getValues();
  const current = groupsOf(values);
  const rows = compare({ ...current, ...offer.base }, { ...current, ...offer.typed }, current);
  const isClear = rows.every(({ defaultSide, fixed }) => defaultSide === 'mine' && !fixed);
  const choices = isClear
    ? defaultChoices(rows)
    : await openMergeDialog({ about: 'restore', rows, lookups: [{ view: base, qualificationNameOf }], intro });
  if (choices) put(applyChoices(values, rows, choices));
  return choices !== null;
};

/** Offers unsaved input again; it is never restored by itself. */
export const DraftOffer = ({ draft, offer, settle, qualificationNameOf }: Props) => {
  const t = useTexts(texts);
  const merge = useTexts(mergeTexts);
  const form = useTexts(formTexts);
  const keys = differingGroups(groupsOf(draft.form.getValues()), offer);
  const names = keys.map((key) => groupLabel(key, [draft.base], form)).join(t('and'));
  return (
    <div className="note info draft-offer" role="status">
      <History size={14} />
      <span className="grow">
        {t('found', { time: savedAtText(offer.at) })}
        <b>{t('fields', { count: keys.length })}</b>
        <span className="secondary">{inBrackets(names)}</span>
      </span>
      <Button
        size="small"
        intent="primary"
        text={t('restore')}
        onClick={() =>
          void restore(draft, offer, qualificationNameOf, merge('restoreText')).then((isRestored) => {
            if (isRestored) settle();
          })
        }
      />
      <Button size="small" variant="outlined" text={t('discard')} onClick={settle} />
    </div>
  );
};

/** Input of a user from before the consignment became read-only: to read and to copy, until it is discarded. */
export const UneditableDraft = ({ view }: { view: ConsignmentView }) => {
  const t = useTexts(texts);
  const form = useTexts(formTexts);
  const { userId } = useUser();
  const [draft, setDraft] = useState<UnsavedDraft | null>(null);
  const { nameOf } = useQualifications(view.testUnitId, { id: view.tuqualificationId, name: view.tuqualificationName });
  useEffect(() => {
    let open = true;
    void readDraft(userId, view.id).then((storedDraft) => {
      if (open) setDraft(storedDraft);
    });
    return () => {
      open = false;
    };
  }, [userId, view.id]);
  const keys = draft ? differingGroups(groupsOf(toFormValues(view)), draft) : [];
  if (!draft || keys.length === 0) return null;
  const facts = keys.map(
    (key) =>
      [
        groupLabel(key, [view], form),
        groupLines(key, draft.typed[key], [{ view, qualificationNameOf: nameOf }], form, (yes) =>
          t(yes ? 'yes' : 'no'),
        ).join('\n') || t('nothing'),
      ] as const,
  );
  const discard = async () => {
    await deleteDraft(userId, view.id);
    setDraft(null);
  };
  const copy = () =>
    copyToClipboard(facts.map(([label, value]) => `${label}${labelSeparator()}${value}`).join('\n'), t('copied'));
  return (
    <section
      className="note warning left-typing"
      aria-label={t('left', { time: savedAtText(draft.at), count: keys.length })}
    >
      <History size={14} />
      <div className="grow stack">
        <div className="row wrap">
          <span className="grow">
            <b>{t('left', { time: savedAtText(draft.at), count: keys.length })}</b>
            {t('leftText')}
          </span>
          {window.isSecureContext && (
            <Button
              size="small"
              variant="outlined"
              icon={<Duplicate size={14} />}
              text={t('copy')}
              onClick={() => void copy()}
            />
          )}
          <Button size="small" variant="outlined" text={t('discard')} onClick={() => void discard()} />
        </div>
        <ReadOnlyFields columns={3} items={facts} />
      </div>
    </section>
  );
};

/** Says who moved the consignment on while it was open for editing here; nothing if it was the user. */
export const ChangedByOthersNotice = ({ view, editedRevision }: { view: ConsignmentView; editedRevision: number }) => {
  const t = useTexts(texts);
  const nameOf = useStatusName();
  const changes = useQuery({
    ...queryOptionsOf(getConsignmentChanges, { id: view.id, after: editedRevision }),
    meta: { quiet: true },
  });
  const move = changes.data?.findLast(({ toStatus }) => toStatus !== null);
  if (!move || move.isCaller || move.toStatus === null) return null;
  return (
    <div className="note info" role="status">
      <InfoSign size={14} />
      {t('movedBy', {
        who: move.userName,
        at: savedAtText(move.at),
        status: move.toStatus === view.consignStatus ? view.consignStatusStr : nameOf(move.toStatus),
      })}
    </div>
  );
};
