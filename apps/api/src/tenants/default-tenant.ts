/** Everybody's tenant: data is kept apart by unit (ADR-016). Its id is that of no record, so nobody can delete it. */
export const DEFAULT_TENANT = {
  id: '00000000-0000-5000-8000-000000000001',
  tenancyName: 'Default',
  name: 'Default',
} as const;
