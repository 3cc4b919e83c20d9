import type {
  Actor,
  Attachment,
  ConsignmentHeader,
  ConsignStatus,
  ConsignType,
  MaterialSample,
  LabSystemStep,
  Sample,
} from '#events';
import type { CurrentStandards, CurrentSample } from '../catalogue/current-prices.js';
import type { Problem } from '../rules/rule-broken.js';
import type { OpenConsignment, UnitSettings } from './state.js';
import type { CurrentNames } from './current-names.js';
import type { AttachmentKind } from './required-attachments.js';

/** The actor, and the facts that the decision needs: time, ids, names, prices and settings are looked up before. */
type CommandWith<Type, Facts = unknown> = { type: Type; by: Actor } & Facts;

/**
 * Ids for the signature entries a submission may request: consignor, first owner witness, first supervision witness,
 * and those of the further ones of a side, `place` from 1.
 */
export type SignatureIds = {
  consignor: string;
  owner: string;
  supervision: string;
  further(signType: 2 | 3, place: number): string;
};

/** Defaults of a testing unit when it is chosen (GetDefaultConsignInfo). An empty project keeps the client's. */
export type TestingUnitDefaults = Pick<
  ConsignmentHeader,
  | 'testUnitName'
  | 'testUnitAddressId'
  | 'testUnitAddressDetail'
  | 'projectId'
  | 'projectName'
  | 'tuqualificationId'
  | 'tuqualificationName'
  | 'consginTestType'
> & { testUnitId: string };

/** What a submission is held to that stands outside the consignment, as it is today. */
export type SubmissionFacts = {
  /** Kinds of files that the testing unit asks for with each sample (AT-003). */
  kinds: readonly AttachmentKind[];
  /** The chosen samples as the testing unit offers them; null where its system could not be asked. */
  offered: readonly CurrentSample[] | null;
  /** Client, laboratory, project, address and qualification; absent where nobody was asked. */
  named?: CurrentNames;
};

export type ConsignmentCommand =
  | CommandWith<
      'CreateConsignment',
      { at: string; consignType: ConsignType; consignUnitName: string; defaults: Partial<ConsignmentHeader> }
    >
  /**
   * Starts a new stream. `source` is the consignment that is copied, `sampleIds` has one new id for each sample,
   * `materialIds` for each sample the new ids of its raw materials. `offered` are the testing unit's current samples;
   * without it prices stay. `standards` are the chosen standards that still exist; without it all stay. `named` are the
   * current names.
   */
  | CommandWith<
      'CopyConsignment',
      {
        at: string;
        sourceId: string;
        source: OpenConsignment;
        sampleIds: readonly string[];
        materialIds?: readonly (readonly string[])[];
        offered?: readonly CurrentSample[];
        standards?: CurrentStandards;
        named?: CurrentNames;
      }
    >
  /**
   * `header` is the client's input with names looked up; `unknownIds` are problems of ids that were not found. A
   * changed testUnitId changes the testing unit first.
   */
  | CommandWith<'SaveHeader', { header: ConsignmentHeader; unknownIds?: readonly Problem[]; settings: UnitSettings }>
  | CommandWith<'ChangeTestingUnit', { unit: TestingUnitDefaults; settings: UnitSettings }>
  | CommandWith<'AddSample', { sample: Sample; settings: UnitSettings }>
  /**
   * By the client while it is editable; by the laboratory in status 20 for a sample that is left to it, and then only
   * for its parameters (TID-008).
   */
  | CommandWith<'SaveSample', { sample: Sample }>
  /** `own` is the sample of one of the raw materials of sample `sampleId`. */
  | CommandWith<'AddMaterialSample', { sampleId: string; own: MaterialSample }>
  /** `materialIds`: see materialIdsNeeded; `offered` as above. */
  | CommandWith<
      'CopySample',
      {
        sampleId: string;
        newSampleId: string;
        materialIds?: readonly string[];
        offered?: readonly CurrentSample[];
        settings: UnitSettings;
      }
    >
  /** The file is stored already. `replaces`: it replaces the earlier file of the same type and name. */
  | CommandWith<'AddAttachment', { attachment: Attachment; replaces: boolean }>
  | CommandWith<'RemoveAttachment', { attachmentId: string }>
  | CommandWith<'RemoveSamples', { sampleIds: readonly string[] }>
  /**
   * `consignCode` is the number reserved for the first submission; a resubmission keeps its own. Without `facts` it
   * records an earlier submission, and they are not checked.
   */
  | CommandWith<
      'Submit',
      {
        at: string;
        description: string;
        consignCode: string;
        settings: UnitSettings;
        signatureIds: SignatureIds;
        facts?: SubmissionFacts;
      }
    >
  /** `pushed`: by the laboratory's system. */
  | CommandWith<'PassAudit', { remark: string; limsConsignId: string; pushed?: LabSystemStep }>
  | CommandWith<'RejectAudit', { remark: string; pushed?: LabSystemStep }>
  | CommandWith<
      'ConfirmSample',
      { remark: string; limsConsignId: string; settings: UnitSettings; pushed?: LabSystemStep }
    >
  | CommandWith<'ReturnSample', { remark: string; settings: UnitSettings; pushed?: LabSystemStep }>
  | CommandWith<'Cancel', { description: string }>
  | CommandWith<'Reopen'>
  | CommandWith<'Delete', { description: string }>
  /** By the service itself. `createdAt` is when the draft was created, for old events that do not say so themselves. */
  | CommandWith<'DropUntouchedDraft', { createdAt: string; createdBefore: string }>
  | CommandWith<'SetMailNumber', { mailOrderNumber: string }>
  | CommandWith<'Sign', { at: string; imageHash: string | null }>
  | CommandWith<'NotifyWitness', { at: string }>
  | CommandWith<'SetActualFee', { actFee: string }>
  /** `billHash` finds the file in our own store; null for an address of the laboratory's system. */
  | CommandWith<'SetBill', { billFile: string; billHash: string | null }>
  /** By the service itself: the bill at `address` was fetched and lies under `billHash`. */
  | CommandWith<'StoreBill', { address: string; billFile: string; billHash: string }>
  /** By the service itself, as the laboratory's system answered. */
  | CommandWith<'SetLabConsignmentId', { limsConsignId: string }>
  | CommandWith<
      'EnterLaterStage',
      {
        toStatus: Extract<ConsignStatus, 60 | 70 | 80>;
        description: string;
        actFee: string | null;
        settings: UnitSettings;
        signatureIds: SignatureIds;
        pushed?: LabSystemStep;
      }
    >;

export type CommandOf<Type extends ConsignmentCommand['type']> = Extract<ConsignmentCommand, { type: Type }>;
