import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { getLabSystemCode, renewLabSystemCode, type UserInfo } from '#contract';
import { askAction } from '../../components/action-dialog.js';
import { Card } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { readOf } from '../../lib/queries.js';
import { texts } from './texts.js';

/** The secret by which the laboratory's own system signs its people in (002 AU-015). Shown on request only. */
export const LabSystemCode = ({ user: { isUnitManager, via } }: { user: UserInfo }) => {
  const t = useTexts(texts);
  const { data, isFetching, refetch } = useQuery({ ...readOf(getLabSystemCode), enabled: false });
  const ask = async (enabled: boolean) => {
    await askAction({
      verb: t(enabled ? 'renewCode' : 'withdrawCode'),
      sentence: t(enabled ? 'renewSentence' : 'withdrawSentence'),
      intent: 'danger',
      ...(enabled ? {} : { reason: { label: t('reason'), required: true, maxLength: 200 } }),
      run: (reason) => call(renewLabSystemCode, { body: { enabled, reason } }),
    });
    await changed(getLabSystemCode);
    await refetch();
  };
  return (
    <Card
      title={t('labSystem')}
      extra={
        data && (
          <>
            <Button variant="outlined" text={t('renewCode')} onClick={() => void ask(true)} />
            {data.authCode !== null && (
              <Button variant="outlined" intent="danger" text={t('withdrawCode')} onClick={() => void ask(false)} />
            )}
          </>
        )
      }
    >
      <div className="stack">
        <div className="secondary">{t('labSystemHint')}</div>
        {data?.hasLapsed && (
          <div className="note warning" role="alert">
            {t('lapsed')}
          </div>
        )}
        {isUnitManager !== true ? (
          <div className="note info">{t(via ? 'viaHint' : 'managersOnly')}</div>
        ) : data ? (
          <code className="account-code">{data.authCode ?? t('noCode')}</code>
        ) : (
          <div className="row">
            <Button loading={isFetching} text={t('showCode')} onClick={() => void refetch()} />
          </div>
        )}
      </div>
    </Card>
  );
};
