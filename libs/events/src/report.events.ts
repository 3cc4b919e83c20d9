import { z } from 'zod';
import { ConsignType } from './consignment.events.js';
import { defineEvent, type EventOf, Person, personal } from './define-event.js';

/**
 * reportStatus of a report: 10 testing, 20 being drafted, 30 issued, 40 published, 50 mailed, 60 collected, 90 void.
 * Names come from the enumeration ReportStatus.
 */
export const ReportStatus = z.literal([10, 20, 30, 40, 50, 60, 90]);
export type ReportStatus = z.infer<typeof ReportStatus>;
export const REPORT_STATUS = {
  testing: 10,
  beingDrafted: 20,
  issued: 30,
  published: 40,
  mailed: 50,
  collected: 60,
  void: 90,
} as const satisfies Record<string, ReportStatus>;

/** A stored file by the SHA-256 of its content; `name` is that of the upload, `size` is in bytes. */
export const ReportFile = z.object({
  hash: z.string(),
  name: z.string(),
  size: z.number().int().min(0),
  mediaType: z.string(),
});
export type ReportFile = z.infer<typeof ReportFile>;

export const ReportedSample = z.object({ id: z.string(), name: z.string() });
export type ReportedSample = z.infer<typeof ReportedSample>;

/**
 * The subject of a report, with the data shown at its registration. `acceptedAt` is when receipt of the samples was
 * confirmed, UTC.
 */
export const ReportSubject = z.object({
  consignmentId: z.string(),
  consignType: ConsignType,
  consignCode: z.string(),
  consignFormaNumber: z.string(),
  consignUnitId: z.string(),
  consignUnitName: z.string(),
  testUnitId: z.string(),
  testUnitName: z.string(),
  projectName: z.string(),
  samples: z.array(ReportedSample).min(1),
  acceptedAt: z.string().nullable(),
});
export type ReportSubject = z.infer<typeof ReportSubject>;

const toStatus = ReportStatus;
/** Every event contains the consignment, because its progress is folded from the events of all its reports. */
const ConsignmentReference = z.object({ consignmentId: z.string() });

/** report-<id>: one report on one or several samples of a consignment. */
export const reportEvents = {
  ReportRegistered: defineEvent(ReportSubject.extend({ toStatus, reportNumber: z.string() })),
  /** The newest file is the report; earlier ones stay in the log. */
  ReportFileUploaded: defineEvent(ConsignmentReference.extend({ file: ReportFile })),
  ReportStatusChanged: defineEvent(ConsignmentReference.extend({ toStatus })),
  ReportMailNumberSet: defineEvent(ConsignmentReference.extend({ toStatus, mailNumber: z.string() })),
  ReportPublished: defineEvent(ConsignmentReference.extend({ toStatus })),
  ReportWithdrawn: defineEvent(ConsignmentReference.extend({ toStatus, reason: z.string() })),
  /**
   * Handed over on paper against a signature on a phone, with the SHA-256 of its picture (002 QR-006). `signedAt` is
   * UTC. `receiver` is the name that the signer has typed, without a phone number; it was added later, so earlier
   * events have none.
   */
  ReportPickedUp: defineEvent(
    ConsignmentReference.extend({
      toStatus,
      signedAt: z.string(),
      imageHash: z.string(),
      receiver: personal(Person, 'contact').optional(),
    }),
  ),
};
export type ReportEvent = EventOf<typeof reportEvents>;

/**
 * A request of a client to the laboratory. `reportId` is null for the report of the consignment, which may not exist
 * yet.
 */
export const ReportApplication = z.object({
  reportId: z.string().nullable(),
  reportCount: z.number().int().min(1),
  remark: z.string(),
});
export type ReportApplication = z.infer<typeof ReportApplication>;

/** reportApplication-<consignment id>: a separate stream, because a client may apply before there is a report. */
export const reportApplicationEvents = {
  ReportApplied: defineEvent(ConsignmentReference.extend(ReportApplication.shape)),
};
export type ReportApplicationEvent = EventOf<typeof reportApplicationEvents>;
