import { Tag } from '@blueprintjs/core';
import { People, Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { changeUserActive, getSystemUserList, getUsers, type UserAccount } from '#contract';
import { sameId } from '#domain/rules';
import { UNIT_LIMITS } from '#domain/units';
import { ROLE } from '#events';
import { openActionDialog } from '../../components/action-dialog.js';
import { openChangeHistory } from '../../components/change-history/change-history.dialog.js';
import { type Column, orDash } from '../../components/data-table.js';
import { type ManagedFilters, ManagedList, pageQuery } from '../../components/managed-list.js';
import { toastSuccess } from '../../components/toaster.js';
import { listSeparator } from '../../i18n/language.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations, listOptions } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { hasRole, useUser } from '../../lib/session.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { useViewTitle } from '../../lib/view.js';
import { openDeleteUserDialog } from './delete-user.dialog.js';
import { openEditUserDialog } from './edit-user.dialog.js';
import { openNewUserDialog } from './new-user.dialog.js';
import { openResetPasswordDialog } from './reset-password.dialog.js';
import { roleLabel, useRoleNames } from './role-label.js';
import { texts } from './texts.js';
import { UnitManagerTag } from './unit-manager-field.js';

/** Asks, for a reason if it locks somebody out, and confirms what was done. */
export const confirmActiveChange = async ({ id, name, isActive }: UserAccount): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action: textOf(texts, isActive ? 'offTitle' : 'onTitle'),
    sentence: textOf(texts, isActive ? 'offSentence' : 'onSentence', { name }),
    intent: isActive ? 'danger' : 'primary',
    ...(isActive ? { reason: { label: textOf(texts, 'reason'), required: true, maxLength: UNIT_LIMITS.reason } } : {}),
    run: (reason) =>
      withIdempotencyKey(`active ${id} ${String(isActive)} ${reason}`, (idempotencyKey) =>
        callOperation(changeUserActive, { body: { userId: id, isActive: !isActive, reason }, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, isActive ? 'switchedOff' : 'switchedOn'));
  await invalidateOperations(getUsers, getSystemUserList);
};

const LABELS = {
  userName: 'userName',
  name: 'name',
  mobile: 'mobile',
  emailAddress: 'email',
  unitName: 'unit',
  roles: 'roles',
  isActive: 'active',
  description: 'description',
  thirdParties: 'thirdParties',
  isUnitManager: 'isUnitManager',
} as const;

/** Who changed which members of an account, from which value to which, and why (US-003). */
export const openUserHistory = ({ id, userName }: UserAccount): Promise<void> =>
  openChangeHistory({
    kind: 'user',
    id,
    name: userName,
    labelOf: (field) => (field in LABELS ? textOf(texts, LABELS[field as keyof typeof LABELS]) : null),
    valueTextOf: (field, value) => (field === 'roles' ? value.split('、').map(roleLabel).join(listSeparator()) : value),
  });

type Unit = { id: string; name: string };

const State = ({ isOn }: { isOn: boolean }) => {
  const t = useTexts(texts);
  return (
    <Tag minimal intent={isOn ? 'success' : 'none'}>
      {t(isOn ? 'active' : 'inactive')}
    </Tag>
  );
};

const Users = ({ unit }: { unit: Unit | null }) => {
  const t = useTexts(texts);
  const me = useUser();
  const wide = useWiderThan(720);
  const { labelOf } = useRoleNames();
  useViewTitle(unit && t('tabTitle', { name: unit.name }));
  const useRows = (filters: ManagedFilters) =>
    useQuery(
      listOptions(getUsers, {
        ...pageQuery(filters),
        ...(unit ? { unitId: unit.id } : {}),
        ...(filters.state === '' ? {} : { isActive: String(filters.state === 'on') }),
      }),
    );
  const action = (text: string, { userName }: UserAccount, press: () => Promise<void>) => (
    <button type="button" className="link-button" aria-label={`${text} ${userName}`} onClick={() => void press()}>
      {text}
    </button>
  );
  const mayName = hasRole(me, ROLE.admin) || me.isUnitManager === true;
  const edit = ({ id, isCanActFor }: UserAccount) => openEditUserDialog(id, { mayReach: isCanActFor, mayName });
  const columns: Column<UserAccount>[] = [
    {
      key: 'userName',
      head: t('userName'),
      width: 150,
      cell: ({ userName }) => userName,
      tooltip: ({ userName }) => userName,
    },
    {
      key: 'name',
      head: t('name'),
      ...(wide ? { width: 104 } : {}),
      cell: ({ name, userName, isActive, isUnitManager }) =>
        wide ? (
          name
        ) : (
          <>
            {name}
            <div className="aux muted row tight">
              <span>{userName}</span>
              <State isOn={isActive} />
              {isUnitManager && <UnitManagerTag />}
            </div>
          </>
        ),
    },
    {
      key: 'mobile',
      head: t('mobile'),
      width: 130,
      noEllipsis: true,
      cell: ({ mobile }) => <span className="numeric">{orDash(mobile)}</span>,
    },
    ...(unit
      ? []
      : [
          {
            key: 'unit',
            head: t('unit'),
            secondary: true,
            cell: ({ unitName }: UserAccount) => orDash(unitName),
            tooltip: ({ unitName }: UserAccount) => unitName,
          },
        ]),
    {
      key: 'roles',
      head: t('roles'),
      secondary: true,
      cell: ({ roleNames, isUnitManager }) => (
        <span className="row wrap">
          {roleNames.map(labelOf).join(listSeparator())}
          {isUnitManager && <UnitManagerTag />}
        </span>
      ),
      tooltip: ({ roleNames, isUnitManager }) =>
        [...roleNames.map(labelOf), ...(isUnitManager ? [t('isUnitManager')] : [])].join(listSeparator()),
    },
    { key: 'state', head: t('state'), width: 80, noEllipsis: true, cell: ({ isActive }) => <State isOn={isActive} /> },
    {
      key: 'lastLogin',
      head: t('lastLogin'),
      width: 132,
      noEllipsis: true,
      secondary: true,
      cell: ({ lastLoginTime }) => (
        <span className="numeric">{orDash(lastLoginTime && dateTime(lastLoginTime).slice(0, 16))}</span>
      ),
    },
    ...(unit
      ? [
          {
            key: 'created',
            head: t('created'),
            width: 112,
            noEllipsis: true,
            cell: ({ creationTime }: UserAccount) => (
              <span className="numeric">{dateTime(creationTime).slice(0, 10)}</span>
            ),
          },
        ]
      : []),
    {
      key: 'actions',
      head: t('actions'),
      width: wide ? 228 : 132,
      noEllipsis: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide wrap">
          {row.isOption && action(t('edit'), row, () => edit(row))}
          {row.isOption && !sameId(row.id, me.userId) && (
            <>
              {action(t(row.isActive ? 'switchOff' : 'switchOn'), row, () => confirmActiveChange(row))}
              {row.isCanActFor && action(t('reset'), row, () => openResetPasswordDialog(row))}
            </>
          )}
          {row.isCanDeleteUser && action(t('remove'), row, () => openDeleteUserDialog(row, hasRole(me, ROLE.admin)))}
          {action(t('history'), row, () => openUserHistory(row))}
        </div>
      ),
    },
  ];
  return (
    <ManagedList
      caption={t('list')}
      searchLabel={t(unit ? 'search' : 'searchAll')}
      useRows={useRows}
      columns={columns.filter(({ key }) => wide || key === 'name' || key === 'actions')}
      onOpen={(row) => void (row.isOption ? edit(row) : openUserHistory(row))}
      {...(unit ? { title: wide ? t('tabTitle', { name: unit.name }) : unit.name } : {})}
      states={{
        label: t('state'),
        options: [
          { value: 'on', label: t('active') },
          { value: 'off', label: t('inactive') },
        ],
      }}
      add={{ text: t('add'), icon: <Plus />, onClick: () => void openNewUserDialog(unit?.id ?? null) }}
      empty={{ icon: <People size={28} />, title: t('none'), hint: t('noneHint') }}
    />
  );
};

/**
 * UserManager/{un}/{ui}/{ut} (NAV-008, 002 US-010): people of a unit manage the accounts of their own unit, whatever
 * the address says; the administrator those of any unit, and without a unit all.
 */
const UserManagerPage = () => {
  const { un, ui } = useParams();
  const user = useUser();
  if (ui !== undefined && !hasRole(user, ROLE.admin) && !sameId(user.unitId, ui)) return <Navigate to="/401" replace />;
  return (
    <Users unit={ui === undefined ? null : { id: ui, name: hasRole(user, ROLE.admin) ? (un ?? '') : user.unitName }} />
  );
};

export default UserManagerPage;
