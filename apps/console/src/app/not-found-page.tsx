import { Trans } from 'react-i18next';
import { useTexts } from '../i18n/texts.js';
import { ErrorPage, useDeniedPath } from './error-pages.js';
import { texts } from './texts.js';

/** /404: an unknown address. */
const NotFoundPage = () => {
  const t = useTexts(texts);
  const path = useDeniedPath();
  return (
    <ErrorPage number="404" title={t('notFound')}>
      <Trans
        i18nKey="notFoundText"
        ns={texts.namespace}
        values={{ path }}
        components={{ mono: <span className="mono" /> }}
      />
    </ErrorPage>
  );
};
export default NotFoundPage;
