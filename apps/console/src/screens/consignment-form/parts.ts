import type { ComponentType } from 'react';
import type { ConsignmentView, ProjectRow, SampleRow, TestingUnitRow, UnitConfig } from '#contract';
import type { Witness } from '#events';

/** What the sample forms need to know about their consignment (001 SF-010). */
export type SampleFormContext = {
  consignId: string;
  consignType: number;
  revision: number;
  testUnitId: string | null;
  projectId?: string | null;
  consignStatus?: number;
  /** The view of the form, if its address names one: 4 is the laboratory's confirmation. */
  pageSource?: number;
  qualificationName: string;
  testUnitConfig: UnitConfig;
  mayLeaveToLab: boolean;
};

export type WitnessSide = { unit: string; witnesses: Witness[]; needSign: boolean };

/** What other features contribute to this form; the app passes them in, so that features do not import each other. */
export type FormSlots = {
  OrganisationDialog: ComponentType<{
    currentId: string | null;
    sampleCount: number;
    onClose(): void;
    onChosen(unit: TestingUnitRow): Promise<boolean>;
  }>;
  ProjectDialog: ComponentType<{
    currentId: string | null;
    showsSectName: boolean;
    onClose(): void;
    onChosen(project: ProjectRow): void;
  }>;
  WitnessDialog: ComponentType<{
    side: 'owner' | 'supervision';
    initial: WitnessSide;
    otherWitnesses: readonly Witness[];
    mayChangeNeed: boolean;
    onClose(): void;
    onSaved(side: WitnessSide): void;
  }>;
  /** Chooses a sample and adds it to the consignment at once (001 SF-011). */
  AddSampleDialog: ComponentType<{
    host: SampleFormContext;
    onClose(): void;
    onStale(): void;
    onAdded(sampleId: string): void;
  }>;
  SampleEditor: ComponentType<{
    host: SampleFormContext;
    sampleId: string;
    readOnly: boolean;
    onClose(): void;
    onSaved(): Promise<unknown>;
    onStale(): void;
    onAddNext?(): void;
    onCopied?(sampleId: string): void;
  }>;
  /**
   * Sections 4 to 6: attachments, those of the laboratory's system, signature images. `onChanged` follows the revision
   * after an upload.
   */
  Attachments: ComponentType<{ view: ConsignmentView; editable: boolean; onChanged(): Promise<unknown> }>;
  RequirementsDialog: ComponentType<{ samples: readonly SampleRow[]; testUnitId: string | null; onClose(): void }>;
};
