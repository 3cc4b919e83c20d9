import { Button } from '@blueprintjs/core';
import { Document } from '@blueprintjs/icons';
import { useState } from 'react';
import { type ConsignmentView, setConsignmentBill } from '#contract';
import { BILL_EXTENSIONS } from '#domain';
import { FilePicker } from '../../components/file-picker.js';
import { succeed } from '../../components/toaster.js';
import { markChanged } from '../../consignment/changed.js';
import { openBill } from '../../consignment/open-bill.js';
import { consignmentsChanged } from '../../consignment/verbs.js';
import { useTexts } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { uploadFile } from '../../lib/upload.js';
import type { ReasonAgainst } from './reason-against.js';
import { texts } from './texts.js';
import { VerbButton } from './verb-button.js';

/** The bill: a file to upload, then to look at and to replace. */
export const Bill = ({ view, reasonAgainst }: { view: ConsignmentView; reasonAgainst: ReasonAgainst }) => {
  const t = useTexts(texts);
  const [replacing, setReplacing] = useState(false);
  const reason = reasonAgainst('setBill');
  const there = view.isConsignBillGened;
  return (
    <section aria-label={t('bill')}>
      <div className="row">
        <h3>{t('bill')}</h3>
        <span className="push aux muted">{t('billHint')}</span>
      </div>
      {there && (
        <div className="row">
          <Document size={16} className="muted" />
          <span>{t('billThere')}</span>
          <span className="row push">
            <Button size="small" variant="outlined" text={t('openBill')} onClick={() => void openBill(view.id)} />
            <VerbButton
              small
              text={t(replacing ? 'keepBill' : 'replaceBill')}
              reason={reason}
              onClick={() => setReplacing(!replacing)}
            />
          </span>
        </div>
      )}
      {(!there || replacing) && (
        <FilePicker
          label={t('bill')}
          extensions={BILL_EXTENSIONS}
          disabled={reason !== null}
          send={async (file, { idempotencyKey, ...options }) => {
            const { uploadId } = await uploadFile(file, options);
            try {
              await call(setConsignmentBill, {
                query: { id: view.id },
                body: { uploadId },
                ifMatch: view.revision,
                idempotencyKey,
              });
              succeed(t('billSaved'));
              setReplacing(false);
              markChanged([view.id]);
            } finally {
              void consignmentsChanged(); // a refusal often means that what is shown was old: the next try knows better
            }
          }}
        />
      )}
    </section>
  );
};
