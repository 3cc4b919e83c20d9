import { Spinner } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { bindThirdLogin, getThirdList, weixinRedirect } from '#contract';
import { safeRedirectTarget } from '../../app/guard.js';
import { toastSuccess } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { type ExternalLoginIntent, takeLoginIntent } from '../../lib/external-login.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { signOutLocally } from '../../lib/session.js';
import { readToken, storeToken } from '../../lib/token.js';
import { LoginFrame } from './login-frame.js';
import { texts } from './texts.js';

/**
 * The page to which a third party redirects the user with a code (002 AU-021): signs the user in, or binds the identity
 * to the current user.
 */
const AuthRedirectPage = () => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [failed, setFailed] = useState<string | null>(null);
  const isRequested = useRef(false);
  const parameter = (name: string): string => query.get(name) ?? '';
  const [code, refused] = [parameter('code'), query.get('error')];

  useEffect(() => {
    if (isRequested.current || code === '' || refused) return; // a code is valid once
    isRequested.current = true;
    const intent = takeLoginIntent();
    completeLogin(intent, {
      code,
      state: parameter('state'),
      thirdType: parameter('thirdType'),
      openid: parameter('openid'),
    })
      .then(() => {
        if (intent.kind === 'bind') toastSuccess(t('thirdBound'));
        return navigate(safeRedirectTarget(intent.to), { replace: true });
      })
      .catch((error: unknown) => setFailed(error instanceof Error ? error.message : String(error)));
  });

  const problemText = refused
    ? t('thirdRefused', { reason: refused.slice(0, 60) })
    : code === ''
      ? t('thirdNothing')
      : failed;
  return (
    <LoginFrame>
      <div className="login-form">
        <h1>{t('thirdTitle')}</h1>
        {problemText === null ? (
          <Spinner size={32} aria-label={t('thirdRunning')} />
        ) : (
          <p className="secondary" role="status">
            {problemText}
          </p>
        )}
        <Link to="/login">{t('toLogin')}</Link>
      </div>
    </LoginFrame>
  );
};

const completeLogin = async (
  { kind }: ExternalLoginIntent,
  body: { code: string; state: string; thirdType: string; openid: string },
): Promise<void> => {
  if (kind === 'bind' && readToken() !== null) {
    await callOperation(bindThirdLogin, { body });
    await invalidateOperations(getThirdList);
    return;
  }
  const { accessToken } = await callOperation(weixinRedirect, { body });
  signOutLocally();
  storeToken(accessToken, false);
};

export default AuthRedirectPage;
