import { Button, ProgressBar } from '@blueprintjs/core';
import { Error as ErrorIcon, Export } from '@blueprintjs/icons';
import { useTexts } from '../../../i18n/texts.js';
import { formatCount } from '../../../lib/numbers.js';
import { useUser } from '../../../lib/session.js';
import { useStore } from '../../../lib/store.js';
import type { ListKind } from '../list-kinds.js';
import { texts } from '../texts.js';
import { type ExportState, ledgerExports, type RunningExport } from './export-ledger.js';

/** Starts the export of a list, and shows its progress while it runs. */
export const ExportButton = ({ kind, onExport }: { kind: ListKind; onExport(): void }) => {
  const t = useTexts(texts);
  const user = useUser();
  const running = useStore(ledgerExports)[kind];
  if (!running || running.userId !== user.userId)
    return <Button variant="outlined" icon={<Export />} text={t('exportLedger')} onClick={onExport} />;
  return running.state.phase === 'stopped' ? (
    <Stopped running={running} page={running.state.page} message={running.state.message} />
  ) : (
    <Progress running={running} state={running.state} />
  );
};

const Progress = ({
  running,
  state,
}: {
  running: RunningExport;
  state: Exclude<ExportState, { phase: 'stopped' }>;
}) => {
  const t = useTexts(texts);
  const progressText = (): string => {
    switch (state.phase) {
      case 'collecting':
        return state.total === null
          ? t('exportCollecting')
          : t('exportOf', { done: 0, total: formatCount(state.total) });
      case 'asking':
        return t('exportOf', { done: formatCount(state.done), total: formatCount(state.total) });
      case 'building':
        return t('exportBuilding', { percent: state.percent });
    }
  };
  const share =
    state.phase === 'asking' ? state.done / state.total : state.phase === 'building' ? state.percent / 100 : 0;
  return (
    <div className="export-progress" role="status" aria-label={t('exporting')}>
      <Export size={14} />
      <span className="strong">{t('exporting')}</span>
      <ProgressBar className="export-bar" intent="primary" value={share} animate={false} stripes={false} />
      <span className="numeric secondary">{progressText()}</span>
      <Button variant="minimal" size="small" text={t('exportCancel')} onClick={running.cancel} />
    </div>
  );
};

const Stopped = ({ running, page, message }: { running: RunningExport; page: number | null; message: string }) => {
  const t = useTexts(texts);
  return (
    <div className="export-progress stopped" role="alert" title={message}>
      <ErrorIcon size={14} />
      <span>{page === null ? t('exportNoFile') : t('exportStopped', { page })}</span>
      <Button size="small" intent="primary" text={t('exportRetry')} onClick={running.retry} />
      <Button variant="minimal" size="small" text={t('exportCancel')} onClick={running.cancel} />
    </div>
  );
};
