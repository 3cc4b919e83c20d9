/** How the sample form stands: everything can be written, the institution completes what was left to it, or it is only read. */
export type SampleFormMode = 'edit' | 'editParameters' | 'readOnly';

/** What the consignment around the form says (SF-010). `pageSource` is that of the address, null for none. */
export type SampleFormPlace = { isReadOnly: boolean; consignStatus: number; pageSource: number | null };

type Flags = { isTestUnitConfirmTestParam: boolean; isEditParams: boolean };

/** The view in which a testing institution confirms consignments. */
export const CONFIRMATION_VIEW = 4;
/** Submitted, and not yet audited. */
const WAITING = 20;

/** What saving answers where nothing may be saved (MODE-006, 001.md A-33). */
export const NO_SAVE = 100;

/** At 20, in the confirmation view, a sample whose parameters were left to the institution (MODE-005). */
export const editsParameters = (
  { consignStatus, pageSource }: SampleFormPlace,
  { isTestUnitConfirmTestParam }: Pick<Flags, 'isTestUnitConfirmTestParam'>,
): boolean => consignStatus === WAITING && pageSource === CONFIRMATION_VIEW && isTestUnitConfirmTestParam;

/**
 * Read-only when the consignment is, unless the sample lets its parameters be edited or the edit-parameters mode applies
 * (MODE-004). What the institution completes is not the client's text, so both exceptions are one mode (ADR-032).
 */
export const sampleFormMode = (place: SampleFormPlace, sample: Flags): SampleFormMode => {
  if (editsParameters(place, sample)) return 'editParameters';
  if (!place.isReadOnly) return 'edit';
  return sample.isEditParams ? 'editParameters' : 'readOnly';
};
