import { Button } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { getConsignLog, type ResultOf } from '#contract';
import { AppDialog } from '../../components/app-dialog.js';
import { type Column, DataTable, orDash } from '../../components/data-table.js';
import { openDialog } from '../../components/dialogs.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page-states.js';
import { ViaLabSystem, nameWithVia } from '../../components/via-lab-system.js';
import { historyPath } from '../../lib/paths.js';
import { useTexts, defineTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { embeddingOrigin } from '../../lib/embedding-origin.js';
import { queryOptionsOf } from '../../lib/queries.js';
import en from '../../locales/en/consignment-log.json' with { type: 'json' };
import es from '../../locales/es/consignment-log.json' with { type: 'json' };
import zh from '../../locales/zh/consignment-log.json' with { type: 'json' };

const texts = defineTexts('consignment-log', {
  zh,
  en,
  es,
});

type LogRow = ResultOf<typeof getConsignLog>[number];

/** Steps of a consignment: time, operator, from and to which step, comment (DG-010). */
export const LogDialog = ({ id, code, onDone }: { id: string; code: string; onDone(): void }) => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const log = useQuery({ ...queryOptionsOf(getConsignLog, { consignId: id }), meta: { quiet: true } });
  const columns: Column<LogRow>[] = [
    {
      key: 'time',
      head: t('time'),
      width: 160,
      noEllipsis: true,
      cell: (row) => <span className="numeric">{dateTime(row.exeTime)}</span>,
    },
    {
      key: 'operator',
      head: t('operator'),
      width: 144,
      cell: (row) => (
        <>
          {orDash(row.exeUserName)}
          <ViaLabSystem via={row.via} />
        </>
      ),
      tooltip: (row) => nameWithVia(row.exeUserName, row),
    },
    { key: 'flow', head: t('flow'), width: 200, noEllipsis: true, cell: (row) => `${row.curStep} → ${row.nextStep}` },
    {
      key: 'comment',
      head: t('comment'),
      cell: (row) => orDash(row.exeDescription),
      tooltip: (row) => row.exeDescription,
    },
  ];
  return (
    <AppDialog
      title={
        <>
          {t('title')} <span className="numeric secondary dense">{code}</span>
        </>
      }
      width={800}
      canOutsideClickClose
      onClose={onDone}
      footer={
        <>
          {embeddingOrigin.get() === null && (
            <Button
              variant="minimal"
              icon={<History />}
              text={t('history')}
              onClick={() => {
                onDone();
                void navigate(historyPath(id));
              }}
            />
          )}
          <Button className="push" text={t('close')} onClick={onDone} />
        </>
      }
    >
      <div className="dialog-table">
        {log.isPending && <LoadingRows rows={5} />}
        {log.isError && <ErrorState title={t('failed')} error={log.error} onRetry={() => void log.refetch()} />}
        {log.data?.length === 0 && (
          <EmptyState icon={<History size={28} />} title={t('empty')}>
            {t('emptyText')}
          </EmptyState>
        )}
        {log.data && log.data.length > 0 && (
          <DataTable
            caption={t('title')}
            columns={columns}
            rows={log.data.map((row, index) => ({ ...row, index }))}
            keyOf={(row) => String((row as LogRow & { index: number }).index)}
          />
        )}
      </div>
    </AppDialog>
  );
};

/** Opens the log from anywhere. */
export const showLog = ({ id, code }: { id: string; code: string }): void =>
  void openDialog<void>((settle) => <LogDialog id={id} code={code} onDone={() => settle()} />);
