import { useContext } from 'react';
import { Trans } from 'react-i18next';
import { listSeparator } from '../i18n/language.js';
import { useTexts } from '../i18n/texts.js';
import { roleName } from '../lib/role-names.js';
import { SessionContext } from '../lib/session.js';
import { ErrorPage, useDeniedPath } from './error-pages.js';
import { texts } from './texts.js';

/** /401: a screen of another role. */
const NoPermissionPage = () => {
  const t = useTexts(texts);
  const path = useDeniedPath();
  const user = useContext(SessionContext);
  return (
    <ErrorPage number="401" title={t('noRight')}>
      <Trans
        i18nKey="noRightText"
        ns={texts.namespace}
        values={{ path, roles: user?.roles.map(roleName).join(listSeparator()) ?? '—' }}
        components={{ mono: <span className="mono" /> }}
      />
    </ErrorPage>
  );
};
export default NoPermissionPage;
