import { Tag } from '@blueprintjs/core';
import { Globe, Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { getTenants, type TenantRow } from '#contract';
import { openChangeHistory } from '../../components/change-history/change-history.dialog.js';
import { type Column, orDash, RowAction } from '../../components/data-table.js';
import { type ManagedFilters, ManagedList, pageQuery } from '../../components/managed-list.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { listOptions } from '../../lib/list-query.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { openTenantRemovalDialog, openTenantSwitchDialog, openTenantDialog } from './tenant.dialog.js';
import { texts } from './texts.js';

const useRows = (filters: ManagedFilters) =>
  useQuery(
    listOptions(getTenants, {
      ...pageQuery(filters),
      ...(filters.state === '' ? {} : { isActive: filters.state === 'on' ? 'true' : 'false' }),
    }),
  );

const LABELS: readonly string[] = ['tenancyName', 'name', 'adminEmailAddress', 'connectionString', 'isActive'];
const labelOf = (field: string): string | null =>
  LABELS.includes(field) ? textOf(texts, field as keyof typeof texts.zh) : null;

/** TenantManager: the administrator's list of tenants (002 US-014). */
const TenantManagerPage = () => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const columns: Column<TenantRow>[] = [
    {
      key: 'tenancyName',
      head: t('tenancyName'),
      width: 180,
      cell: ({ tenancyName, name, isActive }) =>
        wide ? (
          tenancyName
        ) : (
          <>
            {tenancyName}
            <div className="aux muted row tight">
              <span>{name}</span>
              <State isOn={isActive} />
            </div>
          </>
        ),
      tooltip: ({ tenancyName }) => tenancyName,
    },
    { key: 'name', head: t('name'), cell: ({ name }) => orDash(name), tooltip: ({ name }) => name },
    {
      key: 'email',
      head: t('adminEmailAddress'),
      secondary: true,
      cell: ({ adminEmailAddress }) => orDash(adminEmailAddress),
      tooltip: ({ adminEmailAddress }) => adminEmailAddress,
    },
    {
      key: 'connection',
      head: t('connectionString'),
      width: 120,
      secondary: true,
      cell: ({ hasConnection }) => t(hasConnection ? 'own' : 'none'),
    },
    {
      key: 'changedAt',
      head: t('changedAt'),
      width: 150,
      secondary: true,
      cell: ({ lastModificationTime }) => <span className="numeric">{dateTime(lastModificationTime)}</span>,
    },
    {
      key: 'state',
      head: t('isActive'),
      width: 88,
      noEllipsis: true,
      cell: ({ isActive }) => <State isOn={isActive} />,
    },
    {
      key: 'actions',
      head: t('actions'),
      width: wide ? 184 : 128,
      noEllipsis: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide wrap">
          <RowAction text={t('edit')} name={row.tenancyName} onPress={() => void openTenantDialog(row)} />
          <RowAction
            text={t(row.isActive ? 'switchOff' : 'switchOn')}
            name={row.tenancyName}
            onPress={() => void openTenantSwitchDialog(row)}
          />
          <RowAction text={t('remove')} name={row.tenancyName} onPress={() => void openTenantRemovalDialog(row)} />
          <RowAction
            text={t('history')}
            name={row.tenancyName}
            onPress={() => void openChangeHistory({ kind: 'tenant', id: row.id, name: row.tenancyName, labelOf })}
          />
        </div>
      ),
    },
  ];
  return (
    <ManagedList
      caption={t('list')}
      searchLabel={t('search')}
      useRows={useRows}
      columns={columns.filter(({ key }) => wide || key === 'tenancyName' || key === 'actions')}
      onOpen={(row) => void openTenantDialog(row)}
      states={{
        label: t('isActive'),
        options: [
          { value: 'on', label: t('active') },
          { value: 'off', label: t('inactive') },
        ],
      }}
      add={{ text: t('add'), icon: <Plus />, onClick: () => void openTenantDialog(null) }}
      empty={{ icon: <Globe size={28} />, title: t('empty'), hint: t('emptyHint') }}
    />
  );
};

const State = ({ isOn }: { isOn: boolean }) => {
  const t = useTexts(texts);
  return (
    <Tag minimal intent={isOn ? 'success' : 'none'}>
      {t(isOn ? 'active' : 'inactive')}
    </Tag>
  );
};

export default TenantManagerPage;
