import { describe, expect, it } from '@jest/globals';
import type { WebhookEvent } from '#events';
import { people } from '#harness/domain/consignment-story';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import { signingSecrets, webhook, webhooks } from './webhook.js';

const given = specificationOf(webhook.decider);

const AT = '2026-03-01T08:00:00.000Z';
const UNTIL = '2026-03-02T08:00:00.000Z';
const registered: WebhookEvent = {
  type: 'WebhookRegistered',
  data: {
    unitId: 'lab-1',
    unitType: 1,
    url: 'https://lims.example.com/hooks',
    types: ['report.'],
    description: '',
    secretId: 's-1',
    last4: 'aaaa',
  },
};
const rotated: WebhookEvent = {
  type: 'WebhookSecretRotated',
  data: { secretId: 's-2', last4: 'bbbb', previousSecretId: 's-1', previousUntil: UNTIL },
};
const revoked: WebhookEvent = { type: 'WebhookSecretRevoked', data: { secretId: 's-1', reason: '泄露' } };
const paused: WebhookEvent = { type: 'WebhookPaused', data: {} };
const resumed: WebhookEvent = { type: 'WebhookResumed', data: {} };
const disabledAsGone: WebhookEvent = { type: 'WebhookDisabled', data: { cause: 'gone' } };
const deleted: WebhookEvent = { type: 'WebhookDeleted', data: { reason: '' } };
const rotate = { type: 'RotateWebhookSecret', secret: { id: 's-2', last4: 'bbbb' }, at: AT } as const;
const disable = { type: 'DisableWebhook', cause: 'gone' } as const;

describe('A webhook endpoint', () => {
  it('is paused, disabled once and resumed, and refuses every change after it was deleted', () => {
    given(registered).when({ type: 'PauseWebhook' }).then(paused);
    given(registered, paused).when({ type: 'PauseWebhook' }).thenNothing();
    given(registered).when({ type: 'ResumeWebhook' }).thenNothing();
    given(registered, paused).when(disable).then(disabledAsGone);
    given(registered, disabledAsGone).when({ type: 'DisableWebhook', cause: 'exhausted' }).thenNothing();
    given(registered, disabledAsGone).when({ type: 'PauseWebhook' }).thenNothing();
    given(registered, disabledAsGone).when({ type: 'ResumeWebhook' }).then(resumed);
    given(registered, deleted).when({ type: 'DeleteWebhook', reason: '' }).thenNothing();
    for (const command of [{ type: 'ResumeWebhook' } as const, disable, rotate])
      given(registered, deleted).when(command).thenRefused('NO_SUCH_WEBHOOK');
    given().when(disable).thenRefused('NO_SUCH_WEBHOOK');
  });

  it('has at most two signing secrets, of which the older one can be revoked', () => {
    given(registered).when(rotate).then(rotated);
    given(registered, rotated).when(rotate).thenRefused('WEBHOOK_SECRETS_BOTH_SIGN');
    const later = { ...rotate, secret: { id: 's-3', last4: 'cccc' }, at: UNTIL };
    given(registered, rotated)
      .when(later)
      .then({
        type: 'WebhookSecretRotated',
        data: {
          secretId: 's-3',
          last4: 'cccc',
          previousSecretId: 's-2',
          previousUntil: '2026-03-03T08:00:00.000Z',
        },
      });
    const revoke = { type: 'RevokeWebhookSecret', secretId: 's-1', reason: '泄露', at: AT } as const;
    given(registered, rotated).when(revoke).then(revoked);
    given(registered, rotated)
      .when({ ...revoke, at: UNTIL })
      .thenRefused('NO_SUCH_WEBHOOK_SECRET');
    given(registered, rotated)
      .when({ ...revoke, secretId: 's-2' })
      .thenRefused('WEBHOOK_SECRET_CURRENT');
    given(registered, rotated, revoked).when(revoke).thenRefused('NO_SUCH_WEBHOOK_SECRET');
  });

  it('is listed with its state, the start of that state and its signing secrets', () => {
    const events = toRecordedEvents(
      'webhook-w-1',
      [registered, rotated, paused, disabledAsGone, resumed, revoked, deleted],
      people.lab,
    );
    const states = events.map((_, index) => projectRows(webhooks, events.slice(0, index + 1)).get('w-1'));
    const minute = (n: number) => `2026-03-01T08:0${n}:00.000Z`;
    expect(states.map((row) => [row?.state, row?.disabledCause, row?.stateSince])).toEqual([
      ['active', null, minute(0)],
      ['active', null, minute(0)],
      ['paused', null, minute(2)],
      ['disabled', 'gone', minute(3)],
      ['active', null, minute(4)],
      ['active', null, minute(4)],
      ['deleted', null, minute(6)],
    ]);
    const row = states[1];
    expect(row && signingSecrets(row, AT).map(({ id, last4 }) => [id, last4])).toEqual([
      ['s-2', 'bbbb'],
      ['s-1', 'aaaa'],
    ]);
    expect(row && signingSecrets(row, UNTIL).map(({ id }) => id)).toEqual(['s-2']);
    expect(row).toMatchObject({ createdAt: minute(0), registeredAt: events[0]?.position });
    expectIdempotentOnRedelivery(webhooks, events);
  });
});
