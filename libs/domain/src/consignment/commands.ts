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

/** The actor and the facts that the decision needs. Time, ids, names, prices and settings are looked up before. */
type CommandWith<Type, Facts = unknown> = { type: Type; by: Actor } & Facts;

/**
 * Ids for the signature entries that a submission may request: consignor, first owner witness, first supervision
 * witness. `witnessId` gives the ids of the other witnesses of a side; `place` starts at 1.
 */
export type SignatureIds = {
  consignor: string;
  owner: string;
  supervision: string;
  witnessId(signType: 2 | 3, index: number): string;
};

/**
 * The defaults of a testing unit when it is chosen (GetDefaultConsignInfo). If the project is empty, the client's
 * project stays.
 */
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

/** The current facts outside the consignment that a submission is checked against. */
export type SubmissionFacts = {
  /** Accessory types that the testing unit requires for each sample (AT-003). */
  kinds: readonly AttachmentKind[];
  /** The chosen samples as the testing unit offers them; null if its system could not be reached. */
  currentSamples: readonly CurrentSample[] | null;
  /** Client, laboratory, project, address and qualification; absent if they were not looked up. */
  currentNames?: CurrentNames;
};

export type ConsignmentCommand =
  | CommandWith<
      'CreateConsignment',
      { at: string; consignType: ConsignType; consignUnitName: string; defaults: Partial<ConsignmentHeader> }
    >
  /**
   * Starts a new stream. `source` is the consignment that is copied, `sampleIds` has one new id for each sample,
   * `materialIds` has for each sample the new ids of its raw materials. `currentSamples` are the testing unit's current
   * samples; without them prices stay. `standards` are the chosen standards that still exist; without them all stay.
   * `currentNames` are the current names.
   */
  | CommandWith<
      'CopyConsignment',
      {
        at: string;
        sourceId: string;
        source: OpenConsignment;
        sampleIds: readonly string[];
        materialIds?: readonly (readonly string[])[];
        currentSamples?: readonly CurrentSample[];
        standards?: CurrentStandards;
        currentNames?: CurrentNames;
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
   * By the client while the consignment is editable; by the laboratory in status 20 for a sample that is left to it,
   * and then only for its parameters (TID-008).
   */
  | CommandWith<'SaveSample', { sample: Sample }>
  /** `materialSample` is the sample of a raw material of the sample `sampleId`. */
  | CommandWith<'AddMaterialSample', { sampleId: string; materialSample: MaterialSample }>
  /** For `materialIds` see materialIdsNeeded; `currentSamples` are as above. */
  | CommandWith<
      'CopySample',
      {
        sampleId: string;
        newSampleId: string;
        materialIds?: readonly string[];
        currentSamples?: readonly CurrentSample[];
        settings: UnitSettings;
      }
    >
  /** The file is already stored. If `replaces`, it replaces the earlier file of the same type and name. */
  | CommandWith<'AddAttachment', { attachment: Attachment; replaces: boolean }>
  | CommandWith<'RemoveAttachment', { attachmentId: string }>
  | CommandWith<'RemoveSamples', { sampleIds: readonly string[] }>
  /**
   * `consignCode` is the number reserved for the first submission; a resubmission keeps its own. Without `facts` the
   * command records an earlier submission, and the facts are not checked.
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
  /** `labStep` is present if the laboratory's system sent the step. */
  | CommandWith<'PassAudit', { remark: string; limsConsignId: string; labStep?: LabSystemStep }>
  | CommandWith<'RejectAudit', { remark: string; labStep?: LabSystemStep }>
  | CommandWith<
      'ConfirmSample',
      { remark: string; limsConsignId: string; settings: UnitSettings; labStep?: LabSystemStep }
    >
  | CommandWith<'ReturnSample', { remark: string; settings: UnitSettings; labStep?: LabSystemStep }>
  | CommandWith<'Cancel', { description: string }>
  | CommandWith<'Reopen'>
  | CommandWith<'Delete', { description: string }>
  /** By the service itself. `createdAt` is the creation time of the draft, for old events that do not contain it. */
  | CommandWith<'DropUntouchedDraft', { createdAt: string; createdBefore: string }>
  | CommandWith<'SetMailNumber', { mailOrderNumber: string }>
  | CommandWith<'Sign', { at: string; imageHash: string | null }>
  | CommandWith<'NotifyWitness', { at: string }>
  | CommandWith<'SetActualFee', { actFee: string }>
  /** `billHash` identifies the file in our own store; null for an address of the laboratory's system. */
  | CommandWith<'SetBill', { billFile: string; billHash: string | null }>
  /** By the service itself: the bill at `address` was fetched and stored under `billHash`. */
  | CommandWith<'StoreBill', { address: string; billFile: string; billHash: string }>
  /** By the service itself, with the id from the laboratory's system. */
  | CommandWith<'SetLabConsignmentId', { limsConsignId: string }>
  | CommandWith<
      'EnterLaterStage',
      {
        toStatus: Extract<ConsignStatus, 60 | 70 | 80>;
        description: string;
        actFee: string | null;
        settings: UnitSettings;
        signatureIds: SignatureIds;
        labStep?: LabSystemStep;
      }
    >;

export type CommandOf<Type extends ConsignmentCommand['type']> = Extract<ConsignmentCommand, { type: Type }>;
