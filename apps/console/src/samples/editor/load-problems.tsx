import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getParamPack, type SampleView } from '#contract';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { ApiError } from '../../lib/http.js';
import { unitQueryOptions } from '../../lib/pre-service.js';
import type { useOffer } from '../selection/offer.js';
import { texts } from './sample-form.texts.js';

/** The message of the server; null if there was none. */
const serverMessageOf = (error: unknown): string | null =>
  error instanceof ApiError && !error.unexplained ? error.message : null;

/** Shows a failed load in an alert, each failure once, with the server's message if there is one (SERR-002). */
export const useLoadErrorAlert = (error: unknown, fallbackMessage: string): void => {
  const t = useTexts(texts);
  useEffect(() => {
    if (error) void openAlertDialog({ title: t('prompt'), message: serverMessageOf(error) ?? fallbackMessage });
  }, [error, fallbackMessage, t]);
};

type Props = { sample: SampleView; testUnitId: string | null; offer: ReturnType<typeof useOffer> };

/** Which data of a stored sample could not be read (SERR-006). The stored choice is shown anyway. */
export const LoadErrors = ({ sample, testUnitId, offer }: Props) => {
  const t = useTexts(texts);
  const storedPackId = sample.buSampleParamPackInfo?.packFlag === 1 ? sample.buSampleParamPackInfo.packId : '';
  const pack = useQuery({
    ...unitQueryOptions(getParamPack, { id: storedPackId, ...(testUnitId ? { testUnitId } : {}) }),
    enabled: storedPackId !== '',
    meta: { quiet: true },
    staleTime: 60_000,
  });
  const { parameters } = offer;
  const problems = [
    ...(parameters.isError ? [{ text: t('parametersNotRead'), reload: parameters.refetch }] : []),
    ...(pack.isError ? [{ text: t('packNotRead'), reload: pack.refetch }] : []),
    ...(pack.data?.entries.length === 0 ? [{ text: t('packNotConfigured'), reload: pack.refetch }] : []),
  ];
  return problems.map(({ text, reload }) => (
    <div key={text} className="note warning" role="alert">
      <span className="grow">{text}</span>
      <Button size="small" variant="outlined" icon={<Refresh />} text={t('again')} onClick={() => void reload()} />
    </div>
  ));
};
