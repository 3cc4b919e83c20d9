import { Button } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import { useTexts } from '../../../i18n/texts.js';
import { texts as formTexts } from '../texts.js';
import type { Draft } from '../use-draft.js';
import { choicesOf, compare, mergedValues } from '../merge/compare.js';
import { groupsOf } from '../merge/field-groups.js';
import { askMerge } from '../merge/merge.dialog.js';
import { labelOf } from '../merge/readable.js';
import { texts as mergeTexts } from '../merge/texts.js';
import './drafts.css';
import { sinceWhen } from './since-when.js';
import { texts } from './texts.js';
import { differingFrom, type TypedDraft } from './typed-draft.js';
import type { Autosave } from './use-autosave.js';

type Props = {
  draft: Draft;
  offer: TypedDraft;
  settle: Autosave['settle'];
  qualificationNameOf(id: string | null): string;
};

/** Puts an earlier draft into the form; where the consignment has moved on since, field by field. False when the user backed out. */
const restore = async (
  { base, form, put }: Draft,
  offer: TypedDraft,
  qualificationNameOf: Props['qualificationNameOf'],
  intro: string,
): Promise<boolean> => {
  const values = form.getValues();
  const now = groupsOf(values);
  const rows = compare({ ...now, ...offer.base }, { ...now, ...offer.typed }, now);
  const isClear = rows.every(({ chosen, fixed }) => chosen === 'mine' && !fixed);
  const choices = isClear
    ? choicesOf(rows)
    : await askMerge({ about: 'restore', rows, named: [{ view: base, qualificationNameOf }], intro });
  if (choices) put(mergedValues(values, rows, choices));
  return choices !== null;
};

/** What was typed and not saved is offered again, never put in by itself. */
export const DraftOffer = ({ draft, offer, settle, qualificationNameOf }: Props) => {
  const t = useTexts(texts);
  const merge = useTexts(mergeTexts);
  const form = useTexts(formTexts);
  const keys = differingFrom(groupsOf(draft.form.getValues()), offer);
  const names = keys.map((key) => labelOf(key, [draft.base], form)).join(t('and'));
  return (
    <div className="note info draft-offer" role="status">
      <History size={14} />
      <span className="grow">
        {t('found', { time: sinceWhen(offer.at) })}
        <b>{t('fields', { count: keys.length })}</b>
        <span className="secondary">（{names}）</span>
      </span>
      <Button
        size="small"
        intent="primary"
        text={t('restore')}
        onClick={() =>
          void restore(draft, offer, qualificationNameOf, merge('restoreText')).then((done) => {
            if (done) settle();
          })
        }
      />
      <Button size="small" variant="outlined" text={t('discard')} onClick={settle} />
    </div>
  );
};
