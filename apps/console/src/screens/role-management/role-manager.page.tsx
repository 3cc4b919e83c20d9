import { Button, Tag } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { deleteRole, getRoles, type RoleRow } from '#contract';
import { ROLE_LIMITS } from '#domain/roles';
import { openActionDialog } from '../../components/action-dialog.js';
import { openChangeHistory } from '../../components/change-history/change-history.dialog.js';
import { type Column, DataTable, orDash } from '../../components/data-table.js';
import { PageHeader } from '../../components/page-header.js';
import { ErrorState, LoadingRows } from '../../components/page-states.js';
import { toastSuccess } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations, listOptions } from '../../lib/list-query.js';
import { openMembersDialog } from './members.dialog.js';
import './role-management.css';
import { openRoleDialog } from './role.dialog.js';
import { texts } from './texts.js';

const confirmDelete = async ({ id, revision, displayName }: RoleRow): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action: textOf(texts, 'deleteTitle'),
    sentence: textOf(texts, 'deleteSentence', { role: displayName }),
    intent: 'danger',
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: ROLE_LIMITS.reason },
    run: (reason) => callOperation(deleteRole, { query: { id, reason }, ifMatch: revision }),
  });
  if (isConfirmed) toastSuccess(textOf(texts, 'deleted'));
  await invalidateOperations(getRoles);
};

const LABELS: readonly string[] = ['name', 'displayName', 'description', 'permissions'];
const openHistory = ({ id, displayName }: RoleRow): Promise<void> =>
  openChangeHistory({
    kind: 'role',
    id,
    name: displayName,
    labelOf: (field) => (LABELS.includes(field) ? textOf(texts, field as keyof typeof texts.zh) : null),
  });

/** Roles of the platform: built-in ones are read-only, others can be made (ROLE-009). */
const RoleManagerPage = () => {
  const t = useTexts(texts);
  const list = useQuery(listOptions(getRoles, {}));
  const action = (
    name: 'edit' | 'view' | 'members' | 'delete' | 'history',
    row: RoleRow,
    press: (row: RoleRow) => Promise<void>,
  ) => (
    <button
      type="button"
      className="link-button"
      aria-label={`${t(name)} ${row.displayName}`}
      onClick={() => void press(row)}
    >
      {t(name)}
    </button>
  );
  const columns: Column<RoleRow>[] = [
    { key: 'displayName', head: t('displayName'), width: 200, card: 'title', cell: ({ displayName }) => displayName },
    { key: 'name', head: t('name'), width: 160, secondary: true, cell: ({ name }) => name },
    {
      key: 'kind',
      head: t('kind'),
      width: 96,
      noEllipsis: true,
      cell: ({ isStatic }) => (
        <Tag minimal intent={isStatic ? 'none' : 'primary'}>
          {t(isStatic ? 'builtIn' : 'custom')}
        </Tag>
      ),
    },
    {
      key: 'users',
      head: t('users'),
      width: 80,
      noEllipsis: true,
      cell: ({ users }) => <span className="numeric">{users}</span>,
    },
    {
      key: 'description',
      head: t('description'),
      secondary: true,
      cell: ({ description }) => orDash(description),
      tooltip: ({ description }) => description,
    },
    {
      key: 'permissions',
      head: t('permissions'),
      width: 80,
      noEllipsis: true,
      cell: ({ permissions }) => <span className="numeric">{permissions.length}</span>,
    },
    {
      key: 'actions',
      head: t('actions'),
      width: 184,
      noEllipsis: true,
      pinned: true,
      card: 'end',
      cell: (row) => (
        <div className="row wide">
          {row.isStatic ? (
            action('view', row, openRoleDialog)
          ) : (
            <>
              {action('edit', row, openRoleDialog)}
              {action('members', row, openMembersDialog)}
              {action('delete', row, confirmDelete)}
              {action('history', row, openHistory)}
            </>
          )}
        </div>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        actions={<Button intent="primary" icon={<Plus />} text={t('add')} onClick={() => void openRoleDialog(null)} />}
      />
      <div className="page-body scrolls">
        <div className="card list-card managed-list">
          {list.isPending ? (
            <LoadingRows rows={6} />
          ) : list.data ? (
            <DataTable
              cards
              caption={t('list')}
              columns={columns}
              rows={list.data.data.items}
              keyOf={({ id }) => id}
              reloading={list.isPlaceholderData}
              onOpen={(row) => void openRoleDialog(row)}
            />
          ) : (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          )}
        </div>
      </div>
    </>
  );
};

export default RoleManagerPage;
