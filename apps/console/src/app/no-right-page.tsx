import { useContext } from 'react';
import { Trans } from 'react-i18next';
import { ROLE, type Role } from '#events';
import { useTexts } from '../i18n/texts.js';
import { SessionContext } from '../lib/session.js';
import { ErrorPage, useDeniedPath } from './error-pages.js';
import { texts } from './texts.js';
import { listSeparator } from '../i18n/language.js';

const KNOWN: readonly string[] = Object.values(ROLE);
const isKnown = (role: string): role is Role => KNOWN.includes(role);

/** /401: a screen of another role. */
const NoRightPage = () => {
  const t = useTexts(texts);
  const path = useDeniedPath();
  const user = useContext(SessionContext);
  const nameOf = (role: string): string => (isKnown(role) ? t(`role.${role}`) : role);
  return (
    <ErrorPage number="401" title={t('noRight')}>
      <Trans
        i18nKey="noRightText"
        ns={texts.namespace}
        values={{ path, roles: user?.roles.map(nameOf).join(listSeparator()) ?? '—' }}
        components={{ mono: <span className="mono" /> }}
      />
    </ErrorPage>
  );
};
export default NoRightPage;
