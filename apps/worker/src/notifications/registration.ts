import { consigningUnit, isOfRegistration, load, sameId, testingUnit, user, type Opening } from '#domain';
import {
  ROLE,
  type EventStore,
  type NotificationKind,
  type Occasion,
  type Position,
  type RecordedEvent,
} from '#events';
import type { Asked } from './occasion.js';
import { peopleOf, untilKnown, type Reader, type Recipient } from './recipients.js';

/** What is told of a registration; `unitId` is the unit that registered itself, `registrantId` who did it. */
type ToldOfRegistration = {
  occasion: Occasion;
  unitId: string;
  unitType: 1 | 2;
  registrantId: string;
  byUserId: string;
};

/**
 * What there is to tell of a registration, as the unit stood at that event: that it waits, that it was opened for the first time, or
 * that it was refused. Null for a unit that was switched on or off later.
 */
export const toldOfRegistration = async (
  store: EventStore,
  { occasionId, kind, unit }: Asked,
): Promise<ToldOfRegistration | null> => {
  if (!unit || !isOfRegistration(kind)) return null;
  const { unitId, unitType } = unit;
  const { past } = await at(store, unit);
  const event = past.find(({ id }) => id === occasionId);
  const [registered] = past;
  if (!event || !registered) return null;
  const { name, opening } = await at(store, unit, kind === 'unitRegistered' ? event.revision : event.revision - 1);
  if (!opening) return null;
  const isLab = unitType === 1;
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
  { unitId, unitType }: { unitId: string; unitType: 1 | 2 },
  to?: number,
): Promise<{ name: string; opening: Opening | undefined; past: readonly RecordedEvent[] }> => {
  if (unitType === 1) {
    const { state, past } = await load(store, testingUnit, unitId, to);
    return { name: state?.testUnitName ?? '', opening: state?.opening, past };
  }
  const { state, past } = await load(store, consigningUnit, unitId, to);
  return { name: state?.name ?? '', opening: state?.opening, past };
};

const reasonOf = ({ data }: RecordedEvent): string => (data as { reason?: string }).reason ?? '';

/** That a unit waits is told every administrator; what became of it the registrant, or everybody at the unit where that account is gone. */
export const recipientsOfRegistration = async (
  reader: Reader,
  kind: NotificationKind,
  { unitId, unitType, registrantId, byUserId }: ToldOfRegistration,
  position: Position,
): Promise<Recipient[]> => {
  await untilKnown(reader, position);
  if (kind === 'unitRegistered')
    return (await peopleOf(reader, null, ROLE.admin)).filter(({ id }) => !sameId(id, byUserId));
  const { state } = await load(reader.eventStore, user, registrantId);
  if (state?.active && sameId(state.unitId, unitId)) return [{ ...state, id: registrantId }];
  return peopleOf(reader, unitId, unitType === 1 ? ROLE.lab : ROLE.client);
};
