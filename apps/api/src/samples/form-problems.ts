import {
  missingAttachments,
  problem,
  sameId,
  sampleFormProblems,
  type AttachmentKind,
  type ConsignmentFacts,
  type JudgedForm,
  type Problem,
} from '#domain';
import type { Sample } from '#events';
import type { Catalogues } from '../catalogue/catalogues.js';
import { typesFor as kindsFor } from '../files/attachments.queries.js';

type Typed = Omit<JudgedForm, 'parameterCount'> & {
  testUnitSampleName?: string | undefined;
  tuSampleParamIds: readonly unknown[];
};

/** What the form would not have let pass (001 section 5): its fields in their order, then the files a sample of this kind needs. */
export const formProblems = async (
  catalogues: Catalogues,
  typed: Typed,
  sample: Sample,
  state: ConsignmentFacts,
): Promise<Problem[]> => {
  const { consignType, attachments, samples } = state;
  const isNameless = consignType === 1 && typed.testUnitSampleName?.trim() === '';
  const fields = [
    ...sampleFormProblems({ ...typed, parameterCount: typed.tuSampleParamIds.length }, consignType),
    ...(isNameless ? [problem('SAMPLE_NAME_REQUIRED', {}, 'testUnitSampleName')] : []),
  ];
  if (!samples.includes(sample)) return fields; // the own sample of a raw material has the files of the sample it belongs to
  const missing = missingAttachments(
    await kindsAsked(catalogues, state),
    attachments.filter(({ sampleId }) => sampleId === undefined || sameId(sampleId, sample.id)),
  );
  return missing ? [...fields, missing] : fields;
};

/** The kinds of files that the testing unit of a consignment asks for, its own and those of every unit (AT-001). */
export const kindsAsked = async (
  catalogues: Catalogues,
  { consignType, header: { testUnitId } }: ConsignmentFacts,
): Promise<AttachmentKind[]> =>
  kindsFor(await catalogues.accessoryTypes(), { type: consignType === 1 ? 0 : 1, testUnitId });
