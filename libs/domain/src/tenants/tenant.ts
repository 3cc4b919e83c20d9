import { type Tenant, type TenantEvent, tenantEvents } from '#events';
import type { Aggregate } from '../handle.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';

export type TenantCommand = { type: 'CreateTenant'; tenant: Tenant } | { type: 'ChangeTenant'; tenant: Omit<Tenant, 'tenancyName'> } | { type: 'DeleteTenant'; reason: string };

const NAME = /^[A-Za-z][A-Za-z0-9_-]{1,63}$/;
const REASON_MAX = 200;

/** tenant-<v5 of its name>; null before it was created and after it was deleted. @throws RuleBroken RECORD_EXISTS, NO_SUCH_TENANT, TENANCY_NAME_INVALID, REASON_REQUIRED (002 US-014). */
export const tenant: Aggregate<typeof tenantEvents, TenantCommand, Tenant | null> = {
  category: 'tenant',
  events: tenantEvents,
  decider: {
    initialState: null,
    decide(command, state): TenantEvent[] {
      if (command.type === 'CreateTenant') {
        refuseIf(state && problem('RECORD_EXISTS', {}, 'tenancyName'));
        refuseIf(NAME.test(command.tenant.tenancyName) ? null : problem('TENANCY_NAME_INVALID', {}, 'tenancyName'));
        return [{ type: 'TenantCreated', data: command.tenant }];
      }
      if (!state) throw new RuleBroken(problem('NO_SUCH_TENANT'));
      switch (command.type) {
        case 'ChangeTenant': {
          const after = { ...command.tenant, tenancyName: state.tenancyName };
          return sameFacts(after, state) ? [] : [{ type: 'TenantChanged', data: after }];
        }
        case 'DeleteTenant': {
          const reason = command.reason.trim();
          refuseIf(reason === '' ? problem('REASON_REQUIRED', {}, 'reason') : null);
          refuseIf(reason.length > REASON_MAX ? problem('TEXT_TOO_LONG', { max: REASON_MAX }, 'reason') : null);
          return [{ type: 'TenantDeleted', data: { reason } }];
        }
      }
    },
    evolve: (_state, event) => (event.type === 'TenantDeleted' ? null : event.data),
  },
};
