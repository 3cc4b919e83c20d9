import { createContext, useContext } from 'react';

/** What one feature may ask of another; the app connects them, so that features stay islands. */
export type FeatureCommands = {
  /** Opens the log of a consignment (DG-010). */
  showLog(consignment: { id: string; code: string }): void;
  /** Opens the document of consignments, generating it when needed (PD-002 to PD-007); `nameOf` tells several apart. */
  openPdf(consignmentIds: readonly string[], nameOf?: (id: string) => string): Promise<void>;
  /** Shows consignments as they will be printed (PD-008). */
  previewPrint(consignmentIds: readonly string[]): void;
};

export const FeatureCommandsContext = createContext<FeatureCommands>({
  showLog: () => undefined,
  openPdf: () => Promise.resolve(),
  previewPrint: () => undefined,
});

export const useFeatureCommands = (): FeatureCommands => useContext(FeatureCommandsContext);
