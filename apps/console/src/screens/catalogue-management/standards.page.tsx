import { HTMLSelect, InputGroup, Tag, TextArea } from '@blueprintjs/core';
import { Manual, Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import {
  type BaseStandard,
  baseStandardDelete,
  baseStandardInsert,
  baseStandardUpdate,
  getAllStandard,
} from '#contract';
import { CATALOGUE_LIMITS, standardProblems } from '#domain/catalogue-maintenance';
import { openActionDialog } from '../../components/action-dialog.js';
import { DateInput } from '../../components/date-input.js';
import { type Column, orDash, RowAction } from '../../components/data-table.js';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { type ManagedFilters, ManagedList, pageQuery } from '../../components/managed-list.js';
import type { Suggestion } from '../../components/suggest-input.js';
import { toastSuccess } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations, listOptions } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import './catalogue-management.css';
import { texts } from './texts.js';

type Draft = Pick<BaseStandard, 'baseStandardName' | 'printsManCode' | 'type' | 'executeDate' | 'expireDate'> & {
  clauses: string;
};

const NEW: Draft = {
  baseStandardName: '',
  printsManCode: '',
  type: 3,
  executeDate: null,
  expireDate: null,
  clauses: '',
};
const TYPES = [1, 2, 3] as const;

const draftOf = ({
  baseStandardName,
  printsManCode,
  type,
  executeDate,
  expireDate,
  clauseCodes,
}: BaseStandard): Draft => ({
  baseStandardName,
  printsManCode,
  type,
  executeDate,
  expireDate,
  clauses: clauseCodes.join('\n'),
});
const clausesOf = ({ clauses }: Draft): string[] =>
  clauses
    .split('\n')
    .map((clause) => clause.trim())
    .filter(Boolean);

/** Applies the rules of the service. */
const problemsOf = (draft: Draft) =>
  standardProblems({
    standardName: draft.baseStandardName,
    publishCode: draft.printsManCode,
    type: draft.type,
    executeDate: draft.executeDate,
    expireDate: draft.expireDate,
    sourceType: 1,
    uniqueKey: '',
    publicationPrefix: '',
    replacedBy: null,
    clauseCodes: clausesOf(draft),
  });

const StandardDialog = ({ existing, onDone }: { existing: BaseStandard | null; onDone(): void }) => {
  const t = useTexts(texts);
  const save = (whole: Draft) => {
    const { clauses: _, ...draft } = whole;
    const body = { ...draft, type: TYPES.find((type) => type === draft.type) ?? 3, clauseCodes: clausesOf(whole) };
    return withIdempotencyKey(`standard ${JSON.stringify([existing?.id, body])}`, (idempotencyKey) =>
      existing
        ? callOperation(baseStandardUpdate, {
            body: { id: existing.id, ...body },
            ifMatch: existing.revision,
            idempotencyKey,
          })
        : callOperation(baseStandardInsert, { body, idempotencyKey }),
    );
  };
  const handleDone = () => {
    onDone();
    void invalidateOperations(getAllStandard);
  };
  return (
    <FormDialog
      title={t(existing ? 'editStandard' : 'addStandard')}
      width={800}
      initial={existing ? draftOf(existing) : NEW}
      problemsOf={problemsOf}
      save={save}
      onDone={handleDone}
    >
      {(draft, change, problemAt) => (
        <div className="form-grid">
          <Field label={t('printsManCode')} required error={problemAt('printsManCode')}>
            <InputGroup
              fill
              maxLength={CATALOGUE_LIMITS.code}
              value={draft.printsManCode}
              onValueChange={(printsManCode) => change({ printsManCode })}
            />
          </Field>
          <Field label={t('baseStandardName')} required className="span-2" error={problemAt('baseStandardName')}>
            <InputGroup
              fill
              maxLength={CATALOGUE_LIMITS.name}
              value={draft.baseStandardName}
              onValueChange={(baseStandardName) => change({ baseStandardName })}
            />
          </Field>
          <Field label={t('standardType')}>
            <HTMLSelect
              fill
              value={draft.type}
              options={TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
              onChange={(event) => change({ type: Number(event.currentTarget.value) })}
            />
          </Field>
          <Field label={t('executeDate')} error={problemAt('executeDate')}>
            <DateInput
              fill
              value={draft.executeDate ?? ''}
              onValueChange={(day) => change({ executeDate: day || null })}
            />
          </Field>
          <Field label={t('expireDate')} error={problemAt('expireDate')}>
            <DateInput
              fill
              value={draft.expireDate ?? ''}
              onValueChange={(day) => change({ expireDate: day || null })}
            />
          </Field>
          <Field label={t('clauseCodes')} className="span-all" hint={t('clausesHint')}>
            <TextArea
              fill
              rows={4}
              value={draft.clauses}
              onChange={(event) => change({ clauses: event.target.value })}
            />
          </Field>
        </div>
      )}
    </FormDialog>
  );
};

/** Adds a standard, or changes an existing one, unless somebody changed it meanwhile. */
export const openStandardDialog = (existing: BaseStandard | null): Promise<void> =>
  openDialog<void>((settle) => <StandardDialog existing={existing} onDone={() => settle()} />);

export const confirmRemoveStandard = async ({ id, printsManCode, baseStandardName }: BaseStandard): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action: textOf(texts, 'removeStandard'),
    sentence: textOf(texts, 'removeStandardSentence', { name: `${printsManCode} ${baseStandardName}` }),
    intent: 'danger',
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason },
    run: (reason) =>
      withIdempotencyKey(`remove standard ${id} ${reason}`, (idempotencyKey) =>
        callOperation(baseStandardDelete, { query: { id, reason }, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, 'removed'));
  await invalidateOperations(getAllStandard);
};

const STATES = ['valid', 'expired', 'unused'] as const;

const useRows = (filters: ManagedFilters) =>
  useQuery(
    listOptions(getAllStandard, {
      ...pageQuery(filters),
      state: STATES.find((state) => state === filters.state) ?? '',
    }),
  );

/** The list of standards (002 CAT-001): expired ones are red; unused ones may be removed. */
const StandardsPage = () => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const state = ({ isExpired }: BaseStandard) => (
    <Tag minimal intent={isExpired ? 'danger' : 'success'}>
      {t(isExpired ? 'expired' : 'valid')}
    </Tag>
  );
  const day = (value: string | null, isExpired = false) => (
    <span className={`numeric${isExpired ? ' danger-text' : ''}`}>{orDash(value)}</span>
  );
  const columns: Column<BaseStandard>[] = [
    {
      key: 'code',
      head: t('printsManCode'),
      width: 172,
      noEllipsis: true,
      cell: ({ printsManCode }) => <span className="numeric">{printsManCode}</span>,
    },
    {
      key: 'name',
      head: t('baseStandardName'),
      cell: (row) =>
        wide ? (
          row.baseStandardName
        ) : (
          <>
            {row.baseStandardName}
            <div className="aux muted row tight">
              <span className="numeric">{row.printsManCode}</span>
              {state(row)}
            </div>
          </>
        ),
      tooltip: ({ baseStandardName }) => baseStandardName,
    },
    {
      key: 'type',
      head: t('standardType'),
      width: 150,
      secondary: true,
      cell: ({ type }) => t(`type.${type as 1 | 2 | 3}`),
    },
    {
      key: 'execute',
      head: t('executeDate'),
      width: 108,
      noEllipsis: true,
      cell: ({ executeDate }) => day(executeDate),
    },
    {
      key: 'expire',
      head: t('expireDate'),
      width: 108,
      noEllipsis: true,
      cell: ({ expireDate, isExpired }) => day(expireDate, isExpired),
    },
    { key: 'state', head: t('state'), width: 84, noEllipsis: true, cell: state },
    { key: 'used', head: t('inUse'), width: 76, secondary: true, cell: ({ canDelete }) => t(canDelete ? 'no' : 'yes') },
    {
      key: 'actions',
      head: t('actions'),
      width: 104,
      noEllipsis: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide">
          <RowAction text={t('edit')} name={row.printsManCode} onPress={() => void openStandardDialog(row)} />
          {row.canDelete && (
            <RowAction text={t('remove')} name={row.printsManCode} onPress={() => void confirmRemoveStandard(row)} />
          )}
        </div>
      ),
    },
  ];
  return (
    <ManagedList
      caption={t('standardList')}
      searchLabel={t('searchStandard')}
      useRows={useRows}
      columns={columns.filter(({ key }) => wide || key === 'name' || key === 'actions')}
      onOpen={(row) => void openStandardDialog(row)}
      states={{ label: t('state'), options: STATES.map((value) => ({ value, label: t(value) })) }}
      add={{ text: t('addStandard'), icon: <Plus />, onClick: () => void openStandardDialog(null) }}
      empty={{ icon: <Manual size={28} />, title: t('noStandards'), hint: t('noStandardsHint') }}
    />
  );
};

export default StandardsPage;

/** All standards: a few hundred, so choosing among them needs no request. */
export const useStandards = (): readonly BaseStandard[] =>
  useQuery({ ...queryOptionsOf(getAllStandard, { maxResultCount: 1000 }), staleTime: 60_000, meta: { quiet: true } })
    .data?.items ?? NONE;
const NONE: readonly BaseStandard[] = [];

/** Parts of a key that names a standard, or one of its clauses. */
const MARK = '#';
export const standardKey = (standardId: string, clauseCode = ''): string =>
  clauseCode ? `${standardId}${MARK}${clauseCode}` : standardId;
export const parseStandardKey = (key: string): { standardId: string; clauseCode: string } => {
  const [standardId = '', clauseCode = ''] = key.split(MARK);
  return { standardId, clauseCode };
};

/** Standards to choose from, and with `clauses` their clauses too; those in force first. */
export const standardSuggestions = (standards: readonly BaseStandard[], clauses = false): Suggestion[] =>
  standards
    .toSorted((left, right) => Number(left.isExpired) - Number(right.isExpired))
    .flatMap(({ id, printsManCode, baseStandardName, clauseCodes }) => [
      { id: standardKey(id), value: printsManCode, note: baseStandardName },
      ...(clauses
        ? clauseCodes.map((clause) => ({
            id: standardKey(id, clause),
            value: `${printsManCode} ${clause}`,
            note: baseStandardName,
          }))
        : []),
    ]);
