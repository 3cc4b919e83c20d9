import { useState } from 'react';
import type { pickUpByKey, ReportPickUp, ResultOf } from '#contract';
import { useTexts, defineTexts } from '../../i18n/texts.js';
import { newIdempotencyKey } from '../../lib/idempotency-key.js';
import en from '../../locales/en/report-take-sign.json' with { type: 'json' };
import es from '../../locales/es/report-take-sign.json' with { type: 'json' };
import zh from '../../locales/zh/report-take-sign.json' with { type: 'json' };
import { callMobile } from '../calls.js';
import { SignaturePage } from '../signature/signature-page.js';

/** Texts of the page on which a phone signs for reports. */
const texts = defineTexts('reportTakeSign', {
  zh,
  en,
  es,
});

const DONE = ['PICKED_UP_ALREADY'];

const pathOf = (key: string): string => `/api/v1/report-pick-ups/${encodeURIComponent(key)}`;
const readPickUp = (key: string): Promise<ReportPickUp> => callMobile<ReportPickUp>(pathOf(key), { method: 'GET' });

/** Longest name that the server accepts. */
const NAME_MAX = 50;

const pickUpRequest = (key: string, signImage: string, name: string): (() => Promise<unknown>) => {
  const idempotencyKey = newIdempotencyKey();
  return () =>
    callMobile<ResultOf<typeof pickUpByKey>>(pathOf(key), {
      method: 'POST',
      body: { signImage, name },
      idempotencyKey,
    });
};

/** The person who picks up reports at the laboratory signs for them here, without a login (QR-006). */
export default function ReportTakeSignPage({ keyText }: { keyText: string }) {
  const t = useTexts(texts);
  const [name, setName] = useState('');
  const labels = { title: t('title'), purpose: t('only'), consent: t('consent'), signedText: t('signedWords') };
  return (
    <SignaturePage
      keyText={keyText}
      labels={labels}
      read={readPickUp}
      signedCodes={DONE}
      incomplete={name.trim() === ''}
      request={(_, image) => pickUpRequest(keyText, image, name.trim())}
    >
      {(pickUp, expiryTime) => (
        <>
          <Reports pickUp={pickUp} expiryTime={expiryTime} />
          <section className="sheet">
            <label className="typed">
              <span>{t('name')}</span>
              <input
                type="text"
                value={name}
                maxLength={NAME_MAX}
                autoComplete="name"
                required
                onChange={(event) => setName(event.currentTarget.value)}
              />
            </label>
          </section>
        </>
      )}
    </SignaturePage>
  );
}

const Reports = ({
  pickUp: { reports, consignUnitName, testUnitName },
  expiryTime,
}: {
  pickUp: ReportPickUp;
  expiryTime: string;
}) => {
  const t = useTexts(texts);
  return (
    <>
      <section className="sheet">
        <div className="sheet__head">
          <h2>{t('count', { n: reports.length })}</h2>
          <span className="tag">{t('waiting')}</span>
        </div>
        <ul className="signed-list">
          {reports.map((each) => (
            <li key={each.id}>
              <div className="words">
                <div className="code">{each.reportNumber}</div>
                <div className="hint">{each.testContent}</div>
                <div className="hint">
                  {each.consignCode}　{each.projectName}
                </div>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className="sheet">
        <dl className="who">
          <div>
            <dt>{t('unit')}</dt>
            <dd>{consignUnitName}</dd>
          </div>
          <div>
            <dt>{t('lab')}</dt>
            <dd>{testUnitName}</dd>
          </div>
          <div>
            <dt>{t('until')}</dt>
            <dd>{expiryTime}</dd>
          </div>
        </dl>
      </section>
    </>
  );
};
