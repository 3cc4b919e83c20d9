import { awaitsParameters, consignment, isForLaboratory, load, type OpenConsignment } from '#domain';
import {
  consignmentEvents,
  decode,
  type EventStore,
  type NotificationKind,
  type Occasion,
  type RecordedEvent,
} from '#events';
import type { Concerned } from './recipients.js';

/** An event that people are told of: `occasionId` is its id. */
export type Asked = {
  occasionId: string;
  kind: NotificationKind;
  consignmentId: string;
  reportId: string | null;
  /** The unit whose registration it is of. */
  unit?: { unitId: string; unitType: 1 | 2 } | undefined;
};

/** What is told, of whom it says, and who did it; `unitId` is the unit whose people are told. */
export type Told = { occasion: Occasion; unitId: string; concerned: Concerned; byUserId: string };

/** What there is to tell of an event; null when nothing is: the consignment is gone, or parameters are still open. */
export const toldOf = async (
  store: EventStore,
  { occasionId, kind, consignmentId, reportId }: Asked,
): Promise<Told | null> => {
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
