import { Link, useSearchParams } from 'react-router-dom';
import { useTexts } from '../../i18n/texts.js';
import { LoginFrame } from './login-frame.js';
import { texts } from './texts.js';

/** Where a third party sends somebody back to. No provider is connected yet, so whatever comes is answered plainly; nothing of it is stored. */
const AuthRedirectPage = () => {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const refused = query.get('error');
  const isAnswered = query.get('code') !== null && query.get('state') !== null;
  return (
    <LoginFrame>
      <div className="login-form">
        <h1>{t('thirdTitle')}</h1>
        <p className="secondary" role="status">{refused ? t('thirdRefused', { reason: refused.slice(0, 60) }) : t(isAnswered ? 'thirdOff' : 'thirdNothing')}</p>
        <Link to="/login">{t('toLogin')}</Link>
      </div>
    </LoginFrame>
  );
};

export default AuthRedirectPage;
