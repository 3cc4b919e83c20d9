import type { Attachment, ConsignmentHeader, ConsignStatus, ConsignType, Sample, SignatureEntry } from '#events';
import { sameId } from '../rules/equality.js';

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
  /**
   * Id that the laboratory's system gave it; empty without one. Older events repeat its own id: read it by
   * `labConsignmentIdOf`.
   */
  limsConsignId: string;
  actFee: string | null;
  /** Name of the bill's file, or its address elsewhere; empty = no bill generated. */
  billFile: string;
  /** Where our own store has that file; null when it lies elsewhere. */
  billHash: string | null;
};

export type OpenConsignment = ConsignmentFacts & { phase: 'open' };
export type Consignment = { phase: 'absent' } | OpenConsignment | (ConsignmentFacts & { phase: 'deleted' });

/**
 * ext_ILISConsignID (EM-007): the id that the laboratory's system gave. Empty for our own id, which older events
 * repeat.
 */
export const labConsignmentIdOf = (id: string, { limsConsignId }: Pick<ConsignmentFacts, 'limsConsignId'>): string =>
  sameId(limsConsignId, id) ? '' : limsConsignId;

export const isConsignBillGened = (facts: ConsignmentFacts): boolean => facts.billFile !== '';

/** Control parameters of a testing unit that rules look at; the names are the specification's (000 section 6). */
export type UnitSettings = {
  isConsignSingleSample: boolean;
  IsEnableConsignSign: boolean;
  IsConsignSampleNeedConfirm: boolean;
  IsEnableProjectContractSectName: boolean;
  testUnitIsLimsCust: boolean;
};

type Stored = string | number | boolean | undefined;
const isOn = (value: Stored): boolean => value === true || value === 1 || value === '1' || value === 'true';
const isOff = (value: Stored): boolean => value === false || value === 0 || value === '0' || value === 'false';

/**
 * Reads a unit's stored parameters ("1" and "0", or booleans). Absent ones are off, but confirmation of receipt
 * is off only when it says so: an empty configuration must not block the flow (CF-022).
 */
export const unitSettingsOf = (params: Readonly<Record<string, Stored>>): UnitSettings => ({
  isConsignSingleSample: isOn(params['isConsignSingleSample']),
  IsEnableConsignSign: isOn(params['IsEnableConsignSign']),
  IsConsignSampleNeedConfirm: !isOff(params['IsConsignSampleNeedConfirm']),
  IsEnableProjectContractSectName: isOn(params['IsEnableProjectContractSectName']),
  testUnitIsLimsCust: isOn(params['testUnitIsLimsCust']),
});

/**
 * How much one consignment may hold (ADR-002; 000 section 9 for witnesses and remarks; the store limits the size of an
 * event). Lengths in characters.
 */
export const LIMITS = {
  samples: 100,
  remark: 50,
  witnessText: 20,
  witnessesPerSide: 20,
  mailNumber: 50,
  personName: 50,
  text: 200,
  longText: 1000,
  /**
   * Sites of up to 999 groups joined, and the purpose while it repeats them; both in every letter fit into one event.
   */
  sites: 24_000,
  /** Joined from properties that hold up to `longText` each. */
  specification: 10_000,
  extraFields: 50,
  materials: 20,
} as const;
