import {
  type ConsignmentEvent,
  consignmentEvents,
  type ConsignStatus,
  decode,
  type ExtraField,
  type RecordedEvent,
  type Sample,
  type SampleProperty,
  type Witness,
  CONSIGN_STATUS,
} from '#events';
import { totalFee } from '../sample/pricing.js';
import { feesOf } from '../sample/raw-materials.js';
import { phoneNumbersIn } from '../text/text.js';
import { evolve } from './consignment.js';
import { extraFieldLabel } from './header-problems.js';
import {
  type ChangedPart,
  type Field,
  HEADER,
  type HistoryLabel,
  WITNESS_LABELS,
  PARAMETER,
  parameterText,
  type PersonFormat,
  PROGRESS,
  SAMPLE,
  SAMPLE_FEE,
  SIGNATURE,
  type ValueKind,
} from './history-fields.js';
import type { Consignment, ConsignmentFacts } from './state.js';

type ExistingConsignment = Exclude<Consignment, { phase: 'absent' }>;

/** One event of a consignment with the states before and after it. `before` is null for the first event. */
export type HistoryRevision = {
  recorded: RecordedEvent;
  event: ConsignmentEvent;
  before: ExistingConsignment | null;
  after: ExistingConsignment;
};

/**
 * The history of a consignment, one entry for each event, oldest first. The states share unchanged parts. `events` is
 * the whole stream.
 */
export const toRevisions = (events: readonly RecordedEvent[]): HistoryRevision[] => {
  const revisions: HistoryRevision[] = [];
  let state: Consignment = { phase: 'absent' };
  for (const recorded of events) {
    const event: ConsignmentEvent = decode(consignmentEvents, recorded);
    const before: ExistingConsignment | null = state.phase === 'absent' ? null : state;
    const after: Consignment = evolve(state, event);
    if (after.phase !== 'absent') revisions.push({ recorded, event, before, after });
    state = after;
  }
  return revisions;
};

/**
 * The revision of the first submission, where a laboratory's history begins; null if there is none. Earlier edits are
 * visible to the client only (ADR-026).
 */
export const firstSubmission = (revisions: readonly HistoryRevision[]): number | null =>
  revisions.find(({ event }) => event.type === 'ConsignmentCommitted')?.recorded.revision ?? null;

/** Whether the consignment went back to the client with a reason: rejected, returned, or a correction requested. */
export const isSentBack = ({ event }: HistoryRevision): boolean =>
  event.type === 'AuditRejected' ||
  event.type === 'SampleReturned' ||
  (event.type === 'LaterStageEntered' && event.data.toStatus === CONSIGN_STATUS.awaitingCorrection);

const CORRECTION_EVENTS: ReadonlySet<ConsignmentEvent['type']> = new Set([
  'ConsignmentSaved',
  'SampleAdded',
  'SampleSaved',
  'SampleRemoved',
  'AttachmentAdded',
  'AttachmentRemoved',
  'ConsignmentCommitted',
  'ConsignmentReopened',
]);

/**
 * The rejection that a revision responds to: its reason was on the consignment when the client edited or submitted it
 * again.
 */
export const findAnsweredRejection = (
  revisions: readonly HistoryRevision[],
  revision: HistoryRevision,
): HistoryRevision | null => {
  if (!revision.before?.rollbackCause || !CORRECTION_EVENTS.has(revision.event.type)) return null;
  return (
    revisions.findLast(
      (candidate) => candidate.recorded.revision < revision.recorded.revision && isSentBack(candidate),
    ) ?? null
  );
};

/** Whether a save changed only witnesses. Such a save is named after them. */
export const isAboutWitnesses = ({ event }: HistoryRevision, changes: readonly HistoryChange[]): boolean =>
  event.type === 'ConsignmentSaved' && changes.length > 0 && changes.every(({ label }) => WITNESS_LABELS.has(label));

type EventType = ConsignmentEvent['type'];

/**
 * The facts of one event, apart from the changed fields. `about` names its objects (samples, a file, a unit, a number,
 * or an amount in yuan), `count` is their number if they have no names, `remark` is the entered text, `signType` is the
 * kind of signature. No persons are named.
 */
export type EventFacts = {
  type: EventType;
  about: string[];
  count: number | null;
  remark: string;
  signType: number | null;
  toStatus: ConsignStatus | null;
};

export const CONSIGNMENT_EVENT_TYPES = Object.keys(consignmentEvents) as [EventType, ...EventType[]];

export const isConsignmentEvent = (type: string): type is EventType => Object.hasOwn(consignmentEvents, type);

/**
 * The facts of an event whose content may be masked or missing; without content only the type remains. `before` is the
 * consignment before the event; it provides the names for ids in the event. Returns null for a type of another stream.
 */
export const eventFacts = (
  { type, data }: { type: string; data: unknown },
  before?: ConsignmentFacts,
): EventFacts | null => {
  if (!isConsignmentEvent(type)) return null;
  const parsed = consignmentEvents[type].schema.safeParse(data);
  const emptyFacts: EventFacts = { type, about: [], count: null, remark: '', signType: null, toStatus: null };
  if (!parsed.success) return emptyFacts;
  const event = { type, data: parsed.data } as ConsignmentEvent;
  return {
    ...emptyFacts,
    ...('toStatus' in event.data ? { toStatus: event.data.toStatus } : {}),
    ...eventFactsOf(event, before),
  };
};

const eventFactsOf = ({ type, data }: ConsignmentEvent, before?: ConsignmentFacts): Partial<EventFacts> => {
  switch (type) {
    case 'ConsignmentCreated':
    case 'ConsignmentCopied':
    case 'ConsignmentSaved':
    case 'ConsignmentReopened':
      return {};
    case 'TestingUnitChanged':
      return { about: toNames(data.header.testUnitName) };
    case 'SampleAdded':
    case 'SampleSaved':
      return { about: toNames(data.sample.testUnitSampleName) };
    case 'SampleRemoved':
      return {
        about:
          before?.samples
            .filter(({ id }) => data.sampleIds.includes(id))
            .map(({ testUnitSampleName }) => testUnitSampleName) ?? [],
        count: data.sampleIds.length,
      };
    case 'ConsignmentCommitted':
    case 'ConsignmentCancelled':
    case 'ConsignmentDeleted':
    case 'LaterStageEntered':
      return { remark: data.description };
    case 'UntouchedDraftDropped':
      return { remark: data.reason };
    case 'AuditPassed':
    case 'AuditRejected':
    case 'SampleConfirmed':
    case 'SampleReturned':
      return { remark: data.remark };
    case 'MailNumberSet':
      return { about: toNames(data.mailOrderNumber) };
    case 'WitnessNotified':
      return { count: data.signatureIds.length };
    case 'SignatureRequested':
      return { count: data.entries.length };
    case 'ConsignmentSigned':
      return { signType: data.signType };
    case 'ActualFeeSet':
      return { about: toNames(data.actFee) };
    case 'BillGenerated':
      return { about: toNames(data.billFile) };
    case 'BillStored':
      return { about: toNames(data.billFile) };
    case 'LabConsignmentIdSet':
      return { about: toNames(data.limsConsignId) };
    case 'AttachmentAdded':
      return { about: toNames(data.attachment.name) };
    case 'AttachmentRemoved':
      return {
        about: before?.attachments.filter(({ id }) => id === data.attachmentId).map(({ name }) => name) ?? [],
        count: 1,
      };
  }
};

const toNames = (name: string): string[] => (name === '' ? [] : [name]);

/**
 * One field that differs. `about` names the item if several have the same label (a parameter, an extra field). `old`
 * and `new` are the stored values, null for none; `how` distinguishes an added or removed entry from a changed field.
 */
export type HistoryChange = {
  path: string;
  of: ChangedPart;
  label: HistoryLabel;
  about: string;
  kind: ValueKind;
  how: 'added' | 'removed' | 'changed';
  old: string | null;
  new: string | null;
};

const UNFORMATTED: PersonFormat = { name: (text) => text, phone: (text) => text };

/**
 * The differences between two states of a consignment, field by field. Samples, parameters, files and persons are
 * matched by id (persons by the digits of their phone), never by place. Ids, hashes and entry times are not fields,
 * because they change together with their item.
 */
export const historyDifference = (
  before: ExistingConsignment,
  after: ExistingConsignment,
  persons: PersonFormat = UNFORMATTED,
): HistoryChange[] => [
  ...compareFields(PROGRESS, before, after, { of: { part: 'progress' } }),
  ...headerChanges(before, after, persons),
  ...sampleChanges(before.samples, after.samples, persons),
  ...compareEntries(before.attachments, after.attachments, {
    of: { part: 'attachments' },
    path: 'attachments',
    label: 'attachment',
    keyOf: ({ id }) => id,
    textOf: ({ name }) => name,
  }),
  ...signatureChanges(before, after),
  ...totalChanges(before, after),
];

type Place = { of: ChangedPart; path?: string; about?: string; persons?: PersonFormat };
const joinPath = (path: string | undefined, name: string): string => (path === undefined ? name : `${path}.${name}`);
const orNull = (value: string): string | null => (value === '' ? null : value);

const compareFields = <Of>(
  fields: readonly Field<Of>[],
  before: Of,
  after: Of,
  { of, path, about = '', persons = UNFORMATTED }: Place,
): HistoryChange[] => {
  if (before === after) return [];
  return fields.flatMap(({ path: name, label, kind, value, format }): HistoryChange[] => {
    const [previous, current] = [value(before), value(after)];
    const displayText = (text: string) => orNull(format && text !== '' ? format(text, persons) : text);
    return previous === current
      ? []
      : [
          {
            path: joinPath(path, name),
            of,
            label,
            about,
            kind,
            how: 'changed',
            old: displayText(previous),
            new: displayText(current),
          },
        ];
  });
};

type Entries<Entry> = {
  of: ChangedPart;
  path: string;
  label: HistoryLabel;
  keyOf(entry: Entry): string;
  textOf(entry: Entry): string;
  aboutOf?(entry: Entry): string;
  /** Compares an entry that is in both states; without it, the texts are compared. */
  compare?(before: Entry, after: Entry, path: string): HistoryChange[];
  isSame?(before: Entry, after: Entry): boolean;
};

const compareEntries = <Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  { of, path, label, keyOf, textOf, aboutOf = () => '', compare, isSame }: Entries<Entry>,
): HistoryChange[] => {
  if (before === after) return [];
  const previousByKey = new Map(before.map((entry) => [keyOf(entry), entry]));
  const remaining = new Set(after.map(keyOf));
  const change = (
    entry: Entry,
    how: HistoryChange['how'],
    oldText: string | null,
    newText: string | null,
  ): HistoryChange => ({
    path: `${path}.${keyOf(entry)}`,
    of,
    label,
    about: aboutOf(entry),
    kind: 'text',
    how,
    old: oldText,
    new: newText,
  });
  return [
    ...before
      .filter((entry) => !remaining.has(keyOf(entry)))
      .map((entry) => change(entry, 'removed', textOf(entry), null)),
    ...after.flatMap((entry): HistoryChange[] => {
      const previous = previousByKey.get(keyOf(entry));
      if (previous === undefined) return [change(entry, 'added', null, textOf(entry))];
      if (compare) return compare(previous, entry, `${path}.${keyOf(entry)}`);
      return (isSame?.(previous, entry) ?? textOf(previous) === textOf(entry))
        ? []
        : [change(entry, 'changed', orNull(textOf(previous)), orNull(textOf(entry)))];
    }),
  ];
};

const headerChanges = (
  { header: before }: ConsignmentFacts,
  { header: after }: ConsignmentFacts,
  persons: PersonFormat,
): HistoryChange[] => {
  const of = { part: 'basic' } as const;
  const witnesses = {
    of,
    keyOf: ({ phone, name }: Witness) => phoneNumbersIn(phone)[0] ?? (phone || name),
    textOf: ({ name, cardNo, phone }: Witness) =>
      [persons.name(name), persons.name(cardNo), persons.phone(phone)].filter(Boolean).join('　'),
    isSame: (left: Witness, right: Witness) =>
      left.name === right.name && left.cardNo === right.cardNo && isSamePhone(left.phone, right.phone),
  };
  return [
    ...compareFields(HEADER, before, after, { of, persons }),
    ...withPlacePaths(
      compareEntries(before.ownerWitnesses, after.ownerWitnesses, {
        ...witnesses,
        path: 'ownerWitnesses',
        label: 'ownerWitness',
      }),
    ),
    ...withPlacePaths(
      compareEntries(before.supervisionWitnesses, after.supervisionWitnesses, {
        ...witnesses,
        path: 'supervisionWitnesses',
        label: 'supervisionWitness',
      }),
    ),
    ...filledFieldChanges(before.extraFields, after.extraFields, {
      of,
      path: 'extraFields',
      label: 'extraField',
      keyOf: ({ sourcePropertyId, id }: ExtraField) => sourcePropertyId || id,
      textOf: ({ value }: ExtraField) => value,
      aboutOf: extraFieldLabel,
    }),
  ];
};

/** Whether two spellings are the same telephone number. Texts with several numbers are compared number by number. */
const isSamePhone = (left: string, right: string): boolean =>
  left === right || (left !== '' && right !== '' && phoneNumbersIn(left).join() === phoneNumbersIn(right).join());

/** Replaces the phone number in the path, which is the key of an entry, by the place of the change. */
const withPlacePaths = (changes: HistoryChange[]): HistoryChange[] =>
  changes.map((change, index) => ({ ...change, path: `${change.path.slice(0, change.path.indexOf('.'))}.${index}` }));

/**
 * Fields that a unit or the catalogue defines. An added or removed empty field is ignored, and a filled field counts as
 * changed.
 */
const filledFieldChanges = <Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  entries: Entries<Entry>,
): HistoryChange[] =>
  compareEntries(before, after, entries)
    .filter(({ old, new: newText }) => (old ?? '') !== (newText ?? ''))
    .map((change) => ({ ...change, how: 'changed' }));

const sampleChanges = (before: readonly Sample[], after: readonly Sample[], persons: PersonFormat): HistoryChange[] => {
  if (before === after) return [];
  const partOf = (sample: Sample, samples: readonly Sample[]): ChangedPart => ({
    part: 'sample',
    id: sample.id,
    name: sample.testUnitSampleName,
    place: samples.indexOf(sample) + 1,
  });
  const sampleChange = (sample: Sample, samples: readonly Sample[], how: 'added' | 'removed'): HistoryChange => {
    const parameters = sample.parameters.map(({ tuTestParamName }) => tuTestParamName).join('、');
    const text = [sample.testUnitSampleName, sample.specificationType, parameters].filter(Boolean).join('　');
    return {
      path: `samples.${sample.id}`,
      of: partOf(sample, samples),
      label: 'sample',
      about: '',
      kind: 'text',
      how,
      old: how === 'removed' ? text : null,
      new: how === 'added' ? text : null,
    };
  };
  const previousById = new Map(before.map((sample) => [sample.id, sample]));
  const remaining = new Set(after.map(({ id }) => id));
  return [
    ...after.flatMap((sample) => {
      const previous = previousById.get(sample.id);
      return previous
        ? compareSample(previous, sample, partOf(sample, after), persons)
        : [sampleChange(sample, after, 'added')];
    }),
    ...before.filter(({ id }) => !remaining.has(id)).map((sample) => sampleChange(sample, before, 'removed')),
  ];
};

const compareSample = (before: Sample, after: Sample, of: ChangedPart, persons: PersonFormat): HistoryChange[] => {
  if (before === after) return [];
  const path = `samples.${after.id}`;
  return [
    ...compareFields(SAMPLE, before, after, { of, path, persons }),
    ...filledFieldChanges(before.properties, after.properties, {
      of,
      path: `${path}.properties`,
      label: 'property',
      keyOf: ({ testSamplePropertySystemName, testSamplePropertyDisplayName }: SampleProperty) =>
        testSamplePropertySystemName || testSamplePropertyDisplayName,
      textOf: ({ value, unit }) => (value === '' ? '' : [value, unit].filter(Boolean).join(' ')),
      aboutOf: ({ testSamplePropertyDisplayName }) => testSamplePropertyDisplayName,
    }),
    ...compareEntries(before.parameters, after.parameters, {
      of,
      path: `${path}.parameters`,
      label: 'parameter',
      keyOf: ({ tuTestParamId }) => tuTestParamId,
      textOf: parameterText,
      compare: (previous, current, path) =>
        compareFields(PARAMETER, previous, current, { of, path, about: current.tuTestParamName }),
    }),
    ...compareFields(SAMPLE_FEE, before, after, { of, path }),
  ];
};

const signatureChanges = (
  { signatures: before }: ConsignmentFacts,
  { signatures: after }: ConsignmentFacts,
): HistoryChange[] =>
  compareEntries(before, after, {
    of: { part: 'signatures' },
    path: 'signatures',
    label: 'signature',
    keyOf: ({ id }) => id,
    textOf: ({ signType }) => String(signType),
    compare: (previous, current, path) =>
      compareFields(SIGNATURE, previous, current, {
        of: { part: 'signatures' },
        path,
        about: String(current.signType),
      }),
  }).map((change) => (change.how === 'changed' ? change : { ...change, kind: 'signer' }));

const totalChanges = (before: ConsignmentFacts, after: ConsignmentFacts): HistoryChange[] => {
  if (before.samples === after.samples) return [];
  const totalFields: readonly Field<ConsignmentFacts>[] = [
    { path: 'estimatedFee', label: 'estimatedFee', kind: 'yuan', value: ({ samples }) => totalFee(feesOf(samples)) },
    { path: 'sampleCount', label: 'sampleCount', kind: 'samples', value: ({ samples }) => String(samples.length) },
  ];
  return compareFields(totalFields, before, after, { of: { part: 'totals' } });
};

const PRICES: ReadonlySet<HistoryLabel> = new Set(['parameterPrice', 'sharedPrice', 'parameterFee']);
const ESTIMATES: ReadonlySet<HistoryLabel> = new Set(['parameterFee', 'testParamFee', 'estimatedFee']);

/**
 * The changes without the amounts that a testing unit hides: unit prices and estimated fees (ADR-028). A parameter's
 * fee counts as both.
 */
export const removeHiddenAmounts = (
  changes: readonly HistoryChange[],
  visibleAmounts: { prices: boolean; estimate: boolean },
): HistoryChange[] =>
  changes.filter(
    ({ label }) => (visibleAmounts.prices || !PRICES.has(label)) && (visibleAmounts.estimate || !ESTIMATES.has(label)),
  );
