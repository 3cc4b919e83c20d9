import type { ComponentType } from 'react';

/** The section of files, which another feature brings. `onMissing` hears which required kinds have no file (AT-003). */
export type SampleAttachments = ComponentType<{
  consignId: string;
  consignType: number;
  testUnitId: string | null;
  sampleId: string;
  editable: boolean;
  onMissing(names: readonly string[]): void;
  onChanged(): Promise<unknown>;
}>;
