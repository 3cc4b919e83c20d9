import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/** A role that the administrator made; `permissions` are names of permissions of libs/contract. The built-in ones stand in user.events.ts. */
export const CustomRole = z.object({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  permissions: z.array(z.string()),
});
export type CustomRole = z.infer<typeof CustomRole>;

/** role-<v5 of its name in lower case>, so that a name exists once. What takes rights away says why. */
export const roleEvents = {
  RoleCreated: defineEvent(CustomRole),
  RoleChanged: defineEvent(CustomRole.extend({ reason: z.string() })),
  RoleDeleted: defineEvent(z.object({ reason: z.string() })),
};
export type RoleEvent = EventOf<typeof roleEvents>;
