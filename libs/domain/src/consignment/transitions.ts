import type { ConsignStatus } from '#events';
import type { ActionName } from './actions.js';

/** Whose action it is: the consigning unit that owns the consignment, or the testing unit it is addressed to. */
export type Party = 'client' | 'lab';

/** Where an action leads: a status, nowhere, out of sight (deleted), or to the stage the command names. */
export type Target = ConsignStatus | 'stays' | 'gone' | 'chosen';

type Transition = { by: Party; from: Readonly<Partial<Record<ConsignStatus, Target>>> };

/** The specification shows no target for these three; 000.md 2, 3, 4 and ADR-010 choose them. */
export const CHOSEN_TARGETS = { cancel: 50, return: 90, sign: 60 } as const satisfies Record<string, ConsignStatus>;

const everywhere = [10, 20, 30, 40, 50, 60, 70, 80, 90] as const;

const from = <From extends ConsignStatus>(statuses: readonly From[], target: Target): Transition['from'] =>
  Object.fromEntries(statuses.map((status) => [status, target]));

/** What may be done in which status, by whom, and where it leads (000 section 4): decide, the offered actions and the console read this one table. */
export const transitions: Readonly<Record<ActionName, Transition>> = {
  save: { by: 'client', from: { ...from([10, 40, 70, 90], 'stays'), 50: 10 } },
  submit: { by: 'client', from: from([10, 40, 70, 90], 20) },
  reedit: { by: 'client', from: { 50: 10 } },
  delete: { by: 'client', from: { 50: 'gone' } },
  cancel: { by: 'client', from: from([10, 20, 30, 40, 80, 90], CHOSEN_TARGETS.cancel) },
  sign: { by: 'client', from: { 80: CHOSEN_TARGETS.sign } },
  notifyWitness: { by: 'client', from: { 60: 'stays' } },
  print: { by: 'client', from: { 60: 'stays' } },
  copy: { by: 'client', from: from(everywhere, 'stays') },
  addSample: { by: 'client', from: from([10, 40, 50, 70, 90], 'stays') },
  copySample: { by: 'client', from: from([10, 40, 50, 70, 90], 'stays') },
  removeSample: { by: 'client', from: from([10, 40, 50, 70, 90], 'stays') },
  attach: { by: 'client', from: from([10, 40, 50, 70, 90], 'stays') },
  setMailNumber: { by: 'client', from: from([10, 20, 30, 40, 70, 90], 'stays') },

  pass: { by: 'lab', from: { 20: 30 } },
  reject: { by: 'lab', from: { 20: 40 } },
  confirm: { by: 'lab', from: { 30: 60 } },
  return: { by: 'lab', from: { 30: CHOSEN_TARGETS.return } },
  completeParameters: { by: 'lab', from: { 20: 'stays' } },
  setActualFee: { by: 'lab', from: from([60, 70, 80], 'stays') },
  setBill: { by: 'lab', from: from([60, 70, 80], 'stays') },
  enterLaterStage: { by: 'lab', from: from([60, 70, 80], 'chosen') },
};

export const targetOf = (action: ActionName, status: ConsignStatus): Target | null =>
  transitions[action].from[status] ?? null;

/** The client may change the form: 10, 40, 50, 70, 90 (CL-015). In every other status it counts as already submitted (CL-023). */
export const isEditable = (status: ConsignStatus): boolean => targetOf('save', status) !== null;

/**
 * The status after an action whose target the table knows.
 * @throws Error when the action is not allowed there or the command chooses the target: the caller did not ask first.
 */
export const statusAfter = (action: ActionName, status: ConsignStatus): ConsignStatus => {
  const target = targetOf(action, status);
  if (target === 'stays') return status;
  if (typeof target === 'number') return target;
  throw new Error(`${action} leads from ${status} to no status of its own`);
};
