import { Button, HTMLSelect, InputGroup, type Intent, Tag } from '@blueprintjs/core';
import { Notifications, Search } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import {
  type DeliveryState,
  listSentNotifications,
  type NotificationView,
  resendNotification,
  type SentNotification,
} from '#contract';
import { RESEND_REASON_MAX, resendableFrom } from '#domain/notifications';
import { type NotificationChannel, ROLE } from '#events';
import { openActionDialog } from '../../components/action-dialog.js';
import { type Column, DataTable, orDash } from '../../components/data-table.js';
import { MessageFailure } from '../../components/failure-note.js';
import { EmptyState, LoadedRows } from '../../components/page-states.js';
import { Pager } from '../../components/pager.js';
import { toastSuccess } from '../../components/toaster.js';
import { inBrackets } from '../../i18n/language.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { dateTime, shortTime, timeOfDay } from '../../lib/china-time.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations, listOptions } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { hasRole, useUser } from '../../lib/session.js';
import { useDebounced, useNow } from '../../lib/use-time.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { texts } from './texts.js';
import { notificationPath, sentenceOf, subjectOf, useMessageFilters } from './use-notifications.js';

/** Sends a message again after asking why; without a channel, determines the recipients again. */
const confirmResend = async (row: SentNotification, channel: NotificationChannel | null): Promise<void> => {
  const newest = row.deliveries.find((delivery) => delivery.channel === channel)?.at ?? row.raisedAt;
  const isConfirmed = await openActionDialog({
    action: textOf(texts, channel ? 'resend' : 'announceAgain'),
    sentence: channel
      ? textOf(texts, 'resendSentence', {
          name: row.recipientName || textOf(texts, 'recipient'),
          channel: textOf(texts, channel),
        })
      : textOf(texts, 'announceSentence'),
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: RESEND_REASON_MAX },
    run: (reason) =>
      withIdempotencyKey(`resend ${row.id} ${channel} ${newest} ${reason}`, (idempotencyKey) =>
        callOperation(resendNotification, { body: { id: row.id, channel, reason }, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, 'resent'));
  await invalidateOperations(listSentNotifications);
};

const INTENT: Record<DeliveryState, Intent> = { queued: 'none', sent: 'success', failed: 'danger' };

/** The channels of a message, and the result of each. */
export const DeliveryTags = ({ deliveries }: { deliveries: NotificationView['deliveries'] }) => {
  const t = useTexts(texts);
  return deliveries.map(({ channel, state, failure, at, isRepeat }) => (
    <span key={channel} className="delivery" title={dateTime(at)}>
      <Tag minimal intent={INTENT[state]}>
        {t(channel)} {t(state === 'failed' ? 'stateFailed' : state)}
        {isRepeat && ` · ${t('again')}`}
      </Tag>
      {state === 'failed' && (
        <span className="aux muted">
          <MessageFailure code={failure} />
        </span>
      )}
    </span>
  ));
};

const SIZES = [20, 50] as const;
const STATES: readonly DeliveryState[] = ['failed', 'queued', 'sent'];
/** Refresh after a message was sent again, because the worker needs a moment. */
const REFRESH_MS = 10_000;

/** Staff other than the administrator sees the results of messages, not their content and recipients (ADR-016). */
const useReadsContents = (): boolean => hasRole(useUser(), ROLE.admin, ROLE.client, ROLE.lab);

const MessageActions = ({ row }: { row: SentNotification }) => {
  const t = useTexts(texts);
  const now = useNow();
  if (row.isToNobody)
    return (
      row.state === 'failed' && (
        <button
          type="button"
          className="link-button"
          aria-label={`${t('announceAgain')} ${row.consignCode}`}
          onClick={() => void confirmResend(row, null)}
        >
          {t('announceAgain')}
        </button>
      )
    );
  return row.deliveries
    .filter(({ state }) => state !== 'queued')
    .map(({ channel, state, at }) => {
      const from = resendableFrom(at);
      // Text instead of a disabled button, because screen readers read it and it needs no keyboard focus.
      if (state === 'sent' && now < Date.parse(from))
        return (
          <span key={channel} className="aux muted">
            {t('resendFrom', { channel: t(channel), time: timeOfDay(from) })}
          </span>
        );
      return (
        <button
          key={channel}
          type="button"
          className="link-button"
          aria-label={`${t('resend')} ${t(channel)} ${row.recipientName} ${row.consignCode}`}
          onClick={() => void confirmResend(row, channel)}
        >
          {t('resend')} {t(channel)}
        </button>
      );
    });
};

const Outcome = ({ row: { deliveries, isToNobody, state, failure } }: { row: SentNotification }) => {
  const t = useTexts(texts);
  if (isToNobody)
    return (
      <span className="delivery">
        {state === 'failed' ? (
          <span className="danger-text">
            <MessageFailure code={failure} />
          </span>
        ) : (
          t(state)
        )}
      </span>
    );
  return deliveries.length === 0 ? (
    orDash('')
  ) : (
    <div className="row wide">
      <DeliveryTags deliveries={deliveries} />
    </div>
  );
};

const useColumns = (): Column<SentNotification>[] => {
  const t = useTexts(texts);
  const user = useUser();
  const readsContents = useReadsContents();
  return [
    {
      key: 'time',
      head: t('time'),
      width: 104,
      noEllipsis: true,
      cell: ({ raisedAt }) => <span className="numeric">{shortTime(raisedAt)}</span>,
    },
    {
      key: 'message',
      head: t('message'),
      cell: (row) => subjectOf(row),
      tooltip: (row) => (readsContents ? sentenceOf(row) : subjectOf(row)),
    },
    {
      key: 'code',
      head: t('code'),
      width: 160,
      noEllipsis: true,
      cell: (row) =>
        readsContents ? (
          <Link className="numeric" to={notificationPath(row, user)}>
            {row.consignCode || row.consignUnitName || row.testUnitName}
          </Link>
        ) : (
          <span className="muted">{t('hidden')}</span>
        ),
    },
    {
      key: 'recipient',
      head: t('recipient'),
      width: 112,
      noEllipsis: true,
      cell: ({ recipientName, isToNobody }) =>
        isToNobody ? (
          <Tag minimal intent="danger">
            {t('nobody')}
          </Tag>
        ) : readsContents ? (
          orDash(recipientName)
        ) : (
          <span className="muted">{t('hidden')}</span>
        ),
    },
    {
      key: 'here',
      head: t('inPlatform'),
      width: 72,
      noEllipsis: true,
      cell: ({ isRead, isToNobody }) =>
        isToNobody ? orDash('') : <span className={isRead ? 'muted' : ''}>{t(isRead ? 'read' : 'unread')}</span>,
    },
    { key: 'outside', head: t('outside'), width: 320, noEllipsis: true, cell: (row) => <Outcome row={row} /> },
    {
      key: 'actions',
      head: t('actions'),
      width: 176,
      noEllipsis: true,
      pinned: true,
      cell: (row) => (
        <div className="row wide wrap">
          <MessageActions row={row} />
        </div>
      ),
    },
  ];
};

/** On a phone, one card per message instead of a row. */
const Cards = ({ rows }: { rows: readonly SentNotification[] }) => {
  const t = useTexts(texts);
  const user = useUser();
  const readsContents = useReadsContents();
  return (
    <ul className="notification-list" aria-label={t('list')}>
      {rows.map((row) => (
        <li key={row.id} className="sent-card">
          <span className="notification-head">
            <span className="strong">{subjectOf(row)}</span>
            <span className="push aux muted numeric">{shortTime(row.raisedAt)}</span>
          </span>
          <span className="row wide dense">
            {readsContents && (
              <Link className="numeric" to={notificationPath(row, user)}>
                {row.consignCode || row.consignUnitName || row.testUnitName}
              </Link>
            )}
            {row.isToNobody ? (
              <Tag minimal intent="danger">
                {t('nobody')}
              </Tag>
            ) : (
              <span className="secondary">
                {[readsContents && row.recipientName, t(row.isRead ? 'read' : 'unread')].filter(Boolean).join(' · ')}
              </span>
            )}
          </span>
          {(row.isToNobody || row.deliveries.length > 0) && <Outcome row={row} />}
          <span className="row wide wrap">
            <MessageActions row={row} />
          </span>
        </li>
      ))}
    </ul>
  );
};

/**
 * The messages to the people of the unit, failures with their reason, and the action to send them again; messages
 * without recipients are listed too.
 */
export const SentMessages = () => {
  const t = useTexts(texts);
  const [{ page, size, state, code }, change] = useMessageFilters();
  const [codeText, setCodeText] = useDebounced(code, (value) => change({ code: value.trim() }));
  const columns = useColumns();
  const isWide = useWiderThan(720);
  const readsContents = useReadsContents();
  const options = listOptions(listSentNotifications, {
    skipCount: (page - 1) * size,
    maxResultCount: size,
    ...(state ? { state } : {}),
    ...(code ? { consignCode: code } : {}),
  });
  const list = useQuery({ ...options, refetchInterval: (query) => (query.state.data?.stale ? 1_000 : REFRESH_MS) });
  const result = list.data?.data;
  const choices = STATES.map((value) => ({
    value,
    label: `${t(value === 'failed' ? 'stateFailed' : value)}${result ? inBrackets(String(result.counts[value])) : ''}`,
  }));
  return (
    <div className="card list-card">
      <div className="filter-bar">
        {readsContents && (
          <div className="filter-keyword">
            <InputGroup
              leftElement={
                <span className="bp6-icon">
                  <Search />
                </span>
              }
              value={codeText}
              onValueChange={setCodeText}
              placeholder={t('searchCode')}
              aria-label={t('searchCode')}
            />
          </div>
        )}
        <HTMLSelect
          aria-label={t('stateFilter')}
          value={state}
          options={[{ value: '', label: t('allStates') }, ...choices]}
          onChange={(event) =>
            change({ state: STATES.find((candidate) => candidate === event.currentTarget.value) ?? '' })
          }
        />
      </div>
      <LoadedRows
        query={list}
        rows={result?.items}
        skeletonRows={8}
        failedTitle={t('failed')}
        empty={
          state || code ? (
            <EmptyState
              icon={<Search size={28} />}
              title={t('filtered')}
              actions={<Button text={t('clear')} onClick={() => change({ state: '', code: '' })} />}
            >
              {t('filteredHint')}
            </EmptyState>
          ) : (
            <EmptyState icon={<Notifications size={28} />} title={t('noneSent')}>
              {t('noneSentHint')}
            </EmptyState>
          )
        }
      >
        {(items) =>
          isWide ? (
            <DataTable
              caption={t('list')}
              columns={columns}
              rows={items}
              keyOf={({ id }) => id}
              reloading={list.isPlaceholderData}
            />
          ) : (
            <div className="message-scroll">
              <Cards rows={items} />
            </div>
          )
        }
      </LoadedRows>
      {result && (
        <Pager
          page={page}
          pageSize={size}
          total={result.totalCount}
          sizes={SIZES}
          onPage={(to) => change({ page: to })}
          onPageSize={(to) => change({ size: to })}
        />
      )}
    </div>
  );
};
