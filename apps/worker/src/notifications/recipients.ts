import { awaitsParameters, consignment, type OpenConsignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { webhook, type WebhookRow, webhooks } from '#domain/lab-systems';
import { isForLaboratory, isOfRegistration } from '#domain/notifications';
import { sameId } from '#domain/rules';
import { phoneNumbersIn } from '#domain/text';
import { consigningUnit, type Opening, testingUnit } from '#domain/units';
import { effectiveUnitManagers, unitManagers, user, type User, type UserRow, users } from '#domain/users';
import { type Engines, ViewMissing } from '#engines';
import {
  consignmentEvents,
  decode,
  type EventStore,
  type NotificationKind,
  type Occasion,
  type Position,
  type RecordedEvent,
  ROLE,
  UNIT_TYPE,
  type UnitType,
} from '#events';

type RecipientSources = Pick<Engines, 'eventStore' | 'views'>;
type Recipient = User & { id: string };

/** More people of one unit than this are not told by themselves. */
const MAX_RECIPIENTS = 1000;
const VIEW_WAIT_MS = 5000;

/**
 * Where the view of users must stand: somebody who has just joined is told as well. @throws ViewMissing, Error while it
 * lags behind
 */
const waitForUsersView = async ({ views }: RecipientSources, position: Position): Promise<void> => {
  if ((await views.checkpoint(users)) === null) throw new ViewMissing(users);
  if (!(await views.waitFor(users, position, VIEW_WAIT_MS))) throw new Error('The view of users has not caught up yet');
};

/** The active people of a unit who have a role, as their own streams say now; without a unit the platform's staff. */
const activePeopleOf = async (
  { eventStore, views }: RecipientSources,
  unitId: string | null,
  role: string,
): Promise<Recipient[]> => {
  const { rows } = await views.find<UserRow>(users, {
    where: [
      { column: 'unitId', eq: unitId },
      { column: 'isActive', eq: 1 },
    ],
    limit: MAX_RECIPIENTS,
  });
  const loaded = await Promise.all(
    rows.map(async ({ id }) => ({ id, state: (await load(eventStore, user, id)).state })),
  );
  return loaded.flatMap(({ id, state }) =>
    state?.active && sameId(state.unitId, unitId) && state.roles.includes(role) ? [{ ...state, id }] : [],
  );
};

/** What of a consignment says whom it concerns. `submittedBy`: who submitted it last. */
type ConsignmentParties = Pick<OpenConsignment, 'createdBy' | 'consignUnitId' | 'header'> & {
  submittedBy: string | null;
};

/**
 * Whom an event is told (ADR-037). At the laboratory: everybody who may audit. At the consigning unit: who made the
 * consignment, who submitted it, and the person it names as contact; when none of them has an account any more,
 * everybody there. Never who did it.
 */
export const recipientsOf = async (
  reader: RecipientSources,
  kind: NotificationKind,
  { createdBy, submittedBy, consignUnitId, header }: ConsignmentParties,
  byUserId: string,
  position: Position,
): Promise<Recipient[]> => {
  await waitForUsersView(reader, position);
  const others = (people: Recipient[]): Recipient[] => people.filter(({ id }) => !sameId(id, byUserId));
  if (isForLaboratory(kind))
    return header.testUnitId === null ? [] : others(await activePeopleOf(reader, header.testUnitId, ROLE.lab));
  const people = others(await activePeopleOf(reader, consignUnitId, ROLE.client));
  const numbers = phoneNumbersIn(header.contact.phone);
  const isContact = ({ profile }: Recipient): boolean =>
    phoneNumbersIn(profile.phone).some((number) => numbers.includes(number));
  const concerned = people.filter((one) => sameId(one.id, createdBy) || sameId(one.id, submittedBy) || isContact(one));
  return concerned.length > 0 ? concerned : people;
};

/** What there is to tell of an endpoint that was disabled; null when the event is not found. */
export const endpointNotification = async (
  { eventStore, views }: RecipientSources,
  { occasionId, unit, webhookId }: RecipientsQuery & { webhookId?: string | undefined },
): Promise<{ occasion: Occasion; unitId: string } | null> => {
  // Told once more, only the unit is known.
  const ids = webhookId === undefined ? await endpointsOf(views, unit?.unitId ?? '') : [webhookId];
  for (const id of ids) {
    const { state, past } = await load(eventStore, webhook, id);
    if (!state || !past.some((event) => event.id === occasionId)) continue;
    const { unitId, unitType, url } = state;
    const isLab = unitType === UNIT_TYPE.laboratory;
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
export const endpointRecipients = async (
  reader: RecipientSources,
  unitId: string,
  position: Position,
): Promise<Recipient[]> => {
  await waitForUsersView(reader, position);
  const { eventStore, views } = reader;
  const { rows } = await views.find<UserRow>(users, {
    where: [{ column: 'unitId', eq: unitId }],
    sort: [{ column: 'position', direction: 'asc' }],
    limit: MAX_RECIPIENTS,
  });
  const loaded = await Promise.all(
    rows.map(async ({ id }) => ({ id, state: (await load(eventStore, user, id)).state })),
  );
  const open = loaded.flatMap(({ id, state }) =>
    state?.active && sameId(state.unitId, unitId) ? [{ ...state, id }] : [],
  );
  const managers = effectiveUnitManagers(
    (await load(eventStore, unitManagers, unitId)).state,
    open.map(({ id }) => id),
  );
  return open.filter(({ id }) => managers.includes(id));
};

const endpointsOf = async (views: RecipientSources['views'], unitId: string): Promise<string[]> =>
  (await views.find<WebhookRow>(webhooks, { where: [{ column: 'unitId', eq: unitId }] })).rows.map(({ id }) => id);

const nameOf = async (store: EventStore, unitId: string, unitType: UnitType): Promise<string> =>
  unitType === UNIT_TYPE.laboratory
    ? ((await load(store, testingUnit, unitId)).state?.testUnitName ?? '')
    : ((await load(store, consigningUnit, unitId)).state?.name ?? '');

/** An event that people are told of: `occasionId` is its id. */
type RecipientsQuery = {
  occasionId: string;
  kind: NotificationKind;
  consignmentId: string;
  reportId: string | null;
  /** The unit whose registration it is of. */
  unit?: { unitId: string; unitType: UnitType } | undefined;
};

/** What is told, of whom it says, and who did it; `unitId` is the unit whose people are told. */
export type NotificationContent = {
  occasion: Occasion;
  unitId: string;
  concerned: ConsignmentParties;
  byUserId: string;
};

/** What there is to tell of an event; null when nothing is: the consignment is gone, or parameters are still open. */
export const consignmentNotification = async (
  store: EventStore,
  { occasionId, kind, consignmentId, reportId }: RecipientsQuery,
): Promise<NotificationContent | null> => {
  const { state, past } = await load(store, consignment, consignmentId);
  if (state.phase !== 'open' || state.header.testUnitId === null) return null;
  const event = past.find(({ id }) => id === occasionId);
  if (kind === 'parametersCompleted' && !(event && (await completesParameters(store, consignmentId, event))))
    return null;
  const submittedBy = past.findLast(({ type }) => type === 'ConsignmentCommitted')?.metadata.by.userId ?? null;
  const { consignType, consignCode, consignUnitId, consignUnitName, header } = state;
  const { testUnitId, testUnitName, projectName } = header;
  const occasion = {
    kind,
    consignmentId,
    consignType,
    consignCode,
    consignUnitId,
    consignUnitName,
    testUnitId: state.header.testUnitId,
    testUnitName,
    projectName,
    reportId,
    cause: event ? causeOf(event) : '',
  };
  return {
    occasion,
    unitId: isForLaboratory(kind) ? (testUnitId ?? '') : consignUnitId,
    concerned: { ...state, submittedBy },
    byUserId: event?.metadata.by.userId ?? '',
  };
};

/** Why it came back, in the laboratory's words. */
const causeOf = (event: RecordedEvent): string => {
  const { type, data } = decode(consignmentEvents, event);
  return type === 'AuditRejected' || type === 'SampleReturned' ? data.remark : '';
};

/** The save with which the last sample got its parameters; what the laboratory changes afterwards is no news. */
const completesParameters = async (
  store: EventStore,
  consignmentId: string,
  { revision }: RecordedEvent,
): Promise<boolean> => {
  const at = async (to: number): Promise<OpenConsignment | null> => {
    const { state } = await load(store, consignment, consignmentId, to);
    return state.phase === 'open' ? state : null;
  };
  const [before, after] = [await at(revision - 1), await at(revision)];
  return (
    before !== null && after !== null && before.samples.some(awaitsParameters) && !after.samples.some(awaitsParameters)
  );
};

/** What is told of a registration; `unitId` is the unit that registered itself, `registrantId` who did it. */
type RegistrationNotification = {
  occasion: Occasion;
  unitId: string;
  unitType: UnitType;
  registrantId: string;
  byUserId: string;
};

/**
 * What there is to tell of a registration, as the unit stood at that event: that it waits, that it was opened for the
 * first time, or that it was refused. Null for a unit that was switched on or off later.
 */
export const registrationNotification = async (
  store: EventStore,
  { occasionId, kind, unit }: RecipientsQuery,
): Promise<RegistrationNotification | null> => {
  if (!unit || !isOfRegistration(kind)) return null;
  const { unitId, unitType } = unit;
  const { past } = await at(store, unit);
  const event = past.find(({ id }) => id === occasionId);
  const [registered] = past;
  if (!event || !registered) return null;
  const { name, opening } = await at(store, unit, kind === 'unitRegistered' ? event.revision : event.revision - 1);
  if (!opening) return null;
  const isLab = unitType === UNIT_TYPE.laboratory;
  return {
    occasion: {
      kind,
      consignmentId: '',
      consignType: null,
      consignCode: '',
      consignUnitId: isLab ? '' : unitId,
      consignUnitName: isLab ? '' : name,
      testUnitId: isLab ? unitId : '',
      testUnitName: isLab ? name : '',
      projectName: '',
      reportId: null,
      cause: kind === 'unitRefused' ? reasonOf(event) : '',
    },
    unitId,
    unitType,
    registrantId: registered.metadata.by.userId,
    byUserId: event.metadata.by.userId,
  };
};

const at = async (
  store: EventStore,
  { unitId, unitType }: { unitId: string; unitType: UnitType },
  to?: number,
): Promise<{ name: string; opening: Opening | undefined; past: readonly RecordedEvent[] }> => {
  if (unitType === UNIT_TYPE.laboratory) {
    const { state, past } = await load(store, testingUnit, unitId, to);
    return { name: state?.testUnitName ?? '', opening: state?.opening, past };
  }
  const { state, past } = await load(store, consigningUnit, unitId, to);
  return { name: state?.name ?? '', opening: state?.opening, past };
};

const reasonOf = ({ data }: RecordedEvent): string => (data as { reason?: string }).reason ?? '';

/**
 * That a unit waits is told every administrator; what became of it the registrant, or everybody at the unit where that
 * account is gone.
 */
export const registrationRecipients = async (
  reader: RecipientSources,
  kind: NotificationKind,
  { unitId, unitType, registrantId, byUserId }: RegistrationNotification,
  position: Position,
): Promise<Recipient[]> => {
  await waitForUsersView(reader, position);
  if (kind === 'unitRegistered')
    return (await activePeopleOf(reader, null, ROLE.admin)).filter(({ id }) => !sameId(id, byUserId));
  const { state } = await load(reader.eventStore, user, registrantId);
  if (state?.active && sameId(state.unitId, unitId)) return [{ ...state, id: registrantId }];
  return activePeopleOf(reader, unitId, unitType === UNIT_TYPE.laboratory ? ROLE.lab : ROLE.client);
};
