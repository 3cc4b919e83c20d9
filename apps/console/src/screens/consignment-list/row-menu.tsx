import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import {
  Clipboard,
  Document,
  DocumentOpen,
  Draw,
  Duplicate,
  Edit,
  Endorsed,
  Envelope,
  EyeOpen,
  History,
  More,
  Notifications,
  Print,
  Redo,
  SendMessage,
  Trash,
  Undo,
} from '@blueprintjs/icons';
import { Fragment, type ReactElement, useCallback, useRef } from 'react';
import { type ActionName, type ConsignmentListRow, permissions, type UserInfo } from '#contract';
import { isEditable } from '#domain/consignment';
import { CONSIGN_STATUS } from '#events';
import { type DisabledReason, disabledReason, waitingStatuses } from '../../consignment/actions.js';
import { useTexts } from '../../i18n/texts.js';
import { embeddingOrigin } from '../../lib/embedding-origin.js';
import { isClient, isTestingUnit, useUser } from '../../lib/session.js';
import { texts } from './texts.js';

export type RowActionName =
  | 'view'
  | 'edit'
  | 'submit'
  | 'sign'
  | 'notifyWitness'
  | 'print'
  | 'preview'
  | 'pdf'
  | 'copy'
  | 'log'
  | 'history'
  | 'audit'
  | 'setMailNumber'
  | 'reedit'
  | 'cancel'
  | 'delete';
type TextKey = keyof typeof texts.zh;

/** One action of a row: `reason` says why it is not allowed now. */
export type RowAction = {
  name: RowActionName;
  text: TextKey;
  icon: ReactElement;
  reason: DisabledReason;
  key?: string;
  danger?: boolean;
  afterLine?: boolean;
};

export const canCall = (operation: string, user: Pick<UserInfo, 'roles'>): boolean => {
  const permission = permissions[operation];
  return Array.isArray(permission) && permission.some((role) => user.roles.includes(role));
};

/** Name of the edit action in a status. */
const EDIT_TEXT: Record<number, TextKey> = {
  [CONSIGN_STATUS.draft]: 'edit',
  [CONSIGN_STATUS.rejected]: 'amend',
  [CONSIGN_STATUS.awaitingCorrection]: 'complete',
  [CONSIGN_STATUS.returned]: 'amend',
};

/** All actions of a row, in the order of the menu: those that are not allowed stay, with their reason. */
export const rowActions = (row: ConsignmentListRow, user: Pick<UserInfo, 'roles'>): RowAction[] => {
  const reasonAgainst = (action: ActionName) => disabledReason(action, row, user);
  const view: RowAction = { name: 'view', text: 'view', icon: <EyeOpen />, reason: null, key: 'Enter' };
  // A laboratory's system cannot show the history.
  const history: RowAction[] =
    embeddingOrigin.get() === null
      ? [{ name: 'history', text: 'history', icon: <History />, reason: null, key: 'H' }]
      : [];
  const logs: RowAction[] = [...history, { name: 'log', text: 'log', icon: <Clipboard />, reason: null }];
  const preview: RowAction = { name: 'preview', text: 'preview', icon: <DocumentOpen />, reason: null };
  const pdf: RowAction[] = [
    preview,
    ...(canCall('GenConsignPdf', user)
      ? [{ name: 'pdf', text: 'pdf', icon: <Document />, reason: null } as const]
      : []),
  ];
  if (isTestingUnit(user))
    return [
      { name: 'audit', text: AUDIT_TEXT[row.consignStatus] ?? 'view', icon: <Endorsed />, reason: null, key: 'Enter' },
      ...logs,
      ...pdf,
    ];
  if (!isClient(user)) return [view, ...logs, ...pdf];
  const editable = isEditable(row.consignStatus) && row.consignStatus !== CONSIGN_STATUS.withdrawn;
  return [
    editable
      ? {
          name: 'edit',
          text: EDIT_TEXT[row.consignStatus] ?? 'edit',
          icon: <Edit />,
          reason: reasonAgainst('save'),
          key: 'E',
        }
      : view,
    { name: 'submit', text: 'submitOne', icon: <SendMessage />, reason: reasonAgainst('submit') },
    { name: 'sign', text: 'sign', icon: <Draw />, reason: reasonAgainst('sign') },
    { name: 'copy', text: 'copyNew', icon: <Duplicate />, reason: reasonAgainst('copy'), key: 'C' },
    ...logs,
    { name: 'notifyWitness', text: 'notify', icon: <Notifications />, reason: reasonAgainst('notifyWitness') },
    { name: 'print', text: 'printBill', icon: <Print />, reason: reasonAgainst('print') },
    ...pdf,
    { name: 'setMailNumber', text: 'setMail', icon: <Envelope />, reason: reasonAgainst('setMailNumber') },
    { name: 'reedit', text: 'reedit', icon: <Redo />, reason: reasonAgainst('reedit'), afterLine: true },
    { name: 'cancel', text: 'withdraw', icon: <Undo />, reason: reasonAgainst('cancel') },
    { name: 'delete', text: 'remove', icon: <Trash />, reason: reasonAgainst('delete'), danger: true },
  ];
};

/** Name of the open action for a testing unit. */
const AUDIT_TEXT: Record<number, TextKey> = {
  [CONSIGN_STATUS.underAudit]: 'audit',
  [CONSIGN_STATUS.awaitingSamples]: 'receive',
};

const MAIN: Record<number, RowActionName> = {
  [CONSIGN_STATUS.draft]: 'edit',
  [CONSIGN_STATUS.rejected]: 'edit',
  [CONSIGN_STATUS.withdrawn]: 'reedit',
  [CONSIGN_STATUS.received]: 'print',
  [CONSIGN_STATUS.awaitingCorrection]: 'edit',
  [CONSIGN_STATUS.awaitingSignature]: 'sign',
  [CONSIGN_STATUS.returned]: 'edit',
};

/** The main action of the row; blue if it is this user's turn. */
export const mainAction = (
  row: ConsignmentListRow,
  user: Pick<UserInfo, 'roles'>,
): { action: RowAction; isTurn: boolean } => {
  const actions = rowActions(row, user);
  const mainActionName = isClient(user) ? (MAIN[row.consignStatus] ?? 'view') : undefined;
  const action = actions.find(({ name }) => name === mainActionName) ?? actions[0];
  if (!action) throw new Error('a row has always something to look at');
  const ownDraft =
    isClient(user) && (row.consignStatus === CONSIGN_STATUS.draft || row.consignStatus === CONSIGN_STATUS.withdrawn);
  return {
    action: action.name === 'print' ? { ...action, text: 'print' } : action,
    isTurn: ownDraft || waitingStatuses(user).includes(row.consignStatus),
  };
};

export type RowActionHandler = (action: RowActionName, row: ConsignmentListRow) => void;
type RowMenuProps = { row: ConsignmentListRow; onAction: RowActionHandler };

/** One action and `⋯`. */
export const RowMenu = ({ row, onAction }: RowMenuProps) => (
  <div className="row-actions">
    <MainAction row={row} onAction={onAction} />
    <RowActionMenu row={row} onAction={onAction} />
  </div>
);

/** The main action of the row; on a card it is a button large enough for a thumb. */
export const MainAction = ({ row, onAction, onCard }: RowMenuProps & { onCard?: boolean }) => {
  const t = useTexts(texts);
  const { action, isTurn } = mainAction(row, useUser());
  const forbidden = action.reason !== null;
  const primary = isTurn && !forbidden;
  return (
    <Button
      className={`main-action${forbidden ? ' forbidden' : ''}`}
      text={t(action.text)}
      intent={primary ? 'primary' : 'none'}
      {...(onCard
        ? { variant: primary ? ('solid' as const) : ('outlined' as const) }
        : { variant: 'minimal' as const, size: 'small' as const })}
      aria-disabled={forbidden}
      title={action.reason ?? undefined}
      onClick={forbidden ? undefined : () => onAction(action.name, row)}
    />
  );
};

/**
 * The menu lists all actions; a forbidden one stays, dimmed, with its reason in reach of keyboard and screen reader.
 */
export const RowActionMenu = ({ row, onAction }: RowMenuProps) => {
  const t = useTexts(texts);
  const pendingAction = useRef<RowActionName | null>(null);
  // An action starts after the menu has closed and has returned the focus; otherwise the menu takes the focus from the
  // dialog of the action.
  const start = useCallback(() => {
    const action = pendingAction.current;
    pendingAction.current = null;
    if (action) onAction(action, row);
  }, [onAction, row]);
  return (
    <PopoverNext
      placement="bottom-end"
      animation="minimal"
      transitionDuration={50}
      onClosed={start}
      content={
        <ActionList
          row={row}
          onAction={(action) => {
            pendingAction.current = action;
          }}
        />
      }
    >
      <Button
        size="small"
        variant="minimal"
        icon={<More />}
        aria-label={t('rowActions', { code: row.consignCode || t('draft') })}
      />
    </PopoverNext>
  );
};

const ActionList = ({ row, onAction }: { row: ConsignmentListRow; onAction(action: RowActionName): void }) => {
  const t = useTexts(texts);
  const user = useUser();
  return (
    <Menu className="action-menu">
      {rowActions(row, user).map((action) => (
        <Fragment key={action.name}>
          {action.afterLine && <MenuDivider />}
          <MenuItem
            icon={action.icon}
            text={t(action.text)}
            label={action.reason ?? action.key ?? ''}
            intent={action.danger && action.reason === null ? 'danger' : 'none'}
            aria-disabled={action.reason !== null}
            shouldDismissPopover={action.reason === null}
            onClick={action.reason === null ? () => onAction(action.name) : undefined}
          />
        </Fragment>
      ))}
    </Menu>
  );
};
