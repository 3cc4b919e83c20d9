import { useQuery } from '@tanstack/react-query';
import { getPrintConsignInfoList } from '#contract';
import { Failed, LoadingRows } from '../../components/page-states.js';
import { UnprintedNote } from '../../consignment/unprinted-note.js';
import { useTexts } from '../../i18n/texts.js';
import { language } from '../../i18n/language.js';
import { readOf } from '../../lib/queries.js';
import './print.css';
import { PrintSheet } from './print-sheet.js';
import { texts } from './texts.js';

/** Print data of consignments in the order asked; its titles are in the user's language. */
export const printedQuery = (ids: readonly string[]) => {
  const read = readOf(getPrintConsignInfoList, { ids: [...ids] });
  return {
    ...read,
    queryKey: [...read.queryKey, language()] as const,
    enabled: ids.length > 0,
    staleTime: 0,
    meta: { quiet: true },
  };
};

/** Consignments one after another, each on pages of its own. What is in here is what the browser prints. It takes the focus, so that the keyboard can scroll it. */
export const PrintSheets = ({ ids }: { ids: readonly string[] }) => {
  const t = useTexts(texts);
  const printed = useQuery(printedQuery(ids));
  if (printed.data) {
    return (
      <>
        <UnprintedNote of={printed.data} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- where nothing else can take the focus, the keyboard could not scroll */}
        <div className="print-sheets" role="region" aria-label={t('previewTitle')} tabIndex={0}>
          {printed.data.map((each) => (
            <PrintSheet key={each.id} printed={each} />
          ))}
        </div>
      </>
    );
  }
  return printed.isError ? (
    <Failed title={t('failed')} error={printed.error} onRetry={() => void printed.refetch()} />
  ) : (
    <LoadingRows rows={8} />
  );
};
