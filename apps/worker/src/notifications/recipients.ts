import { hasPendingParameters, consignment, type OpenConsignment } from '#domain/consignment';
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

/** At most this many people of one unit are notified. */
const MAX_RECIPIENTS = 1_000;
const VIEW_WAIT_MS = 5_000;

/**
 * Waits for the view of users, so that a person who has just joined is notified as well.
 * @throws ViewMissing; Error while the view lags
 */
const waitForUsersView = async ({ views }: RecipientSources, position: Position): Promise<void> => {
  if ((await views.checkpoint(users)) === null) throw new ViewMissing(users);
  if (!(await views.waitFor(users, position, VIEW_WAIT_MS))) throw new Error('The view of users has not caught up yet');
};

/** The active people of a unit with a role, as of their own streams; without a unit the staff of the platform. */
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
  const accounts = await Promise.all(
    rows.map(async ({ id }) => ({ id, state: (await load(eventStore, user, id)).state })),
  );
  return accounts.flatMap(({ id, state }) =>
    state?.active && sameId(state.unitId, unitId) && state.roles.includes(role) ? [{ ...state, id }] : [],
  );
};

/** The parts of a consignment that determine the recipients. `submittedBy`: who submitted it last. */
type ConsignmentParties = Pick<OpenConsignment, 'createdBy' | 'consignUnitId' | 'header'> & {
  submittedBy: string | null;
};

/**
 * The recipients of a notification (ADR-037). At the laboratory: everybody who may audit. At the consigning unit: the
 * people who created and submitted the consignment, and its contact; if none of them has an account any more, everybody
 * there. Never the person who caused the event.
 */
export const consignmentRecipients = async (
  sources: RecipientSources,
  kind: NotificationKind,
  { createdBy, submittedBy, consignUnitId, header }: ConsignmentParties,
  byUserId: string,
  position: Position,
): Promise<Recipient[]> => {
  await waitForUsersView(sources, position);
  const withoutActor = (people: Recipient[]): Recipient[] => people.filter(({ id }) => !sameId(id, byUserId));
  if (isForLaboratory(kind))
    return header.testUnitId === null ? [] : withoutActor(await activePeopleOf(sources, header.testUnitId, ROLE.lab));
  const people = withoutActor(await activePeopleOf(sources, consignUnitId, ROLE.client));
  const numbers = phoneNumbersIn(header.contact.phone);
  const isContact = ({ profile }: Recipient): boolean =>
    phoneNumbersIn(profile.phone).some((number) => numbers.includes(number));
  const directRecipients = people.filter(
    (person) => sameId(person.id, createdBy) || sameId(person.id, submittedBy) || isContact(person),
  );
  return directRecipients.length > 0 ? directRecipients : people;
};

/** The notification about a disabled endpoint; null if the event is not found. */
export const endpointNotification = async (
  { eventStore, views }: RecipientSources,
  { occasionId, unit, webhookId }: RecipientsQuery & { webhookId?: string | undefined },
): Promise<{ occasion: Occasion; unitId: string } | null> => {
  // For a repeated notification only the unit is known.
  const ids = webhookId === undefined ? await findEndpointIds(views, unit?.unitId ?? '') : [webhookId];
  for (const id of ids) {
    const { state, events } = await load(eventStore, webhook, id);
    if (!state || !events.some((event) => event.id === occasionId)) continue;
    const { unitId, unitType, url } = state;
    const isLab = unitType === UNIT_TYPE.laboratory;
    const name = await loadUnitName(eventStore, unitId, unitType);
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

/** The unit managers, because only they can resume the endpoint. */
export const endpointRecipients = async (
  sources: RecipientSources,
  unitId: string,
  position: Position,
): Promise<Recipient[]> => {
  await waitForUsersView(sources, position);
  const { eventStore, views } = sources;
  const { rows } = await views.find<UserRow>(users, {
    where: [{ column: 'unitId', eq: unitId }],
    sort: [{ column: 'position', direction: 'asc' }],
    limit: MAX_RECIPIENTS,
  });
  const accounts = await Promise.all(
    rows.map(async ({ id }) => ({ id, state: (await load(eventStore, user, id)).state })),
  );
  const activePeople = accounts.flatMap(({ id, state }) =>
    state?.active && sameId(state.unitId, unitId) ? [{ ...state, id }] : [],
  );
  const managers = effectiveUnitManagers(
    (await load(eventStore, unitManagers, unitId)).state,
    activePeople.map(({ id }) => id),
  );
  return activePeople.filter(({ id }) => managers.includes(id));
};

const findEndpointIds = async (views: RecipientSources['views'], unitId: string): Promise<string[]> =>
  (await views.find<WebhookRow>(webhooks, { where: [{ column: 'unitId', eq: unitId }] })).rows.map(({ id }) => id);

const loadUnitName = async (store: EventStore, unitId: string, unitType: UnitType): Promise<string> =>
  unitType === UNIT_TYPE.laboratory
    ? ((await load(store, testingUnit, unitId)).state?.testUnitName ?? '')
    : ((await load(store, consigningUnit, unitId)).state?.name ?? '');

/** An event that people are notified of; `occasionId` is its id. */
type RecipientsQuery = {
  occasionId: string;
  kind: NotificationKind;
  consignmentId: string;
  reportId: string | null;
  /** The unit whose registration the event is about. */
  unit?: { unitId: string; unitType: UnitType } | undefined;
};

/** What a notification says, whom it concerns and who caused it. `unitId` is the unit whose people are notified. */
export type NotificationContent = {
  occasion: Occasion;
  unitId: string;
  parties: ConsignmentParties;
  byUserId: string;
};

/**
 * The notification about an event of a consignment; null if the consignment is deleted or parameters are still missing.
 */
export const consignmentNotification = async (
  store: EventStore,
  { occasionId, kind, consignmentId, reportId }: RecipientsQuery,
): Promise<NotificationContent | null> => {
  const { state, events } = await load(store, consignment, consignmentId);
  if (state.phase !== 'open' || state.header.testUnitId === null) return null;
  const event = events.find(({ id }) => id === occasionId);
  if (kind === 'parametersCompleted' && !(event && (await completesParameters(store, consignmentId, event))))
    return null;
  const submittedBy = events.findLast(({ type }) => type === 'ConsignmentCommitted')?.metadata.by.userId ?? null;
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
    parties: { ...state, submittedBy },
    byUserId: event?.metadata.by.userId ?? '',
  };
};

/** The laboratory's reason for sending it back. */
const causeOf = (event: RecordedEvent): string => {
  const { type, data } = decode(consignmentEvents, event);
  return type === 'AuditRejected' || type === 'SampleReturned' ? data.remark : '';
};

/** Whether the last sample got its parameters by this save. Later changes by the laboratory are not notified. */
const completesParameters = async (
  store: EventStore,
  consignmentId: string,
  { revision }: RecordedEvent,
): Promise<boolean> => {
  const loadRevision = async (to: number): Promise<OpenConsignment | null> => {
    const { state } = await load(store, consignment, consignmentId, to);
    return state.phase === 'open' ? state : null;
  };
  const [previous, current] = [await loadRevision(revision - 1), await loadRevision(revision)];
  return (
    previous !== null &&
    current !== null &&
    previous.samples.some(hasPendingParameters) &&
    !current.samples.some(hasPendingParameters)
  );
};

/**
 * The notification about a registration. `unitId` is the unit that registered itself, `registrantId` the person who did
 * it.
 */
type RegistrationNotification = {
  occasion: Occasion;
  unitId: string;
  unitType: UnitType;
  registrantId: string;
  byUserId: string;
};

/**
 * The notification about a registration, as of its event: the unit waits for approval, was opened for the first time,
 * or was refused. Null if the unit was only switched on or off later.
 */
export const registrationNotification = async (
  store: EventStore,
  { occasionId, kind, unit }: RecipientsQuery,
): Promise<RegistrationNotification | null> => {
  if (!unit || !isOfRegistration(kind)) return null;
  const { unitId, unitType } = unit;
  const { events } = await loadUnit(store, unit);
  const event = events.find(({ id }) => id === occasionId);
  const [registration] = events;
  if (!event || !registration) return null;
  const { name, opening } = await loadUnit(
    store,
    unit,
    kind === 'unitRegistered' ? event.revision : event.revision - 1,
  );
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
    registrantId: registration.metadata.by.userId,
    byUserId: event.metadata.by.userId,
  };
};

const loadUnit = async (
  store: EventStore,
  { unitId, unitType }: { unitId: string; unitType: UnitType },
  to?: number,
): Promise<{ name: string; opening: Opening | undefined; events: readonly RecordedEvent[] }> => {
  if (unitType === UNIT_TYPE.laboratory) {
    const { state, events } = await load(store, testingUnit, unitId, to);
    return { name: state?.testUnitName ?? '', opening: state?.opening, events };
  }
  const { state, events } = await load(store, consigningUnit, unitId, to);
  return { name: state?.name ?? '', opening: state?.opening, events };
};

const reasonOf = ({ data }: RecordedEvent): string => (data as { reason?: string }).reason ?? '';

/**
 * All administrators are notified of a unit that waits. The decision is notified to the registrant, or to everybody at
 * the unit if that account is closed.
 */
export const registrationRecipients = async (
  sources: RecipientSources,
  kind: NotificationKind,
  { unitId, unitType, registrantId, byUserId }: RegistrationNotification,
  position: Position,
): Promise<Recipient[]> => {
  await waitForUsersView(sources, position);
  if (kind === 'unitRegistered')
    return (await activePeopleOf(sources, null, ROLE.admin)).filter(({ id }) => !sameId(id, byUserId));
  const { state } = await load(sources.eventStore, user, registrantId);
  if (state?.active && sameId(state.unitId, unitId)) return [{ ...state, id: registrantId }];
  return activePeopleOf(sources, unitId, unitType === UNIT_TYPE.laboratory ? ROLE.lab : ROLE.client);
};
