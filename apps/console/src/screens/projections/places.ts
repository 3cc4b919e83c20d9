export const PROJECTIONS = '/operations/projections';
