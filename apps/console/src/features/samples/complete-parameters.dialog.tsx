import { Spinner } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { getBuSampleInfo, saveBuSampleInfo, type SampleView } from '#contract';
import { catalogueNameOf } from '#domain';
import { AppDialog } from '../../components/app-dialog.js';
import { Failed } from '../../components/page-states.js';
import { succeed } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { ApiError } from '../../lib/api-error.js';
import { noteFailure, reportFailure } from '../../lib/failures.js';
import { call } from '../../lib/http.js';
import { underOneKey } from '../../lib/one-key.js';
import { readOf } from '../../lib/queries.js';
import type { SampleHost } from './offer.js';
import { fieldsOf, saveBodyOf, selectionOf } from './sample-draft.js';
import { SampleSelectionDialog } from './sample-selection.dialog.js';
import type { Selection } from './selection.js';
import { texts } from './texts.js';

type Props = { host: SampleHost; sampleId: string; onClose(): void; onSaved(): Promise<unknown>; onStale(): void };

const Completing = ({ sample, host, onClose, onSaved, onStale }: Omit<Props, 'sampleId'> & { sample: SampleView }) => {
  const t = useTexts(texts);
  const save = async (selection: Selection): Promise<boolean> => {
    const body = { ...saveBodyOf(sample, fieldsOf(sample), selection, host.consignType === 1), isTestUnitConfirmTestParam: true, testReason: sample.testReason };
    try {
      await underOneKey(`complete ${host.revision} ${JSON.stringify(body)}`, (idempotencyKey) => call(saveBuSampleInfo, { body, ifMatch: host.revision, idempotencyKey }));
      await onSaved();
      succeed(t('saved'));
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        noteFailure(error);
        onClose();
        onStale();
      } else reportFailure(error);
      return false;
    }
  };
  return (
    <SampleSelectionDialog
      host={{ ...host, mayLeaveToLab: false }} initial={{ ...selectionOf(sample), isLeftToLab: false }} onClose={onClose} onConfirmed={(_, selection) => save(selection)}
      fixed={{ id: sample.testUnitSampleId, name: catalogueNameOf(sample), bigCategoryId: sample.bigCategoryId, sampleNameLink: sample.sampleNameLink, isLeaf: true }}
    />
  );
};

/** The testing institution completes the parameters that were left to it (001 TID-008). */
export const CompleteParametersDialog = ({ sampleId, ...props }: Props) => {
  const t = useTexts(texts);
  const sample = useQuery({ ...readOf(getBuSampleInfo, { id: sampleId, consignId: props.host.consignId }), staleTime: 0, meta: { quiet: true } });
  if (sample.data && sample.isFetchedAfterMount) return <Completing sample={sample.data} {...props} />;
  return <AppDialog title={t('testParameters')} width={550} onClose={props.onClose}>{sample.isError ? <Failed title={t('samplesFailed')} error={sample.error} onRetry={() => void sample.refetch()} /> : <Spinner size={20} />}</AppDialog>;
};
