import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getSampleLevels, type SampleLevelRow } from '#contract';
import { AppDialog } from '../../components/app-dialog.js';
import { RowAction } from '../../components/data-table.js';
import { openDialog } from '../../components/dialogs.js';
import { FailureNote } from '../../components/failure-note.js';
import { Field } from '../../components/field.js';
import { CountInput, focusWrongNumber } from '../../components/number-input.js';
import { ErrorState, LoadingRows } from '../../components/page-states.js';
import { toastSuccess } from '../../components/toaster.js';
import { useSubmit } from '../../components/use-submit.js';
import { useTexts } from '../../i18n/texts.js';
import { listOptions } from '../../lib/list-query.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import './catalogue-management.css';
import { addLevel, openLevelHistory, confirmRemoveLevel, changeLevel, type LevelDraft } from './catalogue-writes.js';
import { texts as listTexts } from './lists.texts.js';
import { texts } from './texts.js';

const draftOf = (level: SampleLevelRow | null, parentId = ''): LevelDraft =>
  level
    ? { name: level.name, parentId: level.parentId ?? '', orderNum: level.orderNum }
    : { name: '', parentId, orderNum: 0 };

/** The levels of the sample tree: they can be added, renamed, moved and, if nothing is below them, deleted. */
const LevelsDialog = ({ onDone }: { onDone(): void }) => {
  const t = useTexts(texts);
  const listText = useTexts(listTexts);
  const list = useQuery(listOptions(getSampleLevels, {}));
  const [edited, setEdited] = useState<SampleLevelRow | null>(null);
  const [draft, setDraft] = useState(draftOf(null));
  const { failed, running, send } = useSubmit();
  const levels = list.data?.data;
  const first = draftOf(edited, draft.parentId);
  const begin = (level: SampleLevelRow | null, parentId = '') => {
    setEdited(level);
    setDraft(draftOf(level, parentId));
  };
  const save = () => {
    if (focusWrongNumber()) return;
    if (draft.name.trim() === '') return;
    void send(async () => {
      await (edited ? changeLevel(edited, draft) : addLevel(draft));
      toastSuccess(edited ? listText('levelSaved') : t('levelAdded'));
      begin(null, edited ? '' : draft.parentId);
      return false;
    });
  };
  return (
    <AppDialog
      title={t('levels')}
      width={800}
      hasUnsavedInput={JSON.stringify(draft) !== JSON.stringify(first)}
      onClose={onDone}
      footer={<Button className="push" text={t('close')} onClick={onDone} />}
    >
      <div className="stack">
        <LevelForm
          draft={draft}
          edited={edited}
          levels={levels ?? []}
          running={running}
          onChange={(some) => setDraft({ ...draft, ...some })}
          onSave={save}
          onCancel={() => begin(null)}
        />
        {failed && <FailureNote>{failed}</FailureNote>}
        {levels ? (
          <Levels levels={levels} edited={edited} onEdit={begin} />
        ) : list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <LoadingRows rows={6} />
        )}
      </div>
    </AppDialog>
  );
};

type FormProps = {
  draft: LevelDraft;
  edited: SampleLevelRow | null;
  levels: readonly SampleLevelRow[];
  running: boolean;
  onChange(some: Partial<LevelDraft>): void;
  onSave(): void;
  onCancel(): void;
};

/** One line for a new level and for an existing one; a big category stays at the top, and the others below one. */
const LevelForm = ({ draft, edited, levels, running, onChange, onSave, onCancel }: FormProps) => {
  const t = useTexts(texts);
  const listText = useTexts(listTexts);
  const possibleParents = levels.filter(
    (level) =>
      !edited ||
      (edited.parentId !== null &&
        level.sysTestItemId === edited.sysTestItemId &&
        !level.levelCode.startsWith(edited.levelCode)),
  );
  // The pressed row may be far below the form.
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (edited) nameField.current?.focus();
  }, [edited]);
  const options = [
    ...(edited && edited.parentId !== null ? [] : [{ value: '', label: t('topLevel') }]),
    ...possibleParents.map(({ sampleLevelId, displayName }) => ({ value: sampleLevelId, label: displayName })),
  ];
  return (
    <div className="form-grid">
      <Field label={t('levelName')}>
        <InputGroup
          fill
          inputRef={nameField}
          maxLength={50}
          value={draft.name}
          onValueChange={(name) => onChange({ name })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onSave();
          }}
        />
      </Field>
      <Field label={t('levelAbove')} hint={edited?.parentId ? listText('levelMoveHint') : undefined}>
        <HTMLSelect
          fill
          disabled={edited?.parentId === null}
          value={draft.parentId}
          options={options}
          onChange={(event) => onChange({ parentId: event.currentTarget.value })}
        />
      </Field>
      {edited ? (
        <>
          <Field label={listText('levelOrder')}>
            <CountInput
              fill
              min={0}
              max={1_000_000}
              value={draft.orderNum}
              blankValue={0}
              onCount={(orderNum) => onChange({ orderNum: orderNum ?? 0 })}
            />
          </Field>
          <div className="row span-all">
            <Button className="push" text={listText('cancelEdit')} onClick={onCancel} />
            <Button
              intent="primary"
              text={listText('saveLevel')}
              disabled={draft.name.trim() === ''}
              loading={running}
              onClick={onSave}
            />
          </div>
        </>
      ) : (
        <div className="level-add">
          <Button
            icon={<Plus />}
            text={t('addLevel')}
            disabled={draft.name.trim() === ''}
            loading={running}
            onClick={onSave}
          />
        </div>
      )}
    </div>
  );
};

const Levels = ({
  levels,
  edited,
  onEdit,
}: {
  levels: readonly SampleLevelRow[];
  edited: SampleLevelRow | null;
  onEdit(level: SampleLevelRow): void;
}) => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  return (
    <table className="data-table" aria-label={t('levels')}>
      <colgroup>
        {wide && <col style={{ width: 88 }} />}
        <col />
        <col style={{ width: wide ? 148 : 132 }} />
      </colgroup>
      <thead>
        <tr>
          {wide && <th>{t('levelCode')}</th>}
          <th>{t('levelName')}</th>
          <th>{t('actions')}</th>
        </tr>
      </thead>
      <tbody>
        {levels.map((level) => (
          <tr key={level.sampleLevelId} aria-selected={edited?.sampleLevelId === level.sampleLevelId}>
            {wide && <td className="numeric secondary">{level.levelCode}</td>}
            <td title={level.displayName}>
              {wide ? level.displayName : level.name}
              {!wide && <div className="aux muted numeric">{level.levelCode}</div>}
            </td>
            <td className="whole">
              <div className="row wide">
                <RowAction text={t('edit')} name={level.displayName} onPress={() => onEdit(level)} />
                {!levels.some(({ parentId }) => parentId === level.sampleLevelId) && (
                  <RowAction
                    text={t('remove')}
                    name={level.displayName}
                    onPress={() => void confirmRemoveLevel(level)}
                  />
                )}
                <RowAction text={t('history')} name={level.displayName} onPress={() => void openLevelHistory(level)} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

export const openLevelsDialog = (): Promise<void> =>
  openDialog<void>((settle) => <LevelsDialog onDone={() => settle()} />);
