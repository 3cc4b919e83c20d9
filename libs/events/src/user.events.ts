import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';
import { personal } from './personal.js';

/** Role keys (DECISIONS 30). The two Chinese names are contract: 000 section 6. */
export const ROLE = { client: '委托单位角色', lab: '检测单位角色', admin: 'admin', auditor: 'auditor', operator: 'operator' } as const;
export type Role = (typeof ROLE)[keyof typeof ROLE];

export const UserProfile = personal(z.object({ name: z.string(), phone: z.string(), email: z.string() }), 'self');

/** user-<id>. The password hash is in the vault, never here. unitType 1 testing unit, 2 consigning unit. */
export const userEvents = {
  UserRegistered: defineEvent(z.object({
    userName: z.string(),
    profile: UserProfile,
    roles: z.array(z.string()).min(1),
    unitId: z.string().nullable(),
    unitType: z.literal([1, 2]).nullable(),
    unitName: z.string(),
  })),
  UserDeactivated: defineEvent(z.object({})),
  UserActivated: defineEvent(z.object({})),
  UserRolesChanged: defineEvent(z.object({ roles: z.array(z.string()).min(1) })),
};
export type UserEvent = EventOf<typeof userEvents>;
