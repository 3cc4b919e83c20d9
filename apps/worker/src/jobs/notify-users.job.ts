import type { Logger } from 'pino';
import { v5 as uuidV5 } from 'uuid';
import { z } from 'zod';
import { handle, load } from '#domain/event-sourcing';
import { announcement, channelsFor, notification } from '#domain/notifications';
import type { Engines, JobHandler } from '#engines';
import { NotificationKind } from '#events';
import {
  consignmentRecipients,
  endpointRecipients,
  registrationRecipients,
  consignmentNotification,
  endpointNotification,
  registrationNotification,
} from '../notifications/recipients.js';
import { resultContext } from '../recorder.js';
import { jobWithResult } from './job-with-result.js';

const Payload = z.object({
  requestId: z.string(),
  occasionId: z.string(),
  kind: NotificationKind,
  consignmentId: z.string(),
  reportId: z.string().nullable(),
  unit: z.object({ unitId: z.string(), unitType: z.literal([1, 2]) }).optional(),
  webhookId: z.string().optional(),
  position: z.string(),
});
export type NotifyUsersPayload = z.infer<typeof Payload>;

type Context = { engines: Pick<Engines, 'eventStore' | 'views'>; now: () => Date; logger: Logger };

/** The id of the notification of one user about one event; a repeated announcement has the same id. */
export const notificationId = (occasionId: string, userId: string): string => uuidV5(userId, occasionId);

/**
 * Notifies everybody whom an event concerns, once each, in the platform and by the channels they chose. If that fails
 * for good, the failure is recorded. A second run notifies only those who have no notification yet.
 */
export const notifyUsers = ({ engines, now, logger }: Context): JobHandler =>
  jobWithResult({
    payload: Payload,
    logger,
    async run({ requestId, position, ...payload }, { signal }) {
      const { eventStore } = engines;
      if ((await load(eventStore, announcement, payload.occasionId)).state.stage === 'made') return;
      const content = await contentAndRecipients(engines, payload, position);
      if (!content) return;
      const { occasion, unitId, recipients } = content;
      for (const recipient of recipients) {
        signal.throwIfAborted();
        const command = {
          type: 'Notify',
          occasion,
          userId: recipient.id,
          unitId,
          channels: channelsFor(recipient, payload.kind),
        } as const;
        await handle(eventStore, notification, notificationId(payload.occasionId, recipient.id), command, {
          ...resultContext(requestId, `notify ${recipient.id}`, now()),
          startsStream: true,
        });
      }
      await handle(
        eventStore,
        announcement,
        payload.occasionId,
        { type: 'RecordAnnouncement', occasion, unitId, recipients: recipients.length },
        resultContext(requestId, 'announced', now()),
      );
    },
    async fail({ requestId, position: _, ...payload }, reason) {
      const content =
        payload.kind === 'endpointDisabled'
          ? await endpointNotification(engines, payload)
          : await (payload.unit ? registrationNotification : consignmentNotification)(engines.eventStore, payload);
      if (!content) return;
      const { occasion, unitId } = content;
      await handle(
        engines.eventStore,
        announcement,
        payload.occasionId,
        { type: 'RecordAnnouncementFailure', occasion, unitId, reason },
        resultContext(requestId, `failed: ${reason}`, now()),
      );
    },
  });

/** What the notification says and who gets it; null if there is nothing to notify of. */
const contentAndRecipients = async (
  engines: Context['engines'],
  payload: Omit<NotifyUsersPayload, 'requestId' | 'position'>,
  position: string,
) => {
  if (payload.kind === 'endpointDisabled') {
    const content = await endpointNotification(engines, payload);
    return content && { ...content, recipients: await endpointRecipients(engines, content.unitId, position) };
  }
  if (payload.unit) {
    const content = await registrationNotification(engines.eventStore, payload);
    return (
      content && { ...content, recipients: await registrationRecipients(engines, payload.kind, content, position) }
    );
  }
  const content = await consignmentNotification(engines.eventStore, payload);
  return (
    content && {
      ...content,
      recipients: await consignmentRecipients(engines, payload.kind, content.parties, content.byUserId, position),
    }
  );
};
