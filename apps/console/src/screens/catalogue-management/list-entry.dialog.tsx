import { Checkbox, InputGroup } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSampleLevels, type ReferenceListView, type ReferenceListEntry } from '#contract';
import { LIST_LIMITS, type ListEntry, findList, listProblems, assignCode } from '#domain/reference';
import type { Problem } from '#domain/rules';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { queryOptionsOf } from '../../lib/queries.js';
import './catalogue-management.css';
import { saveList, listTitle, type ListEntryInput } from './catalogue-writes.js';
import { texts } from './lists.texts.js';

type Draft = Omit<ListEntry, 'id'>;

const NEW: Draft = { code: '', name: '', memo: '', isOff: false, bigCategoryIds: [] };

const ListEntryDialog = ({
  list,
  existing,
  onDone,
}: {
  list: ReferenceListView;
  existing: ReferenceListEntry | null;
  onDone(): void;
}) => {
  const t = useTexts(texts);
  const [initialDraft] = useState<Draft>(() => existing ?? NEW);
  const entriesWith = (entry: ListEntryInput): ListEntryInput[] =>
    existing
      ? list.entries.map((each) => (each === existing ? { ...entry, id: existing.id } : each))
      : [...list.entries, entry];
  /**
   * The problems that the service would find in this entry; only the service knows whether its categories still exist.
   */
  const problemsOf = (draft: Draft): Problem[] => {
    const listDefinition = findList(list.name);
    if (!listDefinition) return [];
    const otherEntries = list.entries.filter((each) => each !== existing);
    const entry = {
      ...(existing ? { ...draft, id: existing.id } : assignCode(listDefinition, list.entries, { ...draft, id: '' })),
    };
    return listProblems(
      listDefinition,
      [],
      [...otherEntries, entry],
      [...draft.bigCategoryIds, ...otherEntries.flatMap(({ bigCategoryIds }) => bigCategoryIds)],
    ).flatMap((entryProblem) => {
      const [, index, member] = /^entries\.(\d+)\.(\w+)$/.exec(entryProblem.path ?? '') ?? [];
      return Number(index) === otherEntries.length && member ? [{ ...entryProblem, path: member }] : [];
    });
  };
  return (
    <FormDialog
      title={t(existing ? 'editIn' : 'addTo', { list: listTitle(list) })}
      width={list.codes === 'none' ? 800 : 480}
      initial={initialDraft}
      problemsOf={problemsOf}
      save={(draft) => saveList(list, entriesWith({ ...draft, bigCategoryIds: [...draft.bigCategoryIds] }))}
      onDone={onDone}
    >
      {(draft, change, problemAt) => (
        <div className="stack">
          <Field label={t('name')} required error={problemAt('name')}>
            <InputGroup
              fill
              maxLength={LIST_LIMITS.name}
              value={draft.name}
              onValueChange={(name) => change({ name })}
            />
          </Field>
          {list.codes !== 'none' && (
            <Field
              label={t('code')}
              error={problemAt('code')}
              hint={existing ? undefined : t(list.codes === 'number' ? 'codeByNumber' : 'codeByName')}
            >
              <InputGroup
                fill
                readOnly={existing !== null}
                maxLength={LIST_LIMITS.code}
                value={draft.code}
                onValueChange={(code) => change({ code })}
              />
            </Field>
          )}
          {list.codes === 'none' && (
            <Field
              label={t('bigCategories')}
              required
              group
              error={problemAt('bigCategoryIds')}
              hint={t('bigCategoriesHint')}
              aside={t('chosen', { n: draft.bigCategoryIds.length })}
            >
              <BigCategories
                selectedIds={draft.bigCategoryIds}
                onChange={(bigCategoryIds) => change({ bigCategoryIds })}
              />
            </Field>
          )}
          <Field label={t('memo')} error={problemAt('memo')}>
            <InputGroup
              fill
              maxLength={LIST_LIMITS.memo}
              value={draft.memo}
              onValueChange={(memo) => change({ memo })}
            />
          </Field>
        </div>
      )}
    </FormDialog>
  );
};

const BigCategories = ({
  selectedIds,
  onChange,
}: {
  selectedIds: readonly string[];
  onChange(ids: readonly string[]): void;
}) => {
  const levels =
    useQuery({ ...queryOptionsOf(getSampleLevels, {}), staleTime: 60_000, meta: { quiet: true } }).data ?? [];
  return (
    <div className="pack-params">
      {levels
        .filter(({ parentId }) => parentId === null)
        .map(({ sampleLevelId, name }) => (
          <Checkbox
            key={sampleLevelId}
            className="check"
            label={name}
            checked={selectedIds.includes(sampleLevelId)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...selectedIds, sampleLevelId]
                  : selectedIds.filter((id) => id !== sampleLevelId),
              )
            }
          />
        ))}
    </div>
  );
};

export const openListEntryDialog = (list: ReferenceListView, existing: ReferenceListEntry | null): Promise<void> =>
  openDialog<void>((settle) => <ListEntryDialog list={list} existing={existing} onDone={() => settle()} />);
