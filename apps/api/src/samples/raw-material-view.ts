import type { RawMaterialView } from '#contract';
import { ownSampleOf } from '#domain';
import type { RawMaterial, Sample } from '#events';
import type { Caller } from '../auth/caller.js';
import type { Shown } from '../consignments/unit-policy.js';
import type { FileLinks } from '../files/file-tickets.js';

/** A raw material of a sample, without an address of its report: that is a ticket of the caller. */
export const rawMaterialView = (row: RawMaterial, sample: Sample, { estimate }: Shown): RawMaterialView => {
  const own = ownSampleOf(sample, row);
  const { reportFile, ...facts } = row;
  return {
    ...facts,
    materialSampleInfoID: row.buSampleInfoId,
    beRefSampleId: row.refBuSampleInfoId,
    refSampleId: row.refBuSampleInfoId === null ? null : sample.id,
    isMaterial: true,
    isTestUnitConfirmTestParam: own?.isTestUnitConfirmTestParam ?? false,
    reportFile: reportFile && { name: reportFile.name, url: reportFile.hash === '' ? reportFile.url : '' },
    testParams: own?.parameters.map(({ tuTestParamName }) => tuTestParamName).join('、') ?? '',
    testParamFee: own && estimate ? own.testParamFee : null,
  };
};

/** The same rows with addresses of the reports this caller may open; persons may be named in a report (ADR-016). */
export const withReportLinks = (
  rows: readonly RawMaterialView[],
  { buSampleInfoRefSampleInfo: stored = [] }: Sample,
  links: FileLinks,
  { caller, personsShown }: { caller: Caller; personsShown: boolean },
): Promise<RawMaterialView[]> =>
  Promise.all(
    rows.map(async (row, index) => {
      const file = stored[index]?.reportFile;
      if (!row.reportFile || !file || file.hash === '' || !personsShown) return row;
      return { ...row, reportFile: { name: file.name, url: await links.linkTo(file, caller) } };
    }),
  );
