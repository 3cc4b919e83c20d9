import { useContext } from 'react';
import { Trans } from 'react-i18next';
import { useTexts } from '../i18n/texts.js';
import { SessionContext } from '../lib/session.js';
import { ErrorPage, useRefusedPath } from './error-page.js';
import { texts } from './texts.js';

/** /401: a screen of another role. */
const NoRightPage = () => {
  const t = useTexts(texts);
  const path = useRefusedPath();
  const user = useContext(SessionContext);
  return <ErrorPage number="401" title={t('noRight')}><Trans i18nKey="noRightText" ns={texts.namespace} values={{ path, roles: user?.roles.join('、') ?? '—' }} components={{ mono: <span className="mono" /> }} /></ErrorPage>;
};
export default NoRightPage;
