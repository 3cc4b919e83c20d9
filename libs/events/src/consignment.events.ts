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

/** 1 raw material, 2 on-site appointment, 3 handover appointment. Every type except 1 behaves as on-site. */
export const ConsignType = z.literal([1, 2, 3]);
export type ConsignType = z.infer<typeof ConsignType>;
export const CONSIGN_TYPE = { rawMaterial: 1, onSite: 2, handover: 3 } as const satisfies Record<string, ConsignType>;

const toStatus = ConsignStatus;

/**
 * A dynamic extra field of a consignment (000 section 3); `value` is the input of the client, a string for any kind of
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

/** The chosen testing organisation with the data that was shown. The id is null if none is chosen yet. */
export const TestingUnitChoice = z.object({
  testUnitId: z.string().nullable(),
  testUnitName: z.string(),
  testUnitAddressId: z.string().nullable(),
  testUnitAddressDetail: z.string(),
});

/**
 * The input of the client in the consignment form, except samples and files. Names of units and projects are those
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
  /** The requested local date and time of an on-site test, ISO 8601; null for raw material. */
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

/** The names of a consignment as of its submission; later renames do not change them. */
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
 * A file of a consignment. `hash` is the address of its content, `size` is in bytes; accessoryType and accessoryTypeID
 * are its type.
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
  /** The sample that it belongs to; missing for a file of the whole consignment. */
  sampleId: z.string().optional(),
});
export type Attachment = z.infer<typeof Attachment>;

/** The data of a step that the system of a laboratory pushes: its operator, and the time of its own clock, as sent. */
export const LabSystemStep = z.object({ operator: personal(Person, 'contact'), changeTime: z.string() });
export type LabSystemStep = z.infer<typeof LabSystemStep>;
/** Missing for a step in the console. */
const pushed = LabSystemStep.optional();

const AuditResult = z.object({ toStatus, remark: z.string(), pushed });
/**
 * The id of the consignment in the system of the laboratory; empty if there is none. Older events contain the id of the
 * consignment itself.
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
      /** Author and time, as in the metadata, because the state is folded from data only. */
      createdBy: z.string().optional(),
      createdAt: z.string().optional(),
    }),
  ),
  /** A copy starts a new stream; its samples follow as SampleAdded. */
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
  /** Removes all samples, sets reportCount to 0 and applies the defaults of the new unit (000 section 4). */
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
       * The names of client, laboratory and project at this time, and the chosen address and qualification; missing in
       * older events.
       */
      named: FrozenNames.optional(),
    }),
  ),
  AuditPassed: defineEvent(AuditResult.extend({ limsConsignId })),
  AuditRejected: defineEvent(AuditResult),
  SampleConfirmed: defineEvent(AuditResult.extend({ limsConsignId })),
  SampleReturned: defineEvent(AuditResult),
  ConsignmentCancelled: defineEvent(z.object({ toStatus, description: z.string() })),
  ConsignmentReopened: defineEvent(z.object({ toStatus })),
  ConsignmentDeleted: defineEvent(z.object({ description: z.string() })),
  /** The service dropped a draft that was created and never edited; `reason` is a text for readers of the log. */
  UntouchedDraftDropped: defineEvent(z.object({ reason: z.string() })),
  MailNumberSet: defineEvent(z.object({ mailOrderNumber: z.string() })),
  /**
   * Requests the message; the response is MessageSent in the message stream. `signatureIds` are the notified entries.
   */
  WitnessNotified: defineEvent(z.object({ signatureIds: z.array(z.string()), notifiedAt: z.string() })),
  /** All new entries of the consignment; signed ones stay unchanged. */
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
   * `billFile` is the name of the file with the hash `billHash`; without a hash it is an address, as in all older
   * events.
   */
  BillGenerated: defineEvent(z.object({ billFile: z.string(), billHash: z.string().nullable().optional() })),
  /**
   * The bill at `address` in the system of a laboratory was fetched. Its content has the hash `billHash`, its name is
   * `billFile`.
   */
  BillStored: defineEvent(z.object({ address: z.string(), billFile: z.string(), billHash: z.string() })),
  /** The system of the laboratory reported its id of the consignment. */
  LabConsignmentIdSet: defineEvent(z.object({ limsConsignId })),
  AttachmentAdded: defineEvent(z.object({ attachment: Attachment })),
  AttachmentRemoved: defineEvent(z.object({ attachmentId: z.string() })),
  /** 70 or 80, pushed by a laboratory system or set manually by the laboratory; 60 if it revokes that. */
  LaterStageEntered: defineEvent(
    z.object({ toStatus, description: z.string(), actFee: z.string().nullable(), pushed }),
  ),
};

export type ConsignmentEvent = EventOf<typeof consignmentEvents>;

/** The kinds of units and projects that a draft refers to by id and that may be renamed. */
export const DraftSubject = z.enum(['consigningUnit', 'testingUnit', 'project']);
export type DraftSubject = z.infer<typeof DraftSubject>;

/**
 * draftNames-<id of the unit or project>: the drafts whose rows show the new name after a rename. Streams and revisions
 * of the drafts do not change.
 */
export const draftNameEvents = {
  DraftsNamed: defineEvent(
    z.object({ subject: DraftSubject, name: z.string(), consignmentIds: z.array(z.string()).min(1) }),
  ),
};
export type DraftNameEvent = EventOf<typeof draftNameEvents>;

/** numbering-<unit id>-<year>: one event per number; gaps are allowed, and a number is never given twice (ADR-002). */
export const numberingEvents = {
  NumberTaken: defineEvent(z.object({ number: z.number().int().min(1), takenFor: z.string() })),
};
export type NumberingEvent = EventOf<typeof numberingEvents>;
