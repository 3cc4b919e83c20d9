import type { getPrintConsignInfoList, ResultOf, SampleView } from '#contract';
import { consignmentWith, sampleViewWith } from './consignment.js';

type Printed = ResultOf<typeof getPrintConsignInfoList>[number];
type Parameter = SampleView['tuSampleParamIds'][number];

/** A consignment as in its print data. */
export const printedConsignmentWith = ({ samples = [], ...some }: Partial<Printed> = {}): Printed => ({
  ...consignmentWith({ consignCode: 'TU001-2026-00001', consignStatus: 20, consignTime: '2026-11-19T08:42:00.000Z' }),
  title: '原材料检测预览',
  qualificationName: '公路工程综合甲级',
  isReadOnly: true,
  ...some,
  samples,
});

/** A chosen parameter of 90.00 yuan. */
export const chosenParameter = (some: Partial<Parameter> = {}): Parameter => ({
  tuTestParamId: crypto.randomUUID(),
  tuTestParamCode: 'P',
  tuTestParamName: '密度',
  tuTestParamDescription: '',
  tuTestParamPrice: '90.00',
  testParamPriceType: 1,
  totalFee: '90.00',
  tuTestParamCount: 1,
  paramWorkDay: 2,
  sharedPriceQualifier: '',
  sharedPrice: null,
  testCount: null,
  sharedTestCount: null,
  sharedTestCountName: '',
  sharedTestCountUnit: '',
  buSampleParamUseBaseStandard: [],
  ...some,
});

/** A sample as in the print data. */
export const printedSampleWith = ({
  receivingRequirement = '',
  ...some
}: Partial<Printed['samples'][number]> = {}): Printed['samples'][number] => ({
  ...sampleViewWith(some),
  receivingRequirement,
});
