const STORED = 'audit-open-next';

/** Whether the next waiting consignment opens after a verdict; on until the user switches it off. */
export const openNextAfterVerdict = {
  get: (): boolean => localStorage.getItem(STORED) !== 'off',
  set: (open: boolean): void => localStorage.setItem(STORED, open ? 'on' : 'off'),
};
