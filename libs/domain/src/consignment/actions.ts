/** Everything somebody may want to do with a consignment, in the order menus show it. */
export const ACTIONS = [
  'save', 'submit', 'reedit', 'delete', 'cancel', 'sign', 'notifyWitness', 'print', 'copy',
  'addSample', 'copySample', 'removeSample', 'attach', 'setMailNumber',
  'pass', 'reject', 'confirm', 'return', 'completeParameters', 'setActualFee', 'setBill', 'enterLaterStage',
] as const;
export type ActionName = (typeof ACTIONS)[number];
