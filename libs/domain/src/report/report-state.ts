import type { ReportFile, ReportStatus, ReportSubject } from '#events';

/** What is known of a report once it is registered. Times UTC ISO. */
export type ReportFacts = ReportSubject & {
  reportNumber: string;
  /** Copied from the events' toStatus (ADR-002). */
  reportStatus: ReportStatus;
  /** Empty until it is set. */
  mailNumber: string;
  file: ReportFile | null;
  /** Was there for the client to see, even if it is void now: its number is never given again. */
  wasPublished: boolean;
  /** The signature of whoever fetched it; null while nobody has. */
  pickedUp: { signedAt: string; imageHash: string } | null;
};

export type RegisteredReport = ReportFacts & { phase: 'registered' };
export type Report = { phase: 'absent' } | RegisteredReport;
