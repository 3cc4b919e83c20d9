import type { ComponentType } from 'react';

/** The section of files, from another feature. `onMissing` gets the required kinds without a file (AT-003). */
export type SampleAttachments = ComponentType<{
  consignId: string;
  consignType: number;
  testUnitId: string | null;
  sampleId: string;
  editable: boolean;
  onMissing(names: readonly string[]): void;
  onChanged(): Promise<unknown>;
}>;
