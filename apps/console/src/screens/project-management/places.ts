export const PROJECT_MANAGER = '/SystemManager/ProjectManager';
