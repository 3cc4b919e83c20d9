import { Button, InputGroup, TextArea } from '@blueprintjs/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { rebuildConsignmentRows, type RowRebuild } from '#contract';
import { messageOf } from '#domain/rules';
import { ROLE } from '#events';
import { AppDialog } from '../../components/app-dialog.js';
import { type Column, DataTable } from '../../components/data-table.js';
import { openDialog } from '../../components/dialogs.js';
import { FailureNote } from '../../components/failure-note.js';
import { Card, Field } from '../../components/field.js';
import { toastSuccess } from '../../components/toaster.js';
import { useSubmit } from '../../components/use-submit.js';
import { historyPath } from '../../lib/paths.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime, shortTime } from '../../lib/china-time.js';
import { callOperation } from '../../lib/http.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { hasRole, useUser } from '../../lib/session.js';
import { projectionsChanged, type ProjectionText, REASON_LENGTH, useRowRebuilds } from './order-on-view.js';
import { texts } from './texts.js';

/** Results of rebuilding single consignments; nothing if there are none. */
export const RowRebuildsCard = () => {
  const t = useTexts(texts);
  const mayRead = hasRole(useUser(), ROLE.admin);
  const items = useRowRebuilds().data?.items ?? [];
  if (items.length === 0) return null;
  const columns: Column<RowRebuild>[] = [
    {
      key: 'time',
      head: t('time'),
      width: 104,
      noEllipsis: true,
      secondary: true,
      cell: ({ at }) => <span className="numeric">{shortTime(at)}</span>,
      tooltip: ({ at }) => dateTime(at),
    },
    { key: 'who', head: t('who'), width: 112, secondary: true, cell: ({ userName }) => userName || t('platform') },
    {
      key: 'what',
      head: t('what'),
      width: 296,
      cell: ({ consignmentId }) =>
        mayRead ? (
          <Link className="mono" to={historyPath(consignmentId)}>
            {consignmentId}
          </Link>
        ) : (
          <span className="mono">{consignmentId}</span>
        ),
      tooltip: ({ consignmentId }) => consignmentId,
    },
    {
      key: 'state',
      head: t('state'),
      width: 96,
      noEllipsis: true,
      cell: ({ state }) => (
        <span className="projection-state" data-state={state}>
          <i aria-hidden />
          {t(`rows.${state}`)}
        </span>
      ),
    },
    {
      key: 'result',
      head: t('result'),
      cell: (item) => resultOf(item, t),
      tooltip: (item) => `${resultOf(item, t)}\n${item.reason}`,
    },
  ];
  return (
    <Card title={t('rowsCard')} padded={false}>
      <DataTable
        caption={t('rowsCard')}
        columns={columns}
        rows={items.slice(0, 5)}
        keyOf={({ requestId }) => requestId}
      />
    </Card>
  );
};

const resultOf = ({ state, views, message, reason }: RowRebuild, t: ProjectionText): string => {
  switch (state) {
    case 'running':
      return reason;
    case 'failed':
      return message;
    case 'done':
      return views.length === 0
        ? t('rowsNothing')
        : t('rowsResult', {
            views: views.length,
            rows: sum(views.map(({ rows }) => rows)),
            changed: sum(views.map(({ changed }) => changed)),
          });
  }
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

const RowRebuildDialog = ({ onDone }: { onDone(): void }) => {
  const t = useTexts(texts);
  const [consignment, setConsignment] = useState('');
  const [reason, setReason] = useState('');
  const [showsProblems, setShowsProblems] = useState(false);
  const { failed, running, send } = useSubmit();
  const missing = { consignment: consignment.trim() === '', reason: reason.trim() === '' };
  const confirm = async () => {
    setShowsProblems(true);
    if (missing.consignment || missing.reason) return;
    const body = { consignment: consignment.trim(), reason: reason.trim() };
    await send(async () => {
      await withIdempotencyKey(`rows ${JSON.stringify(body)}`, (idempotencyKey) =>
        callOperation(rebuildConsignmentRows, { body, idempotencyKey }),
      );
      toastSuccess(t('done'));
      void projectionsChanged();
      onDone();
      return true;
    });
  };
  return (
    <AppDialog
      title={t('rowsTitle')}
      width={400}
      hasUnsavedInput={consignment !== '' || reason !== ''}
      canOutsideClickClose={!running}
      onClose={() => !running && onDone()}
      onConfirm={() => void confirm()}
      footer={
        <>
          <Button className="push" text={t('close')} disabled={running} onClick={onDone} />
          <Button intent="primary" text={t('rowsAction')} loading={running} onClick={() => void confirm()} />
        </>
      }
    >
      <div className="stack">
        <div>{t('rowsSentence')}</div>
        <Field
          label={t('consignment')}
          required
          error={showsProblems && missing.consignment ? t('consignmentMissing') : undefined}
        >
          <InputGroup fill maxLength={100} value={consignment} onValueChange={setConsignment} />
        </Field>
        <Field
          label={t('reason')}
          required
          aside={
            <span className="numeric">
              {reason.length} / {REASON_LENGTH}
            </span>
          }
          error={showsProblems && missing.reason ? messageOf('REASON_REQUIRED', {}, language()) : undefined}
        >
          <TextArea
            fill
            className="remark"
            value={reason}
            maxLength={REASON_LENGTH}
            placeholder={t('reasonHint')}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};

/** Asks which consignment's rows to rebuild, and why. */
export const openRowRebuildDialog = (): Promise<void> =>
  openDialog<void>((settle) => <RowRebuildDialog onDone={() => settle()} />);
