import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { getExternalAuthenticationProviders } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { leaveFor } from '../../lib/external-login.js';
import { reportFailure } from '../../lib/failures.js';
import { readOf } from '../../lib/queries.js';
import { texts } from './texts.js';

/** Other ways in, where the platform has any (002 TP-001). */
export const ThirdPartyButtons = ({ to }: { to: string }) => {
  const t = useTexts(texts);
  const { data: providers = [] } = useQuery({
    ...readOf(getExternalAuthenticationProviders),
    meta: { quiet: true },
    retry: false,
  });
  return providers.map(({ name }) => (
    <Button
      key={name}
      size="large"
      fill
      variant="outlined"
      text={name === 'Weixin' ? t('byWeixin') : t('byThird', { name })}
      onClick={() => void leaveFor(name, { kind: 'signIn', to }).catch(reportFailure)}
    />
  ));
};
