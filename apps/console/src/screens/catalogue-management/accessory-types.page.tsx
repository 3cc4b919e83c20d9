import { Tag } from '@blueprintjs/core';
import { Paperclip, Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { type AccessoryTypeView, getAccessoryTypes } from '#contract';
import { ROLE } from '#events';
import { type Column, RowAction } from '../../components/data-table.js';
import { type ManagedFilters, ManagedList } from '../../components/managed-list.js';
import { useTexts } from '../../i18n/texts.js';
import { hasRole, useUser } from '../../lib/session.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { callWithMeta } from '../../lib/http.js';
import { openAccessoryTypeDialog, confirmRemoveType } from './accessory-type.dialog.js';
import { texts } from './texts.js';

const KINDS = [0, 1] as const;

/**
 * Both lists as one, split into pages here, because there are only dozens. Each is read for the unit, so that it
 * includes the unit's own.
 */
const accessoryTypesOf = (unitId: string | null, { keyword, state, page, size }: ManagedFilters) => ({
  queryKey: [getAccessoryTypes.name, 'managed', unitId, keyword, state, page, size] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const lists = await Promise.all(
      KINDS.filter((kind) => state === '' || String(kind) === state).map((type) =>
        callWithMeta(getAccessoryTypes, {
          query: { type, ...(unitId === null ? {} : { testUnitId: unitId }) },
          signal,
        }),
      ),
    );
    const matches: AccessoryTypeView[] = lists.flatMap(({ data }) => data).filter(({ name }) => name.includes(keyword));
    return {
      data: { items: matches.slice((page - 1) * size, page * size), totalCount: matches.length },
      stale: lists.some(({ stale }) => stale),
    };
  },
  meta: { quiet: true },
});

/**
 * Kinds of attachments (002 CAT-004): the administrator manages those of all testing units, a laboratory its own
 * besides.
 */
const AccessoryTypesPage = () => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const user = useUser();
  const isAdmin = hasRole(user, ROLE.admin);
  const useRows = (filters: ManagedFilters) => useQuery(accessoryTypesOf(user.unitId, filters));
  const mayManage = ({ testUnitId }: AccessoryTypeView) => isAdmin || testUnitId !== null;
  const state = ({ enable, isRequire }: AccessoryTypeView) => (
    <span className="row tight">
      <Tag minimal intent={enable ? 'success' : 'none'}>
        {t(enable ? 'enable' : 'disabled')}
      </Tag>
      {isRequire && (
        <Tag minimal intent="warning">
          {t('isRequire')}
        </Tag>
      )}
    </span>
  );
  const columns: Column<AccessoryTypeView>[] = [
    {
      key: 'name',
      head: t('typeName'),
      cell: (row) =>
        wide ? (
          row.name
        ) : (
          <>
            {row.name}
            <div className="aux muted row tight">
              {t(row.type === 0 ? 'raw' : 'onSite')}
              {state(row)}
            </div>
          </>
        ),
      tooltip: ({ name }) => name,
    },
    { key: 'kind', head: t('typeKind'), width: 180, cell: ({ type }) => t(type === 0 ? 'raw' : 'onSite') },
    {
      key: 'owner',
      head: t('owner'),
      width: 160,
      secondary: true,
      cell: ({ testUnitId }) => t(testUnitId === null ? 'everybody' : 'ownUnit'),
    },
    { key: 'state', head: t('state'), width: 130, noEllipsis: true, cell: state },
    {
      key: 'actions',
      head: t('actions'),
      width: 104,
      noEllipsis: true,
      pinned: wide,
      cell: (row) =>
        mayManage(row) && (
          <div className="row wide">
            <RowAction text={t('edit')} name={row.name} onPress={() => void openAccessoryTypeDialog(row)} />
            <RowAction text={t('remove')} name={row.name} onPress={() => void confirmRemoveType(row)} />
          </div>
        ),
    },
  ];
  return (
    <ManagedList
      caption={t('typeList')}
      searchLabel={t('typeName')}
      useRows={useRows}
      columns={columns.filter(({ key }) => wide || key === 'name' || key === 'actions')}
      onOpen={(row) => (mayManage(row) ? void openAccessoryTypeDialog(row) : undefined)}
      states={{
        label: t('typeKind'),
        options: [
          { value: '0', label: t('raw') },
          { value: '1', label: t('onSite') },
        ],
      }}
      add={{ text: t('addType'), icon: <Plus />, onClick: () => void openAccessoryTypeDialog(null) }}
      empty={{ icon: <Paperclip size={28} />, title: t('noTypes'), hint: t('noTypesHint') }}
    />
  );
};

export default AccessoryTypesPage;
