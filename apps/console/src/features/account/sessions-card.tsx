import { Button } from '@blueprintjs/core';
import { useNavigate } from 'react-router-dom';
import { signOutEverywhere } from '#contract';
import { askAction } from '../../components/action-dialog.js';
import { Card } from '../../components/field.js';
import { succeed } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { signOutLocally } from '../../lib/session.js';
import { texts } from './texts.js';

/** Ends every session of the user, this one too. */
export const SessionsCard = () => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const ask = async () => {
    const done = await askAction({
      verb: t('signOutEverywhere'),
      sentence: t('signOutSentence'),
      intent: 'danger',
      run: () => call(signOutEverywhere),
    });
    if (!done) return;
    succeed(t('signedOut'));
    signOutLocally();
    await navigate('/login', { replace: true });
  };
  return (
    <Card title={t('sessions')}>
      <div className="secondary">{t('sessionsHint')}</div>
      <div className="row" style={{ marginTop: 12 }}>
        <Button
          className="push"
          intent="danger"
          variant="outlined"
          text={t('signOutEverywhere')}
          onClick={() => void ask()}
        />
      </div>
    </Card>
  );
};
