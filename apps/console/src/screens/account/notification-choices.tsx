import { Checkbox } from '@blueprintjs/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { chooseNotificationChannels, getNotificationChoices, type NotificationChoicesView } from '#contract';
import { kindsFor, notificationSubject } from '#domain/notifications';
import type { NotificationChannel, NotificationKind } from '#events';
import { Card } from '../../components/field.js';
import { toastSuccess } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { newIdempotencyKey } from '../../lib/idempotency-key.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useUser } from '../../lib/session.js';
import { texts } from './texts.js';

const CHANNELS = ['email', 'sms'] as const;

/**
 * Which notifications the user gets by which channel: always on the platform, by mail and text message if an address is
 * known. Each change is saved at once.
 */
export const NotificationChoicesCard = () => {
  const t = useTexts(texts);
  const user = useUser();
  const queries = useQueryClient();
  const query = queryOptionsOf(getNotificationChoices);
  const { data } = useQuery({ ...query, meta: { quiet: true } });
  const save = useMutation({
    mutationFn: (choices: NotificationChoicesView['choices']) =>
      callOperation(chooseNotificationChannels, { body: { choices }, idempotencyKey: newIdempotencyKey() }),
    onSuccess: (saved) => {
      queries.setQueryData(query.queryKey, saved);
      toastSuccess(t('choicesSaved'));
    },
  });
  if (!data) return null;
  const { choices, known } = data;
  const press = (kind: NotificationKind, channel: NotificationChannel, isOn: boolean) =>
    save.mutate({
      ...choices,
      [kind]: CHANNELS.filter((other) => (other === channel ? isOn : choices[kind].includes(other))),
    });
  return (
    <Card title={t('notifications')} padded={false}>
      <p className="card-body aux muted account-choices-hint">
        {t('notificationsHint')}
        {!known.email && ` ${t('noEmail')}`}
        {!known.sms && ` ${t('noMobile')}`}
      </p>
      <div className="account-choices">
        <table className="data-table" aria-label={t('notifications')}>
          <colgroup>
            <col />
            <col className="account-choice" />
            <col className="account-choice" />
            <col className="account-choice" />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{t('kindOfMessage')}</th>
              <th scope="col" className="whole">
                {t('inPlatform')}
              </th>
              {CHANNELS.map((channel) => (
                <th key={channel} scope="col" className="whole">
                  {t(channel)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kindsFor(user.roles, user.unitIsUnopened ?? false).map((kind) => {
              const name = notificationSubject(kind)[language()];
              return (
                <tr key={kind}>
                  <th scope="row">{name}</th>
                  <td className="whole">
                    <Checkbox className="check" checked disabled aria-label={`${name} ${t('inPlatform')}`} />
                  </td>
                  {CHANNELS.map((channel) => (
                    <td key={channel} className="whole">
                      <Checkbox
                        className="check"
                        aria-label={`${name} ${t(channel)}`}
                        checked={known[channel] && choices[kind].includes(channel)}
                        disabled={!known[channel] || save.isPending}
                        onChange={(event) => press(kind, channel, event.currentTarget.checked)}
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Card>
  );
};
