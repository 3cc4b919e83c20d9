import { Tag } from '@blueprintjs/core';
import { Clipboard, Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type CataloguePackView, listPacks } from '#contract';
import { type Column, orDash, RowAction } from '../../components/data-table.js';
import { type ManagedFilters, ManagedList, pageQuery } from '../../components/managed-list.js';
import { listSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { listOptions } from '../../lib/list-query.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import './catalogue-management.css';
import { CatalogueOwnerRoute } from './catalogue-owner-route.js';
import { openPackDialog } from './pack.dialog.js';
import { packsPath } from '../../lib/paths.js';
import { PackOrigin } from './sample-origin.js';
import { texts } from './texts.js';
import {
  openPackHistory,
  confirmRemovePack,
  confirmResetPack,
  confirmWithdrawPack,
  type CatalogueOwner,
} from './catalogue-actions.js';

const STATES = ['own', 'withdrawn'] as const;

const rowsOf =
  ({ ownerQuery }: CatalogueOwner) =>
  (filters: ManagedFilters) =>
    useQuery(
      listOptions(listPacks, {
        ...ownerQuery,
        ...pageQuery(filters),
        state: STATES.find((state) => state === filters.state) ?? '',
      }),
    );

/** Parameter packs of the system template, or the effective ones of a testing unit. */
const PacksPage = () => (
  <CatalogueOwnerRoute pathOf={packsPath}>
    {(owner, choice) => <Packs owner={owner} choice={choice} />}
  </CatalogueOwnerRoute>
);

const Packs = ({ owner, choice }: { owner: CatalogueOwner; choice: ReactNode }) => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const open = (row: CataloguePackView) => (row.isDeleted ? undefined : void openPackDialog(owner, row));
  const columns: Column<CataloguePackView>[] = [
    {
      key: 'name',
      head: t('packName'),
      ...(wide ? { width: 200 } : {}),
      cell: (row) =>
        wide ? (
          row.name
        ) : (
          <>
            {row.name}
            <div className="aux muted row tight">
              {row.sampleName}
              {!owner.isTemplate && <PackOrigin pack={row} />}
            </div>
          </>
        ),
      tooltip: ({ name }) => name,
    },
    {
      key: 'sample',
      head: t('packSample'),
      width: 180,
      cell: ({ sampleName }) => orDash(sampleName),
      tooltip: ({ sampleName }) => sampleName,
    },
    {
      key: 'params',
      head: t('packParams'),
      secondary: true,
      cell: ({ params }) => params.map(({ name }) => name).join(listSeparator()),
      tooltip: ({ params }) => params.map(({ name }) => name).join(listSeparator()),
    },
    {
      key: 'count',
      head: t('paramCount'),
      width: 72,
      align: 'right',
      cell: ({ params }) => <span className="numeric">{params.length}</span>,
    },
    {
      key: 'exposed',
      head: t('exposed'),
      width: 76,
      noEllipsis: true,
      cell: ({ exposed }) => (
        <Tag minimal intent={exposed ? 'success' : 'none'}>
          {t(exposed ? 'yes' : 'no')}
        </Tag>
      ),
    },
    ...(owner.isTemplate
      ? []
      : [
          {
            key: 'origin',
            head: t('origin'),
            width: 96,
            noEllipsis: true,
            cell: (row: CataloguePackView) => <PackOrigin pack={row} />,
          },
        ]),
    {
      key: 'actions',
      head: t('actions'),
      width: wide ? (owner.isTemplate ? 150 : 210) : 140,
      noEllipsis: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide wrap">
          {!row.isDeleted && <RowAction text={t('edit')} name={row.name} onPress={() => open(row)} />}
          <RowAction text={t('history')} name={row.name} onPress={() => void openPackHistory(owner, row)} />
          {(row.isDeleted || row.origin === 'copy') && (
            <RowAction text={t('reset')} name={row.name} onPress={() => void confirmResetPack(owner, row)} />
          )}
          {!row.isDeleted &&
            (owner.isTemplate || row.origin === 'own' ? (
              <RowAction text={t('remove')} name={row.name} onPress={() => void confirmRemovePack(owner, row)} />
            ) : (
              <RowAction text={t('withdraw')} name={row.name} onPress={() => void confirmWithdrawPack(owner, row)} />
            ))}
        </div>
      ),
    },
  ];
  return (
    <ManagedList
      caption={t('packList')}
      searchLabel={t('searchPack')}
      useRows={rowsOf(owner)}
      columns={columns.filter(({ key }) => wide || key === 'name' || key === 'actions')}
      onOpen={open}
      {...(owner.isTemplate
        ? {}
        : {
            states: {
              label: t('show'),
              options: [
                { value: 'own', label: t('stateOwn') },
                { value: 'withdrawn', label: t('stateWithdrawn') },
              ],
            },
          })}
      extra={choice}
      add={{ text: t('addPack'), icon: <Plus />, onClick: () => void openPackDialog(owner, null) }}
      empty={{ icon: <Clipboard size={28} />, title: t('noPacks'), hint: t('noPacksHint') }}
    />
  );
};

export default PacksPage;
