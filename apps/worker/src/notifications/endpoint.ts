import {
  actingAccounts,
  consigningUnit,
  load,
  sameId,
  testingUnit,
  unitManagers,
  user,
  users,
  webhook,
  webhooks,
  type UserRow,
  type WebhookRow,
} from '#domain';
import type { EventStore, Occasion, Position } from '#events';
import type { Asked } from './occasion.js';
import { untilKnown, type Reader, type Recipient } from './recipients.js';

/** Accounts of one unit that are looked at. */
const MOST = 1000;

/** What there is to tell of an endpoint that was disabled; null when the event is not found. */
export const toldOfEndpoint = async (
  { eventStore, views }: Reader,
  { occasionId, unit, webhookId }: Asked & { webhookId?: string | undefined },
): Promise<{ occasion: Occasion; unitId: string } | null> => {
  // Told once more, only the unit is known.
  const ids = webhookId === undefined ? await endpointsOf(views, unit?.unitId ?? '') : [webhookId];
  for (const id of ids) {
    const { state, past } = await load(eventStore, webhook, id);
    if (!state || !past.some((event) => event.id === occasionId)) continue;
    const { unitId, unitType, url } = state;
    const isLab = unitType === 1;
    const name = await nameOf(eventStore, unitId, unitType);
    return {
      occasion: {
        kind: 'endpointDisabled',
        consignmentId: '',
        consignType: null,
        consignCode: '',
        consignUnitId: isLab ? '' : unitId,
        consignUnitName: isLab ? '' : name,
        testUnitId: isLab ? unitId : '',
        testUnitName: isLab ? name : '',
        projectName: '',
        reportId: null,
        cause: url,
      },
      unitId,
    };
  }
  return null;
};

/** The unit managers, who alone can resume it. */
export const recipientsOfEndpoint = async (
  reader: Reader,
  unitId: string,
  position: Position,
): Promise<Recipient[]> => {
  await untilKnown(reader, position);
  const { eventStore, views } = reader;
  const { rows } = await views.find<UserRow>(users, {
    where: [{ column: 'unitId', eq: unitId }],
    sort: [{ column: 'position', direction: 'asc' }],
    limit: MOST,
  });
  const known = await Promise.all(
    rows.map(async ({ id }) => ({ id, state: (await load(eventStore, user, id)).state })),
  );
  const open = known.flatMap(({ id, state }) =>
    state?.active && sameId(state.unitId, unitId) ? [{ ...state, id }] : [],
  );
  const managers = actingAccounts(
    (await load(eventStore, unitManagers, unitId)).state,
    open.map(({ id }) => id),
  );
  return open.filter(({ id }) => managers.includes(id));
};

const endpointsOf = async (views: Reader['views'], unitId: string): Promise<string[]> =>
  (await views.find<WebhookRow>(webhooks, { where: [{ column: 'unitId', eq: unitId }] })).rows.map(({ id }) => id);

const nameOf = async (store: EventStore, unitId: string, unitType: 1 | 2): Promise<string> =>
  unitType === 1
    ? ((await load(store, testingUnit, unitId)).state?.testUnitName ?? '')
    : ((await load(store, consigningUnit, unitId)).state?.name ?? '');
