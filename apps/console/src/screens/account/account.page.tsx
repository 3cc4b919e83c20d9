import { Button, Tag } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  getExternalAuthenticationProviders,
  getMessages,
  getPersonalData,
  getThirdList,
  type PersonalData,
  signOutEverywhere,
  type ThirdBinding,
  unBindThird,
} from '#contract';
import { ROLE } from '#events';
import { openActionDialog } from '../../components/action-dialog.js';
import { MessageFailure } from '../../components/failure-note.js';
import { Card, ReadOnlyFields } from '../../components/field.js';
import { PageHeader } from '../../components/page-header.js';
import { ErrorState, LoadingPage } from '../../components/page-states.js';
import { toastSuccess } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { leaveFor } from '../../lib/external-login.js';
import { reportFailure } from '../../lib/failures.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations, listOptions } from '../../lib/list-query.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { saveAsJson } from '../../lib/save-as-file.js';
import { hasRole, signOutLocally, useUser } from '../../lib/session.js';
import './account.css';
import { NotificationChoicesCard } from './notification-choices.js';
import { ACCOUNT } from '../../lib/paths.js';
import { ChangePassword, LabSystemCode } from './security-cards.js';
import { texts } from './texts.js';

const PAGE_SIZE = 10;

/** Messages that were sent to the user, newest first (002 US-009). */
export const MessagesCard = () => {
  const t = useTexts(texts);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { data, isPending, isError } = useQuery(listOptions(getMessages, { skipCount: 0, maxResultCount: limit }));
  const { items = [], totalCount = 0 } = data?.data ?? {};
  return (
    <Card
      title={t('messages')}
      after={<span className="aux muted numeric">{totalCount > 0 && totalCount}</span>}
      padded={false}
    >
      {items.length === 0 && (
        <div className="card-body secondary">{isPending ? t('loading') : t(isError ? 'loadFailed' : 'noMessages')}</div>
      )}
      <ul className="account-messages">
        {items.map(({ id, sendTime, msgContent, sendStatus, failure }) => (
          <li key={id}>
            <span className="numeric muted">{dateTime(sendTime)}</span>
            <span>
              {msgContent}
              {failure !== '' && (
                <div className="aux muted">
                  <MessageFailure code={failure} />
                </div>
              )}
            </span>
            <Tag minimal intent={sendStatus === 1 ? 'success' : 'danger'}>
              {t(sendStatus === 1 ? 'sent' : 'sendFailed')}
            </Tag>
          </li>
        ))}
      </ul>
      {totalCount > limit && (
        <div className="card-body">
          <Button variant="minimal" text={t('more')} onClick={() => setLimit(limit + PAGE_SIZE)} />
        </div>
      )}
    </Card>
  );
};

/** The stored data about the user, as a download (ADR-003). */
export const PersonalDataCard = ({ data }: { data: PersonalData }) => {
  const t = useTexts(texts);
  return (
    <Card title={t('personalData')}>
      <div className="secondary">
        {t('personalDataHint', {
          profiles: data.profiles.length,
          messages: data.messages.length,
          consignments: new Set(data.namedIn.filter(({ kind }) => kind === 'consignment').map(({ id }) => id)).size,
        })}
      </div>
      <div className="row" style={{ marginTop: 12 }}>
        <Button
          className="push"
          icon={<Download />}
          text={t('download')}
          onClick={() => saveAsJson(`${data.userName}.json`, data)}
        />
      </div>
    </Card>
  );
};

/** Ends every session of the user, including this one. */
export const SessionsCard = () => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const confirmSignOut = async () => {
    const isConfirmed = await openActionDialog({
      action: t('signOutEverywhere'),
      sentence: t('signOutSentence'),
      intent: 'danger',
      run: () => callOperation(signOutEverywhere),
    });
    if (!isConfirmed) return;
    toastSuccess(t('signedOut'));
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
          onClick={() => void confirmSignOut()}
        />
      </div>
    </Card>
  );
};

/** External identities that sign in as this user (002 TP-005, TP-006). */
export const ThirdParties = () => {
  const t = useTexts(texts);
  const { data: providers = [] } = useQuery(queryOptionsOf(getExternalAuthenticationProviders));
  const { data: bound = [] } = useQuery(queryOptionsOf(getThirdList));
  const nameOf = (thirdType: string): string => (thirdType === 'Weixin' ? t('weixin') : thirdType);
  const unbind = async ({ thirdType, unionFriendlyName }: ThirdBinding) => {
    const isConfirmed = await openActionDialog({
      action: t('unbind'),
      sentence: t('unbindSentence', { party: nameOf(thirdType), name: unionFriendlyName }),
      intent: 'danger',
      run: () => callOperation(unBindThird, { body: { thirdType } }),
    });
    if (isConfirmed) toastSuccess(t('unbound'));
    await invalidateOperations(getThirdList);
  };
  const providerNames = [
    ...new Set([...providers.map(({ name }) => name), ...bound.map(({ thirdType }) => thirdType)]),
  ];
  return (
    <Card title={t('thirdParties')}>
      {providerNames.length === 0 && <div className="secondary">{t('noProviders')}</div>}
      {providerNames.map((name) => {
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

/** Every user's own account: identity, ways to sign in, messages and stored data. */
const AccountPage = () => {
  const t = useTexts(texts);
  const user = useUser();
  const { data, isPending, error, refetch } = useQuery({
    ...queryOptionsOf(getPersonalData, { userId: user.userId }),
    meta: { quiet: true },
  });
  if (!data)
    return (
      <>
        <PageHeader />
        {isPending ? (
          <LoadingPage />
        ) : (
          <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
        )}
      </>
    );
  const { name = '', phone = '', email = '' } = data.profiles.at(-1) ?? {};
  return (
    <div className="account-page">
      <PageHeader />
      <div className="page-body scrolls">
        <div className="account-cards">
          <Card title={t('facts')}>
            <ReadOnlyFields
              items={[
                [t('userName'), data.userName],
                [t('name'), name],
                [
                  t('mobile'),
                  <span key="phone" className="numeric">
                    {phone}
                  </span>,
                ],
                [t('email'), email],
                [t('unit'), data.unit?.name ?? t('noUnit')],
                ...(user.unitId === null
                  ? []
                  : [[t('isUnitManager'), t(user.isUnitManager ? 'isManager' : 'isNoManager')] as const]),
                [
                  t('lastLogin'),
                  data.lastLoginTime && (
                    <span key="login" className="numeric">
                      {dateTime(data.lastLoginTime)}
                    </span>
                  ),
                ],
              ]}
            />
            <p className="aux muted">{t('factsHint')}</p>
          </Card>
          <div className="account-pair">
            <ChangePassword />
            <div className="stack">
              <SessionsCard />
              <ThirdParties />
              <PersonalDataCard data={data} />
            </div>
          </div>
          {hasRole(user, ROLE.lab) && <LabSystemCode user={user} />}
          {hasRole(user, ROLE.client, ROLE.lab) && <NotificationChoicesCard />}
          <MessagesCard />
          {hasRole(user, ROLE.admin) && <NotificationChoicesCard />}
        </div>
      </div>
    </div>
  );
};

export default AccountPage;
