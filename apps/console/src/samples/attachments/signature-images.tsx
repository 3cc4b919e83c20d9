import type { ConsignmentView, SignatureImage } from '#contract';
import { witnessesFromText } from '#domain/consignment';
import { listSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { texts } from './texts.js';

/** Who of the consignment signs as what; several witnesses of one side share its signature. */
const namesOf = (view: ConsignmentView, signType: SignatureImage['signType']): string => {
  switch (signType) {
    case 1:
      return view.linkPerson;
    case 2:
      return witnessesFromText({
        person: view.constructionJzperson,
        cardNo: view.constructionJzcardNo,
        phone: view.constructionJzphone,
      })
        .map(({ name }) => name)
        .join(listSeparator());
    case 3:
      return witnessesFromText({ person: view.jhperson, cardNo: view.jzcardNo, phone: view.jzphone })
        .map(({ name }) => name)
        .join(listSeparator());
    case 4:
      return '';
  }
};

/** The drawn signatures with who signed and when. */
export const SignatureImages = ({ view, images }: { view: ConsignmentView; images: readonly SignatureImage[] }) => {
  const t = useTexts(texts);
  return (
    <div className="signature-images">
      {images.map(({ id, signType, url, signedAt }) => {
        const role = t(`sign.${signType}`);
        const names = namesOf(view, signType);
        return (
          <figure key={id} className="signature-figure">
            <img src={url} alt={t('signatureOf', { who: names || role })} />
            <figcaption>
              <span>
                {role}
                {names && `　${names}`}
              </span>
              {signedAt && (
                <time className="numeric muted" dateTime={signedAt}>
                  {dateTime(signedAt).slice(0, 16)}
                </time>
              )}
            </figcaption>
          </figure>
        );
      })}
    </div>
  );
};
