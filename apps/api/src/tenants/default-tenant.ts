/**
 * The tenant of all users, because data is separated by unit (ADR-016). No record has its id, so it cannot be deleted.
 */
export const DEFAULT_TENANT = {
  id: '00000000-0000-5000-8000-000000000001',
  tenancyName: 'Default',
  name: 'Default',
} as const;
