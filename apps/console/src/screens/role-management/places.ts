export const ROLE_MANAGER = '/SystemManager/RoleManager';
