import { deleteTenant, getTenants, readTenant, type TenantRow, updateTenant } from '#contract';
import { UNIT_LIMITS } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { succeed } from '../../components/toaster.js';
import { textOf } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { texts } from './texts.js';

const reasoned = () => ({ label: textOf(texts, 'reason'), required: true, maxLength: UNIT_LIMITS.reason });

/** Switches a tenant off, with a reason, or on. Everything else stays as it is now, whatever the list showed. */
export const askSwitch = async ({ id, tenancyName, revision, isActive }: TenantRow): Promise<void> => {
  const verb = isActive ? 'off' : 'on';
  const done = await askAction({
    verb: textOf(texts, `${verb}Title`),
    sentence: textOf(texts, `${verb}Sentence`, { name: tenancyName }),
    intent: isActive ? 'danger' : 'primary',
    ...(isActive ? { reason: reasoned() } : {}),
    run: async (reason) => {
      const { tenancyName: _, ...now } = await call(readTenant, { query: { id } });
      return underOneKey(`switch tenant ${id} ${revision} ${reason}`, (idempotencyKey) =>
        call(updateTenant, { body: { ...now, isActive: !isActive, reason }, ifMatch: revision, idempotencyKey }),
      );
    },
  });
  if (done) succeed(textOf(texts, isActive ? 'switchedOff' : 'switchedOn'));
  await changed(getTenants);
};

export const askRemoval = async ({ id, tenancyName }: TenantRow): Promise<void> => {
  const done = await askAction({
    verb: textOf(texts, 'removeTitle'),
    sentence: textOf(texts, 'removeSentence', { name: tenancyName }),
    intent: 'danger',
    reason: reasoned(),
    run: (reason) =>
      underOneKey(`delete tenant ${id} ${reason}`, (idempotencyKey) =>
        call(deleteTenant, { query: { id, reason }, idempotencyKey }),
      ),
  });
  if (done) succeed(textOf(texts, 'removed'));
  await changed(getTenants);
};
