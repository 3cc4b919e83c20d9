import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { getExternalAuthenticationProviders, getThirdList, type ThirdBinding, unBindThird } from '#contract';
import { askAction } from '../../components/action-dialog.js';
import { Card } from '../../components/field.js';
import { succeed } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { leaveFor } from '../../lib/external-login.js';
import { reportFailure } from '../../lib/failures.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { readOf } from '../../lib/queries.js';
import { ACCOUNT } from './places.js';
import { texts } from './texts.js';

/** Identities elsewhere that sign in as this user (002 TP-005, TP-006). */
export const ThirdParties = () => {
  const t = useTexts(texts);
  const { data: providers = [] } = useQuery(readOf(getExternalAuthenticationProviders));
  const { data: bound = [] } = useQuery(readOf(getThirdList));
  const nameOf = (thirdType: string): string => (thirdType === 'Weixin' ? t('weixin') : thirdType);
  const unbind = async ({ thirdType, unionFriendlyName }: ThirdBinding) => {
    const done = await askAction({
      verb: t('unbind'),
      sentence: t('unbindSentence', { party: nameOf(thirdType), name: unionFriendlyName }),
      intent: 'danger',
      run: () => call(unBindThird, { body: { thirdType } }),
    });
    if (done) succeed(t('unbound'));
    await changed(getThirdList);
  };
  const offered = [...new Set([...providers.map(({ name }) => name), ...bound.map(({ thirdType }) => thirdType)])];
  return (
    <Card title={t('thirdParties')}>
      {offered.length === 0 && <div className="secondary">{t('noProviders')}</div>}
      {offered.map((name) => {
        const binding = bound.find(({ thirdType }) => thirdType === name);
        return (
          <div key={name} className="account-binding">
            <span>{nameOf(name)}</span>
            {binding ? (
              <>
                <span className="initial" aria-hidden>
                  {[...binding.unionFriendlyName][0]}
                </span>
                <span>{binding.unionFriendlyName}</span>
              </>
            ) : (
              <span className="muted">{t('notBound')}</span>
            )}
            {binding ? (
              <Button
                className="push"
                variant="outlined"
                text={t('unbind')}
                aria-label={`${t('unbind')} ${nameOf(name)}`}
                onClick={() => void unbind(binding)}
              />
            ) : (
              <Button
                className="push"
                variant="outlined"
                text={t('bind')}
                aria-label={`${t('bind')} ${nameOf(name)}`}
                onClick={() => void leaveFor(name, { kind: 'bind', to: ACCOUNT }).catch(reportFailure)}
              />
            )}
          </div>
        );
      })}
    </Card>
  );
};
