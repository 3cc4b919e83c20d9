import { z } from 'zod';
import { defineEvent, type EventOf, Person, personal, Witness } from './define-event.js';
import { Sample } from './sample.js';

/** consignStatus values: 000 section 4. Their names come from the enumeration ConsignStatus. */
export const ConsignStatus = z.literal([10, 20, 30, 40, 50, 60, 70, 80, 90]);
export type ConsignStatus = z.infer<typeof ConsignStatus>;
export const CONSIGN_STATUS = {
  draft: 10,
  underAudit: 20,
  awaitingSamples: 30,
  rejected: 40,
  withdrawn: 50,
  received: 60,
  awaitingCorrection: 70,
  awaitingSignature: 80,
  returned: 90,
} as const satisfies Record<string, ConsignStatus>;

/** 1 raw material, 2 on-site appointment, 3 handover or completion appointment. Anything but 1 behaves as on-site. */
export const ConsignType = z.literal([1, 2, 3]);
export type ConsignType = z.infer<typeof ConsignType>;
export const CONSIGN_TYPE = { rawMaterial: 1, onSite: 2, handover: 3 } as const satisfies Record<string, ConsignType>;

const toStatus = ConsignStatus;

/**
 * Dynamic extra field of a consignment (000 section 3); `value` is what the client typed, a string whatever the
 * control.
 */
export const ExtraField = z.object({
  id: z.string(),
  sourcePropertyId: z.string(),
  columnIndex: z.number(),
  columnName: z.string(),
  columnValue: z.string(),
  visible: z.boolean(),
  columnType: z.string(),
  customizeType: z.number(),
  value: z.string(),
});
export type ExtraField = z.infer<typeof ExtraField>;

/** The testing organisation chosen and what was shown of it. `null` id: none chosen yet. */
export const TestingUnitChoice = z.object({
  testUnitId: z.string().nullable(),
  testUnitName: z.string(),
  testUnitAddressId: z.string().nullable(),
  testUnitAddressDetail: z.string(),
});

/**
 * What the client types into the consignment form, except samples and files. Names of units and projects are facts
 * shown at the time.
 */
export const ConsignmentHeader = TestingUnitChoice.extend({
  consignUnitAddress: z.string(),
  projectId: z.string().nullable(),
  projectName: z.string(),
  contractSectName: z.string(),
  tuqualificationId: z.string().nullable(),
  tuqualificationName: z.string(),
  contact: personal(Person, 'contact'),
  constructionUnit: z.string(),
  constructionJzunit: z.string(),
  jzunit: z.string(),
  consginTestType: z.string(),
  consginTestTypeId: z.string(),
  /** Local date and time wanted for an on-site test, ISO 8601; null for raw material. */
  expectTestTime: z.string().nullable(),
  sendSampleType: z.literal([1, 2]),
  mailOrderNumber: z.string(),
  mailPayType: z.literal([1, 2]),
  getReportType: z.enum(['1', '3', '10']),
  reportCount: z.number().int().min(0),
  memo: z.string(),
  needWitnessUnit: z.boolean(),
  ownerWitnesses: z.array(personal(Witness, 'ownerWitness')),
  supervisionWitnesses: z.array(personal(Witness, 'supervisionWitness')),
  needConstructionWitnessPersonSign: z.boolean(),
  needWitnessPersonSign: z.boolean(),
  extraFields: z.array(ExtraField),
});
export type ConsignmentHeader = z.infer<typeof ConsignmentHeader>;

/** How the samples get to the laboratory. */
export const SEND_SAMPLE_TYPE = { brought: 1, mailed: 2 } as const satisfies Record<
  string,
  ConsignmentHeader['sendSampleType']
>;

/** The names of a consignment from its submission on, whatever is renamed later. */
export const FrozenNames = z.object({
  consignUnitName: z.string(),
  testUnitName: z.string(),
  testUnitAddressDetail: z.string(),
  projectName: z.string(),
  tuqualificationName: z.string(),
});
export type FrozenNames = z.infer<typeof FrozenNames>;

/**
 * signType 1 consignor, 2 owner witness, 3 supervision witness, 4 outside the witness check. status 1 = signed,
 * senMsgStatus 1 = sent.
 */
export const SignatureEntry = z.object({
  id: z.string(),
  signType: z.literal([1, 2, 3, 4]),
  status: z.literal([0, 1]),
  senMsgStatus: z.literal([0, 1]),
  signMsgTime: z.string().nullable(),
});
export type SignatureEntry = z.infer<typeof SignatureEntry>;
export const SIGN_TYPE = { consignor: 1, owner: 2, supervision: 3, outsideCheck: 4 } as const satisfies Record<
  string,
  SignatureEntry['signType']
>;

/**
 * A file of a consignment. `hash` is where its content lies, `size` in bytes; the type of file is accessoryType with
 * accessoryTypeID.
 */
export const Attachment = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number().int().min(0),
  mediaType: z.string(),
  hash: z.string(),
  accessoryType: z.string(),
  accessoryTypeID: z.string(),
  readonly: z.boolean(),
  addedAt: z.string(),
  /** The sample it belongs to; absent: the consignment as a whole. */
  sampleId: z.string().optional(),
});
export type Attachment = z.infer<typeof Attachment>;

/**
 * What a laboratory's system says of a step that it pushes: who took it there, and when by its own clock, as it was
 * sent.
 */
export const LabSystemStep = z.object({ operator: personal(Person, 'contact'), changeTime: z.string() });
export type LabSystemStep = z.infer<typeof LabSystemStep>;
/** Absent where the step was taken in the console. */
const pushed = LabSystemStep.optional();

const Audited = z.object({ toStatus, remark: z.string(), pushed });
/**
 * Id the laboratory's own system gave the consignment, empty without one. Older events repeat the consignment's own id
 * there.
 */
const limsConsignId = z.string();

export const consignmentEvents = {
  ConsignmentCreated: defineEvent(
    z.object({
      toStatus,
      consignType: ConsignType,
      consignUnitId: z.string(),
      consignUnitName: z.string(),
      header: ConsignmentHeader,
      /** Who and when, as in the metadata: the state is folded from data alone. */
      createdBy: z.string().optional(),
      createdAt: z.string().optional(),
    }),
  ),
  /** A copy starts a stream of its own; the samples follow as SampleAdded. */
  ConsignmentCopied: defineEvent(
    z.object({
      toStatus,
      consignType: ConsignType,
      consignUnitId: z.string(),
      consignUnitName: z.string(),
      header: ConsignmentHeader,
      copiedFrom: z.string(),
      createdBy: z.string().optional(),
      createdAt: z.string().optional(),
    }),
  ),
  ConsignmentSaved: defineEvent(z.object({ toStatus, header: ConsignmentHeader })),
  /** Removes all samples, sets reportCount to 0 and takes the new unit's defaults (000 section 4). */
  TestingUnitChanged: defineEvent(z.object({ header: ConsignmentHeader })),
  SampleAdded: defineEvent(z.object({ sample: Sample })),
  SampleSaved: defineEvent(z.object({ sample: Sample })),
  SampleRemoved: defineEvent(z.object({ sampleIds: z.array(z.string()).min(1) })),
  ConsignmentCommitted: defineEvent(
    z.object({
      toStatus,
      description: z.string(),
      consignCode: z.string(),
      committedAt: z.string().optional(),
      /**
       * What client, laboratory and project were called then, and the address and qualification chosen; absent in older
       * events.
       */
      named: FrozenNames.optional(),
    }),
  ),
  AuditPassed: defineEvent(Audited.extend({ limsConsignId })),
  AuditRejected: defineEvent(Audited),
  SampleConfirmed: defineEvent(Audited.extend({ limsConsignId })),
  SampleReturned: defineEvent(Audited),
  ConsignmentCancelled: defineEvent(z.object({ toStatus, description: z.string() })),
  ConsignmentReopened: defineEvent(z.object({ toStatus })),
  ConsignmentDeleted: defineEvent(z.object({ description: z.string() })),
  /** The service dropped a draft that was created and never edited; `reason` in words, for whoever reads the log. */
  UntouchedDraftDropped: defineEvent(z.object({ reason: z.string() })),
  MailNumberSet: defineEvent(z.object({ mailOrderNumber: z.string() })),
  /** Asks for the message; MessageSent in the message stream is the answer. `signatureIds` are the entries notified. */
  WitnessNotified: defineEvent(z.object({ signatureIds: z.array(z.string()), notifiedAt: z.string() })),
  /** All entries of the consignment from now on; those signed before stay as they are. */
  SignatureRequested: defineEvent(z.object({ entries: z.array(SignatureEntry) })),
  ConsignmentSigned: defineEvent(
    z.object({
      toStatus,
      signatureId: z.string(),
      signType: z.number(),
      signedAt: z.string(),
      imageHash: z.string().nullable(),
    }),
  ),
  ActualFeeSet: defineEvent(z.object({ actFee: z.string() })),
  /**
   * `billFile` names the file that lies under `billHash`; without a hash it is an address, and so was every older bill.
   */
  BillGenerated: defineEvent(z.object({ billFile: z.string(), billHash: z.string().nullable().optional() })),
  /** The bill that a laboratory's system keeps at `address` was fetched: it lies under `billHash`, named `billFile`. */
  BillStored: defineEvent(z.object({ address: z.string(), billFile: z.string(), billHash: z.string() })),
  /** The laboratory's system told under which id it keeps the consignment. */
  LabConsignmentIdSet: defineEvent(z.object({ limsConsignId })),
  AttachmentAdded: defineEvent(z.object({ attachment: Attachment })),
  AttachmentRemoved: defineEvent(z.object({ attachmentId: z.string() })),
  /** 70 or 80, pushed by a laboratory system or set by the laboratory by hand; 60 when it takes that back. */
  LaterStageEntered: defineEvent(
    z.object({ toStatus, description: z.string(), actFee: z.string().nullable(), pushed }),
  ),
};

export type ConsignmentEvent = EventOf<typeof consignmentEvents>;

/** What a draft names by its id and is called otherwise from some day on. */
export const DraftSubject = z.enum(['consigningUnit', 'testingUnit', 'project']);
export type DraftSubject = z.infer<typeof DraftSubject>;

/**
 * draftNames-<id of the unit or project>: after it was renamed, the drafts whose rows show the new name from here on.
 * Streams and revisions of the drafts stay as they are.
 */
export const draftNameEvents = {
  DraftsNamed: defineEvent(
    z.object({ subject: DraftSubject, name: z.string(), consignmentIds: z.array(z.string()).min(1) }),
  ),
};
export type DraftNameEvent = EventOf<typeof draftNameEvents>;

/** numbering-<unit id>-<year>: one event a number given; gaps are allowed, a number is never given twice (ADR-002). */
export const numberingEvents = {
  NumberTaken: defineEvent(z.object({ number: z.number().int().min(1), takenFor: z.string() })),
};
export type NumberingEvent = EventOf<typeof numberingEvents>;
