import { Tag } from '@blueprintjs/core';
import { Notifications, Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { noticeGetAll, type NoticeRow } from '#contract';
import { ROLE } from '#events';
import { type Column, orDash } from '../../components/data-table.js';
import { type ManagedFilters, ManagedList, pageQuery } from '../../components/managed-list.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime, shortTime } from '../../lib/china-time.js';
import { listOptions } from '../../lib/list-query.js';
import { hasRole, useUser } from '../../lib/session.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import {
  confirmDeleteNotice,
  openNoticeDialog,
  openNoticeHistory,
  confirmSendNotice,
  confirmWithdrawNotice,
  noticeKindKey,
  openNotice,
} from './notice.dialog.js';
import { texts } from './texts.js';

const useRows = (filters: ManagedFilters) =>
  useQuery(
    listOptions(noticeGetAll, {
      ...pageQuery(filters),
      ...(filters.state === '' ? {} : { isSent: filters.state === 'sent' ? 'true' : 'false' }),
    }),
  );

/** NoticeList (LS-012, 002 NT-003): a testing unit manages its own notices, the administrator all. */
const NoticeListPage = () => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const choosesUnit = hasRole(useUser(), ROLE.admin);
  const action = (
    name: 'edit' | 'send' | 'withdraw' | 'delete' | 'history',
    row: NoticeRow,
    press: (row: NoticeRow) => Promise<void>,
  ) => (
    <button
      type="button"
      className="link-button"
      aria-label={`${t(name)} ${row.title}`}
      onClick={() => void press(row)}
    >
      {t(name)}
    </button>
  );
  const state = ({ sendTime }: NoticeRow) => (
    <Tag minimal intent={sendTime ? 'success' : 'none'}>
      {t(sendTime ? 'sent' : 'draft')}
    </Tag>
  );
  const title = (row: NoticeRow) => (
    <>
      <button
        type="button"
        className="link-button title-link"
        aria-label={`${t('view')} ${row.title}`}
        onClick={() => void openNotice(row)}
      >
        {row.title}
      </button>
      {!wide && (
        <div className="aux muted row tight">
          {state(row)}
          <span className="numeric">{row.sendTime && shortTime(row.sendTime)}</span>
        </div>
      )}
    </>
  );
  const columns: Column<NoticeRow>[] = [
    { key: 'title', head: t('noticeTitle'), cell: title, tooltip: ({ title }) => title },
    {
      key: 'type',
      head: t('type'),
      width: 96,
      secondary: true,
      cell: ({ noticeType }) => t(noticeKindKey(noticeType)),
    },
    {
      key: 'to',
      head: t('to'),
      width: 200,
      secondary: true,
      cell: ({ testUnitName }) => testUnitName || t('everybody'),
      tooltip: ({ testUnitName }) => testUnitName,
    },
    { key: 'state', head: t('state'), width: 96, noEllipsis: true, cell: state },
    {
      key: 'sendTime',
      head: t('sendTime'),
      width: 168,
      noEllipsis: true,
      secondary: true,
      cell: ({ sendTime }) => <span className="numeric">{sendTime ? dateTime(sendTime) : orDash('')}</span>,
    },
    {
      key: 'sender',
      head: t('sender'),
      width: 112,
      secondary: true,
      cell: ({ rySendUserNameFriendly }) => orDash(rySendUserNameFriendly),
    },
    {
      key: 'actions',
      head: t('actions'),
      width: 184,
      noEllipsis: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide">
          {action('edit', row, (existing) => openNoticeDialog({ existing, choosesUnit }))}
          {row.sendTime ? action('withdraw', row, confirmWithdrawNotice) : action('send', row, confirmSendNotice)}
          {action('delete', row, confirmDeleteNotice)}
          {action('history', row, openNoticeHistory)}
        </div>
      ),
    },
  ];
  return (
    <ManagedList
      caption={t('list')}
      searchLabel={t('search')}
      useRows={useRows}
      columns={columns.filter(({ key }) => wide || key === 'title' || key === 'actions')}
      onOpen={(row) => void openNotice(row)}
      states={{
        label: t('state'),
        options: [
          { value: 'sent', label: t('sent') },
          { value: 'draft', label: t('draft') },
        ],
      }}
      add={{ text: t('add'), icon: <Plus />, onClick: () => void openNoticeDialog({ existing: null, choosesUnit }) }}
      empty={{ icon: <Notifications size={28} />, title: t('none'), hint: t('noneHint') }}
    />
  );
};

export default NoticeListPage;
