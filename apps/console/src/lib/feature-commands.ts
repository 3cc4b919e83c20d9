import { createContext, useContext } from 'react';

/** What features may call of each other; the app connects them, so that features do not import each other. */
export type FeatureCommands = {
  /** Opens the log of a consignment (DG-010). */
  showLog(consignment: { id: string; code: string }): void;
  /** Opens the document of consignments, generating it if needed (PD-002 to PD-007); `nameOf` distinguishes several. */
  openPdf(consignmentIds: readonly string[], nameOf?: (id: string) => string): Promise<void>;
  /** Shows the print preview of consignments (PD-008). */
  previewPrint(consignmentIds: readonly string[]): void;
};

export const FeatureCommandsContext = createContext<FeatureCommands>({
  showLog: () => undefined,
  openPdf: () => Promise.resolve(),
  previewPrint: () => undefined,
});

export const useFeatureCommands = (): FeatureCommands => useContext(FeatureCommandsContext);
