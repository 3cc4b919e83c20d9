import { Button, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getRoles, getSystemUserList, getUsers, type RoleRow, setUserRoles, type UserAccount } from '#contract';
import { ROLE_LIMITS } from '#domain/roles';
import { openActionDialog } from '../../components/action-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { type Column, DataTable } from '../../components/data-table.js';
import { openDialog } from '../../components/dialogs.js';
import { LoadedRows } from '../../components/page-states.js';
import { toastSuccess } from '../../components/toaster.js';
import { listSeparator } from '../../i18n/language.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations, listOptions } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { useDebounced } from '../../lib/use-time.js';
import { texts } from './texts.js';

/** Number of visible accounts; others are found by name. */
const MAX_VISIBLE_USERS = 20;

const confirmMembership = async (
  { name: role, displayName }: RoleRow,
  { id, name, roleNames }: UserAccount,
): Promise<void> => {
  const isMember = roleNames.includes(role);
  const newRoleNames = isMember ? roleNames.filter((roleName) => roleName !== role) : [...roleNames, role];
  const isConfirmed = await openActionDialog({
    action: textOf(texts, isMember ? 'takeTitle' : 'giveTitle'),
    sentence: textOf(texts, isMember ? 'takeSentence' : 'giveSentence', { user: name, role: displayName }),
    intent: isMember ? 'danger' : 'primary',
    ...(isMember ? { reason: { label: textOf(texts, 'reason'), required: true, maxLength: ROLE_LIMITS.reason } } : {}),
    run: (reason) =>
      withIdempotencyKey(`roles ${id} ${JSON.stringify([newRoleNames, reason])}`, (idempotencyKey) =>
        callOperation(setUserRoles, { body: { userId: id, roleNames: newRoleNames, reason }, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, isMember ? 'taken' : 'given'));
  await invalidateOperations(getUsers, getSystemUserList, getRoles);
};

const MembersDialog = ({ role, onDone }: { role: RoleRow; onDone(): void }) => {
  const t = useTexts(texts);
  const [search, setSearch] = useState('');
  const [searchText, setSearchText] = useDebounced(search, setSearch);
  const users = useQuery(listOptions(getUsers, { search, isActive: 'true', maxResultCount: MAX_VISIBLE_USERS }));
  const { items: matches = [], totalCount = 0 } = users.data?.data ?? {};
  const columns: Column<UserAccount>[] = [
    { key: 'userName', head: t('userName'), width: 160, cell: ({ userName }) => userName },
    { key: 'name', head: t('person'), width: 120, cell: ({ name }) => name },
    {
      key: 'roles',
      head: t('roles'),
      secondary: true,
      cell: ({ roleNames }) => roleNames.join(listSeparator()),
      tooltip: ({ roleNames }) => roleNames.join(listSeparator()),
    },
    {
      key: 'actions',
      head: t('actions'),
      width: 96,
      noEllipsis: true,
      pinned: true,
      cell: (user) => {
        const action = t(user.roleNames.includes(role.name) ? 'take' : 'give');
        return (
          <button
            type="button"
            className="link-button"
            aria-label={`${action} ${user.name}`}
            onClick={() => void confirmMembership(role, user)}
          >
            {action}
          </button>
        );
      },
    },
  ];
  return (
    <AppDialog
      title={t('membersTitle', { role: role.displayName })}
      width={800}
      onClose={onDone}
      canOutsideClickClose
      footer={<Button className="push" text={t('close')} onClick={onDone} />}
    >
      <div className="stack">
        <InputGroup
          leftIcon={<Search />}
          value={searchText}
          onValueChange={setSearchText}
          placeholder={t('searchUser')}
          aria-label={t('searchUser')}
        />
        <LoadedRows
          query={users}
          rows={users.isError ? undefined : matches}
          skeletonRows={6}
          empty={<div className="muted">{t('noUsers')}</div>}
        >
          {() => (
            <DataTable
              caption={t('members')}
              columns={columns}
              rows={matches}
              keyOf={({ id }) => id}
              reloading={users.isPlaceholderData}
            />
          )}
        </LoadedRows>
        {totalCount > matches.length && <div className="aux muted">{t('moreUsers', { n: matches.length })}</div>}
      </div>
    </AppDialog>
  );
};

/** The members of a role, and the search for new ones. */
export const openMembersDialog = (role: RoleRow): Promise<void> =>
  openDialog<void>((settle) => <MembersDialog role={role} onDone={() => settle()} />);
