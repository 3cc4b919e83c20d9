import { HTMLSelect } from '@blueprintjs/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listOutgoingCalls, type OutgoingCall, resendOutgoingCall } from '#contract';
import { openActionDialog } from '../../components/action-dialog.js';
import { type Column, DataTable, orDash } from '../../components/data-table.js';
import { Card } from '../../components/field.js';
import { LoadedRows } from '../../components/page-states.js';
import { Pager } from '../../components/pager.js';
import { REMARK_LENGTH } from '../../components/remark-dialog.js';
import { StateMark } from '../../components/state-mark.js';
import { toastSuccess } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { type ConnectedUnit, unitQuery } from '../../integration/connected-unit.js';
import { useRefreshInterval } from '../../integration/refresh-interval.js';
import { dateTime, recentTime } from '../../lib/china-time.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { formatCount } from '../../lib/numbers.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { texts } from './texts.js';

const SIZES = [10, 20, 50] as const;
const STATES = ['', 'waiting', 'delivered', 'failed'] as const;
type CallStateName = (typeof STATES)[number];
const MARKS = { waiting: 'running', delivered: 'ok', failed: 'failed' } as const;

/**
 * Calls of the platform to the laboratory's system: messages about submissions, requests for bills (002 EM-006,
 * ILIS-009). Nothing if there were none.
 */
export const OutgoingCard = ({ unit }: { unit: ConnectedUnit }) => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const live = useRefreshInterval();
  const [state, setState] = useState<CallStateName>('');
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<number>(SIZES[0]);
  const list = useQuery({
    ...queryOptionsOf(listOutgoingCalls, {
      ...unitQuery(unit),
      ...(state === '' ? {} : { state }),
      skipCount: (page - 1) * size,
      maxResultCount: size,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: live,
    meta: { quiet: true },
  });
  if (state === '' && list.data?.totalCount === 0) return null;
  const columns: Column<OutgoingCall>[] = [
    {
      key: 'call',
      head: t('call'),
      card: 'title',
      cell: ({ kind, consignCode }) => (
        <>
          <div className="strong ellipsis">{t(`call.${kind}`)}</div>
          <div className="aux muted numeric">{consignCode}</div>
        </>
      ),
    },
    { key: 'state', head: t('state'), width: 190, cell: (row) => <CallState row={row} /> },
    {
      key: 'attempts',
      head: t('attempts'),
      width: 64,
      align: 'right',
      cell: ({ attempts }) => formatCount(attempts),
    },
    {
      key: 'last',
      head: t('lastTry'),
      width: 110,
      cell: ({ lastAt, lastMs }) => (
        <>
          <div className="numeric">{orDash(lastAt && recentTime(lastAt))}</div>
          {lastMs !== null && <div className="aux muted numeric">{formatCount(lastMs)} ms</div>}
        </>
      ),
      tooltip: ({ lastAt }) => (lastAt === null ? '' : dateTime(lastAt)),
    },
    {
      key: 'actions',
      head: t('actions'),
      card: 'end',
      width: 96,
      noEllipsis: true,
      pinned: wide,
      cell: (row) =>
        row.state === 'waiting' ? null : (
          <button
            type="button"
            className={`link-button dense${row.state === 'failed' ? '' : ' quiet-action'}`}
            aria-label={`${t('resend')} ${t(`call.${row.kind}`)} ${row.consignCode}`}
            onClick={() => void confirmResend(row)}
          >
            {t('resend')}
          </button>
        ),
    },
  ];
  return (
    <Card
      title={t('outgoing')}
      after={<span className="aux muted only-wide">{t('outgoingHint')}</span>}
      extra={
        <HTMLSelect
          aria-label={t('state')}
          value={state}
          options={STATES.map((value) => ({ value, label: t(`call.state.${value || 'all'}`) }))}
          onChange={({ currentTarget: { value } }) => {
            setState(STATES.find((candidate) => candidate === value) ?? '');
            setPage(1);
          }}
        />
      }
      padded={false}
    >
      <LoadedRows
        query={list}
        rows={list.data?.items}
        skeletonRows={3}
        failedTitle={t('outgoingFailed')}
        empty={<p className="card-note">{t('noSuchCalls')}</p>}
      >
        {(items) => (
          <div className="roomy-rows">
            <DataTable
              caption={t('outgoing')}
              columns={columns}
              rows={items}
              keyOf={({ id }) => id}
              reloading={list.isPlaceholderData}
              cards
            />
          </div>
        )}
      </LoadedRows>
      {list.data && list.data.totalCount > SIZES[0] && (
        <Pager
          page={page}
          pageSize={size}
          total={list.data.totalCount}
          sizes={SIZES}
          onPage={setPage}
          onPageSize={(newSize) => {
            setSize(newSize);
            setPage(1);
          }}
        />
      )}
    </Card>
  );
};

const CallState = ({ row: { state, lastStatus, lastFailure } }: { row: OutgoingCall }) => {
  const t = useTexts(texts);
  const reason =
    lastFailure === null
      ? ''
      : `${t(`call.failure.${lastFailure}`)}${lastFailure === 'status' && lastStatus !== null ? ` ${lastStatus}` : ''}`;
  return (
    <>
      <StateMark mark={state === 'waiting' && lastFailure !== null ? 'late' : MARKS[state]}>
        {t(`call.state.${state}`)}
      </StateMark>
      {state !== 'delivered' && reason !== '' && <div className="aux secondary ellipsis">{reason}</div>}
    </>
  );
};

const confirmResend = async ({ id, kind, consignCode, state }: OutgoingCall): Promise<void> => {
  const callName = `${textOf(texts, `call.${kind}`)} ${consignCode}`;
  const isConfirmed = await openActionDialog({
    action: textOf(texts, 'resend'),
    sentence: textOf(texts, state === 'delivered' ? 'resendAgain' : 'resendSentence', { what: callName }),
    reason: { label: textOf(texts, 'reason'), required: false, maxLength: REMARK_LENGTH },
    run: (reason) =>
      withIdempotencyKey(`resend ${JSON.stringify([id, reason])}`, (idempotencyKey) =>
        callOperation(resendOutgoingCall, {
          query: { callId: id },
          body: reason === '' ? {} : { reason },
          idempotencyKey,
        }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, 'resent', { what: callName }));
  await invalidateOperations(listOutgoingCalls);
};
