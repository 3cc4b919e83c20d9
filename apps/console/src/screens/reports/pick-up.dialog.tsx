import { Button } from '@blueprintjs/core';
import { useEffect, useEffectEvent } from 'react';
import { getReportPickUp, type ScheduledReport } from '#contract';
import { AppDialog } from '../../components/app-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { PhoneCode, usePhoneKey } from '../../components/phone-code/phone-code.js';
import { toastSuccess } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { texts } from './texts.js';
import { reportsChanged } from './use-schedule.js';

const SIZE = 220;

/** A code for the person who picks up the reports: they sign on a phone, and the dialog closes after that (QR-006). */
const PickUpDialog = ({ reports, onDone }: { reports: readonly ScheduledReport[]; onDone(signed: boolean): void }) => {
  const t = useTexts(texts);
  const code = usePhoneKey(
    'reportTakeSign',
    reports.map(({ reportId }) => reportId),
    (key) => queryOptionsOf(getReportPickUp, { key }),
  );
  const isSigned = code.result?.state === 'signed';
  const notifyDone = useEffectEvent(() => onDone(true));
  useEffect(() => {
    if (isSigned) notifyDone();
  }, [isSigned]);
  return (
    <AppDialog
      title={t('pickUpTitle', { n: reports.length })}
      width={480}
      onClose={() => onDone(false)}
      footer={<Button className="push" text={t('cancel')} onClick={() => onDone(false)} />}
    >
      <div className="stack">
        <p className="secondary">{t('pickUpSentence')}</p>
        <ul className="pick-up-list">
          {reports.map(({ reportId, reportNumber, testContent }) => (
            <li key={reportId}>
              <span className="numeric strong">{reportNumber}</span>　<span className="secondary">{testContent}</span>
            </li>
          ))}
        </ul>
        <PhoneCode
          code={code}
          title={t('pickUpByPhone')}
          label={t('pickUpCode')}
          hint={t('pickUpScan')}
          statusText={t('pickUpWaiting')}
          size={SIZE}
        />
      </div>
    </AppDialog>
  );
};

/** Hands reports over against a signature on a phone; true if it was signed. */
export const openPickUpDialog = async (reports: readonly ScheduledReport[]): Promise<boolean> => {
  const isPickedUp = await openDialog<boolean>((settle) => <PickUpDialog reports={reports} onDone={settle} />);
  if (isPickedUp) toastSuccess(textOf(texts, 'pickedUp'));
  await reportsChanged();
  return isPickedUp;
};
