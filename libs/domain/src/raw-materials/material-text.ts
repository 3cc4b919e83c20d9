import type { Sample } from '#events';
import type { MaterialRow } from './material-row.js';
import { ownSampleOf } from './material-samples.js';

type Said = Pick<
  MaterialRow,
  'sampleName' | 'specificationType' | 'produceInfo' | 'produceBatchNo' | 'consignCode' | 'reportFile' | 'dosage'
>;

/** One raw material in a line: what it is, whence, what vouches for it, how much of it (kg/m3), and in brackets what it is tested for. */
export const materialText = (
  { sampleName, specificationType, produceInfo, produceBatchNo, consignCode, reportFile, dosage }: Said,
  testParams: string,
): string => {
  const facts = [
    sampleName,
    specificationType,
    produceInfo,
    produceBatchNo,
    consignCode,
    reportFile?.name,
    dosage && `${dosage} kg/m³`,
  ]
    .filter(Boolean)
    .join(' ');
  return testParams ? `${facts}（${testParams}）` : facts;
};

/** All raw materials of a sample, joined by ；, empty for none. */
export const materialsText = (sample: Sample): string =>
  (sample.buSampleInfoRefSampleInfo ?? [])
    .map((row) =>
      materialText(
        row,
        ownSampleOf(sample, row)
          ?.parameters.map(({ tuTestParamName }) => tuTestParamName)
          .join('、') ?? '',
      ),
    )
    .join('；');
