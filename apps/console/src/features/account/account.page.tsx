import { useQuery } from '@tanstack/react-query';
import { getPersonalData } from '#contract';
import { ROLE } from '#events';
import { Card, Facts } from '../../components/field.js';
import { PageHeader } from '../../components/page-header.js';
import { Failed, LoadingPage } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/format.js';
import { readOf } from '../../lib/queries.js';
import { hasRole, useUser } from '../../lib/session.js';
import './account.css';
import { ChangePassword } from './change-password.js';
import { LabSystemCode } from './lab-system-code.js';
import { MessagesCard } from './messages-card.js';
import { NotificationChoicesCard } from './notification-choices.js';
import { PersonalDataCard } from './personal-data-card.js';
import { SessionsCard } from './sessions-card.js';
import { texts } from './texts.js';
import { ThirdParties } from './third-parties.js';

/** Everybody's own account: who one is here, how one signs in, what was sent and what is held. */
const AccountPage = () => {
  const t = useTexts(texts);
  const user = useUser();
  const { data, isPending, error, refetch } = useQuery({
    ...readOf(getPersonalData, { userId: user.userId }),
    meta: { quiet: true },
  });
  if (!data)
    return (
      <>
        <PageHeader />
        {isPending ? <LoadingPage /> : <Failed title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
      </>
    );
  const { name = '', phone = '', email = '' } = data.profiles.at(-1) ?? {};
  return (
    <div className="account-page">
      <PageHeader />
      <div className="page-body scrolls">
        <div className="account-cards">
          <Card title={t('facts')}>
            <Facts
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
