import { getAllowedActions, type ActionName } from '#contract';
import type { Client } from '../service/client.js';

/** The buttons of 000 section 4, client's and laboratory's; drafting samples and mail numbers stand beside them. */
export const STATE_ACTIONS: readonly ActionName[] = [
  'save',
  'submit',
  'reedit',
  'delete',
  'cancel',
  'sign',
  'notifyWitness',
  'print',
  'pass',
  'reject',
  'confirm',
  'return',
];

/** The ones that are allowed now. */
export const allowedActionsOf = async (client: Client, id: string): Promise<ActionName[]> => {
  const { actions } = await client.do(getAllowedActions, { query: { id } });
  return actions.filter(({ action, allowed }) => allowed && STATE_ACTIONS.includes(action)).map(({ action }) => action);
};

/** The text why an action is not allowed; null if it is. */
export const reasonWhyForbidden = async (
  client: Client,
  id: string,
  actionName: ActionName,
): Promise<string | null> => {
  const { actions } = await client.do(getAllowedActions, { query: { id } });
  return actions.find(({ action }) => action === actionName)?.reason?.message ?? null;
};
