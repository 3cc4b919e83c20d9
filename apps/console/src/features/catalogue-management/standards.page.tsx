import { Tag } from '@blueprintjs/core';
import { Manual, Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { type BaseStandard, getAllStandard } from '#contract';
import { type Column, orNothing } from '../../components/data-table.js';
import { ManagedList } from '../../components/managed-list.js';
import { type ManagedFilters, pageOf } from '../../components/use-managed-filters.js';
import { useTexts } from '../../i18n/texts.js';
import { listOptions } from '../../lib/list-query.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import './catalogue-management.css';
import { RowVerb } from '../../components/row-verb.js';
import { askRemoveStandard, askStandard } from './standard.dialog.js';
import { texts } from './texts.js';

const STATES = ['valid', 'expired', 'unused'] as const;

const useRows = (filters: ManagedFilters) =>
  useQuery(
    listOptions(getAllStandard, { ...pageOf(filters), state: STATES.find((state) => state === filters.state) ?? '' }),
  );

/** The list of standards (002 CAT-001): what has expired is red, what nothing names may go. */
const StandardsPage = () => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const state = ({ isExpired }: BaseStandard) => (
    <Tag minimal intent={isExpired ? 'danger' : 'success'}>
      {t(isExpired ? 'expired' : 'valid')}
    </Tag>
  );
  const day = (value: string | null, isExpired = false) => (
    <span className={`numeric${isExpired ? ' danger-text' : ''}`}>{orNothing(value)}</span>
  );
  const columns: Column<BaseStandard>[] = [
    {
      key: 'code',
      head: t('printsManCode'),
      width: 172,
      whole: true,
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
      cell: ({ type }) => t(`type${type as 1 | 2 | 3}`),
    },
    { key: 'execute', head: t('executeDate'), width: 108, whole: true, cell: ({ executeDate }) => day(executeDate) },
    {
      key: 'expire',
      head: t('expireDate'),
      width: 108,
      whole: true,
      cell: ({ expireDate, isExpired }) => day(expireDate, isExpired),
    },
    { key: 'state', head: t('state'), width: 84, whole: true, cell: state },
    { key: 'used', head: t('inUse'), width: 76, secondary: true, cell: ({ canDelete }) => t(canDelete ? 'no' : 'yes') },
    {
      key: 'actions',
      head: t('actions'),
      width: 104,
      whole: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide">
          <RowVerb text={t('edit')} name={row.printsManCode} onPress={() => void askStandard(row)} />
          {row.canDelete && (
            <RowVerb text={t('remove')} name={row.printsManCode} onPress={() => void askRemoveStandard(row)} />
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
      onOpen={(row) => void askStandard(row)}
      states={{ label: t('state'), options: STATES.map((value) => ({ value, label: t(value) })) }}
      add={{ text: t('addStandard'), icon: <Plus />, onClick: () => void askStandard(null) }}
      empty={{ icon: <Manual size={28} />, title: t('noStandards'), hint: t('noStandardsHint') }}
    />
  );
};

export default StandardsPage;
