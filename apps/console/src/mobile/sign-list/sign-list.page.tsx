import type { Signing, ResultOf, signByKey } from '#contract';
import { moneyText } from '../../components/money.js';
import { useTexts, defineTexts } from '../../i18n/texts.js';
import { newIdempotencyKey } from '../../lib/idempotency-key.js';
import en from '../../locales/en/sign-list.json' with { type: 'json' };
import es from '../../locales/es/sign-list.json' with { type: 'json' };
import zh from '../../locales/zh/sign-list.json' with { type: 'json' };
import { SignaturePage } from '../signature/signature-page.js';
import { callMobile } from '../calls.js';

/** Texts of the page on which a phone signs consignments. */
const texts = defineTexts('signList', {
  zh,
  en,
  es,
});

const pathOf = (key: string): string => `/api/v1/signing/${encodeURIComponent(key)}`;

/** What is signed with the key of this page. @throws RequestRefused, NoResponse */
const readSigning = (key: string): Promise<Signing> => callMobile<Signing>(pathOf(key), { method: 'GET' });

/** Sends the signature; it can be sent repeatedly and signs once. @throws RequestRefused, NoResponse */
const signingRequest = (key: string, version: string, signImage: string): (() => Promise<unknown>) => {
  const idempotencyKey = newIdempotencyKey();
  return () =>
    callMobile<ResultOf<typeof signByKey>>(pathOf(key), {
      method: 'POST',
      body: { version, signImage },
      idempotencyKey,
    });
};

const DONE = ['SIGNED_ALREADY'];

/** Signs the consignments of a key, without a login (CL-019). */
export default function SignListPage({ keyText }: { keyText: string }) {
  const t = useTexts(texts);
  const labels = { title: t('title'), purpose: t('only'), consent: t('consent'), signedText: t('signedWords') };
  return (
    <SignaturePage
      keyText={keyText}
      labels={labels}
      read={readSigning}
      signedCodes={DONE}
      request={({ version }, image) => signingRequest(keyText, version, image)}
    >
      {(signing, expiryTime) => <Consignments signing={signing} expiryTime={expiryTime} />}
    </SignaturePage>
  );
}

const Consignments = ({
  signing: { consignments, consignUnitName, signer, signerPhone },
  expiryTime,
}: {
  signing: Signing;
  expiryTime: string;
}) => {
  const t = useTexts(texts);
  return (
    <>
      <section className="sheet">
        <div className="sheet__head">
          <h2>{t('count', { n: consignments.length })}</h2>
          <span className="tag">{t('waiting')}</span>
        </div>
        <ul className="signed-list">
          {consignments.map((each) => (
            <li key={each.id}>
              <div className="words">
                <div className="code">{each.consignCode}</div>
                <div className="hint">{each.projectName}</div>
                <div className="hint">
                  {each.testContent}　{t('samples', { n: each.sampleCount })}
                </div>
              </div>
              {each.fee !== null && (
                <div className="fee">
                  {moneyText(each.fee)}
                  <span className="hint">{t('yuan')}</span>
                </div>
              )}
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
            <dt>{t('signer')}</dt>
            <dd className="strong">{t('consignor', { name: signer })}</dd>
          </div>
          <div>
            <dt>{t('phone')}</dt>
            <dd>{signerPhone}</dd>
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
