import { Button, Tag } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../../components/app-dialog.js';
import { openDialog } from '../../../components/dialogs.js';
import { useTexts } from '../../../i18n/texts.js';
import { texts as formTexts } from '../texts.js';
import './merge.css';
import { groupLabel, groupLines, type NameLookup } from './group-labels.js';
import { texts } from './texts.js';
import { type Choices, defaultChoices, type Group, type Row, type MergeSide } from './three-way-merge.js';

export type MergeQuestion = {
  /** A stale save against a colleague's version, or earlier work against the current consignment. */
  about: 'save' | 'reload' | 'restore';
  rows: readonly Row[];
  lookups: readonly NameLookup[];
  /** Who changed it and when, and what else happened. */
  intro: ReactNode;
};

const TEXT_KEYS = {
  save: { title: 'title', mine: 'mine', theirs: 'theirs', allMine: 'allMine', allTheirs: 'allTheirs', action: 'merge' },
  reload: { title: 'title', mine: 'mine', theirs: 'theirs', allMine: 'allMine', allTheirs: 'allTheirs', action: 'use' },
  restore: {
    title: 'restoreTitle',
    mine: 'kept',
    theirs: 'current',
    allMine: 'allKept',
    allTheirs: 'allCurrent',
    action: 'restore',
  },
} as const;

/** Two versions side by side with a choice per field; fields that only one side changed are chosen already. */
const MergeDialog = ({
  about,
  rows,
  lookups,
  intro,
  onDone,
}: MergeQuestion & { onDone(choices: Choices | null): void }) => {
  const t = useTexts(texts);
  const form = useTexts(formTexts);
  const [choices, setChoices] = useState(() => defaultChoices(rows));
  const textKeys = TEXT_KEYS[about];
  const open = rows.filter(({ key }) => !choices[key]).length;
  const confirm = () => {
    if (open === 0) onDone(choices);
  };
  const lines = (row: Row, group: Group | undefined): ReactNode => {
    const lineTexts = groupLines(row.key, group, lookups, form, (yes) => t(yes ? 'yes' : 'no'));
    return lineTexts.length === 0 ? (
      <span className="muted">{t('nothing')}</span>
    ) : (
      lineTexts.map((line, index) => <div key={index}>{line}</div>)
    );
  };
  const option = (row: Row, label: string, side: MergeSide) => (
    <label className={`merge-option${choices[row.key] === side ? ' chosen' : ''}`}>
      <input
        type="radio"
        name={`merge-${row.key}`}
        aria-label={`${label} ${t(textKeys[side])}`}
        checked={choices[row.key] === side}
        disabled={row.fixed && side === 'mine'}
        onChange={() => setChoices((current) => ({ ...current, [row.key]: side }))}
      />
      <span className="merge-side">{t(textKeys[side])}</span>
      <span className="merge-value">{lines(row, row[side])}</span>
    </label>
  );
  return (
    <AppDialog
      title={t(textKeys.title)}
      width={900}
      hasUnsavedInput
      onClose={() => onDone(null)}
      onConfirm={confirm}
      footer={
        <>
          <span className={`dense ${open > 0 ? 'danger-text' : 'secondary'}`} role="status">
            {open > 0 ? t('left', { count: open }) : t('ready')}
          </span>
          <Button className="push" text={t('notNow')} onClick={() => onDone(null)} />
          <Button intent="primary" text={t(textKeys.action)} disabled={open > 0} onClick={confirm} />
        </>
      }
    >
      <div className="stack">
        <div className="merge-intro">
          <div className="grow dense">{intro}</div>
          <Button
            size="small"
            variant="outlined"
            text={t(textKeys.allMine)}
            onClick={() => setChoices(defaultChoices(rows, 'mine'))}
          />
          <Button
            size="small"
            variant="outlined"
            text={t(textKeys.allTheirs)}
            onClick={() => setChoices(defaultChoices(rows, 'theirs'))}
          />
        </div>
        <div className="merge-rows">
          <div className="merge-head" aria-hidden>
            <span>{t('field')}</span>
            <span>{t(textKeys.mine)}</span>
            <span>{t(textKeys.theirs)}</span>
          </div>
          {rows.map((row) => {
            const label = groupLabel(
              row.key,
              lookups.map(({ view }) => view),
              form,
            );
            return (
              <div
                key={row.key}
                className={`merge-row${choices[row.key] ? '' : ' open'}`}
                role="radiogroup"
                aria-label={label}
              >
                <div className="merge-label">
                  <div className="row tight wrap">
                    <b>{label}</b>
                    {row.defaultSide === null && (
                      <Tag minimal intent="warning">
                        {t('conflict')}
                      </Tag>
                    )}
                  </div>
                  <div className="aux muted">
                    {row.fixed && row.key !== 'testUnit' ? (
                      t('unitMoved')
                    ) : (
                      <>
                        {t('was')} {lines(row, row.base)}
                      </>
                    )}
                  </div>
                </div>
                {option(row, label, 'mine')}
                {option(row, label, 'theirs')}
              </div>
            );
          })}
        </div>
      </div>
    </AppDialog>
  );
};

/** Asks how to merge; null if the user cancelled. */
export const openMergeDialog = (question: MergeQuestion): Promise<Choices | null> =>
  openDialog<Choices | null>((settle) => <MergeDialog {...question} onDone={settle} />);
