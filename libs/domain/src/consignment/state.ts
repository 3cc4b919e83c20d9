import { sameId } from '../rules/same-id.js';
import type { Attachment, ConsignmentHeader, ConsignStatus, ConsignType, Sample, SignatureEntry } from '#events';

/** A signature entry with what signing added: when, and the drawn image if there is one. */
export type Signature = SignatureEntry & { signedAt: string | null; imageHash: string | null };

/** What is known of a consignment once it exists. Times UTC ISO; amounts exact decimals in yuan. */
export type ConsignmentFacts = {
  /** Copied from the events' toStatus, so that a changed transition table never rewrites history (ADR-002). */
  consignStatus: ConsignStatus;
  consignType: ConsignType;
  /** The consigning unit that owns it. */
  consignUnitId: string;
  consignUnitName: string;
  createdBy: string | null;
  createdAt: string | null;
  copiedFrom: string | null;
  header: ConsignmentHeader;
  samples: readonly Sample[];
  signatures: readonly Signature[];
  attachments: readonly Attachment[];
  /** Empty until the first submission, kept ever after (ADR-002). */
  consignCode: string;
  committedAt: string | null;
  isSaved: boolean;
  /** False while it is as it was created: such a draft is listed to nobody and dropped after a while. */
  isTouched: boolean;
  /** Why the laboratory sent it back; empty again with the next submission. */
  rollbackCause: string;
  /** Id that the laboratory's system gave it; empty without one. Older events repeat its own id: read it by `labConsignmentIdOf`. */
  limsConsignId: string;
  actFee: string | null;
  /** Name of the bill's file, or its address elsewhere; empty = no bill generated. */
  billFile: string;
  /** Where our own store has that file; null when it lies elsewhere. */
  billHash: string | null;
};

export type OpenConsignment = ConsignmentFacts & { phase: 'open' };
export type Consignment = { phase: 'absent' } | OpenConsignment | (ConsignmentFacts & { phase: 'deleted' });

/** ext_ILISConsignID (EM-007): only what the laboratory's system told, never our own id. */
export const labConsignmentIdOf = (id: string, { limsConsignId }: Pick<ConsignmentFacts, 'limsConsignId'>): string =>
  sameId(limsConsignId, id) ? '' : limsConsignId;

export const isConsignBillGened = (facts: ConsignmentFacts): boolean => facts.billFile !== '';
