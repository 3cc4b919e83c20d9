import { Button } from '@blueprintjs/core';
import { Duplicate, History } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import type { ConsignmentView } from '#contract';
import { Facts } from '../../../components/field.js';
import { succeed } from '../../../components/toaster.js';
import { useTexts } from '../../../i18n/texts.js';
import { useUser } from '../../../lib/session.js';
import { valuesOf } from '../form-values.js';
import { groupsOf } from '../merge/field-groups.js';
import { labelOf, linesOf } from '../merge/readable.js';
import { useQualifications } from '../testing-unit.js';
import { texts as formTexts } from '../texts.js';
import './drafts.css';
import { sinceWhen } from './since-when.js';
import { texts } from './texts.js';
import { differingFrom, forgetDraft, readDraft, type TypedDraft } from './typed-draft.js';

/** What a user typed before the consignment could no longer be edited: to read and to copy, until it is discarded. */
export const LeftTyping = ({ view }: { view: ConsignmentView }) => {
  const t = useTexts(texts);
  const form = useTexts(formTexts);
  const { userId } = useUser();
  const [left, setLeft] = useState<TypedDraft | null>(null);
  const { nameOf } = useQualifications(view.testUnitId, { id: view.tuqualificationId, name: view.tuqualificationName });
  useEffect(() => {
    let open = true;
    void readDraft(userId, view.id).then((read) => {
      if (open) setLeft(read);
    });
    return () => {
      open = false;
    };
  }, [userId, view.id]);
  const keys = left ? differingFrom(groupsOf(valuesOf(view)), left) : [];
  if (!left || keys.length === 0) return null;
  const facts = keys.map(
    (key) =>
      [
        labelOf(key, [view], form),
        linesOf(key, left.typed[key], [{ view, qualificationNameOf: nameOf }], form, (yes) =>
          t(yes ? 'yes' : 'no'),
        ).join('\n') || t('nothing'),
      ] as const,
  );
  const discard = async () => {
    await forgetDraft(userId, view.id);
    setLeft(null);
  };
  const copy = async () => {
    await navigator.clipboard.writeText(facts.map(([label, value]) => `${label}：${value}`).join('\n'));
    succeed(t('copied'));
  };
  return (
    <section
      className="note warning left-typing"
      aria-label={t('left', { time: sinceWhen(left.at), count: keys.length })}
    >
      <History size={14} />
      <div className="grow stack">
        <div className="row wrap">
          <span className="grow">
            <b>{t('left', { time: sinceWhen(left.at), count: keys.length })}</b>
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
        <Facts columns={3} items={facts} />
      </div>
    </section>
  );
};
