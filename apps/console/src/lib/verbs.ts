import { createContext, useContext } from 'react';

/** What one feature may ask of another; the app connects them, so that features stay islands. */
export type Verbs = {
  /** Opens the log of a consignment (DG-010). */
  showLog(consignment: { id: string; code: string }): void;
  /** Opens the document of consignments, generating it when needed (PD-002 to PD-007). */
  openPdf(consignmentIds: readonly string[]): Promise<void>;
};

export const VerbsContext = createContext<Verbs>({ showLog: () => undefined, openPdf: () => Promise.resolve() });

export const useVerbs = (): Verbs => useContext(VerbsContext);
