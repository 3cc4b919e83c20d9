export const TENANT_MANAGER = '/SystemManager/TenantManager';
