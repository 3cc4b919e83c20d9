import { Button } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { AppDialog } from '../../components/app-dialog.js';
import { askWith } from '../../components/dialogs.js';
import { Failed, LoadingRows } from '../../components/page-states.js';
import { succeed } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { recordOf } from './history-queries.js';
import { texts } from './texts.js';

/** The event as JSON, as this reader may see it. */
const RecordDialog = ({ id, revision, onDone }: { id: string; revision: number; onDone(): void }) => {
  const t = useTexts(texts);
  const record = useQuery(recordOf(id, revision));
  const json = JSON.stringify(record.data, null, 2);
  const copy = async () => {
    await navigator.clipboard.writeText(json);
    succeed(t('copied'));
  };
  return (
    <AppDialog
      title={t('recordTitle', { n: revision + 1 })}
      width={800}
      canOutsideClickClose
      onClose={onDone}
      footer={
        <>
          <span className="aux muted">{t('recordNote')}</span>
          <Button
            className="push"
            icon={<Duplicate />}
            text={t('copyRecord')}
            disabled={!record.data}
            onClick={() => void copy()}
          />
          <Button text={t('close')} onClick={onDone} />
        </>
      }
    >
      {record.isPending && <LoadingRows rows={8} />}
      {record.isError && (
        <Failed title={t('recordFailed')} error={record.error} onRetry={() => void record.refetch()} />
      )}
      {record.data && (
        <textarea className="raw-record mono" readOnly spellCheck={false} aria-label={t('record')} value={json} />
      )}
    </AppDialog>
  );
};

export const showRecord = (id: string, revision: number): void =>
  void askWith<void>((settle) => <RecordDialog id={id} revision={revision} onDone={() => settle()} />);
