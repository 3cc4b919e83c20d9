import type { CatalogueSampleRow } from '../catalogue/catalogue-views.js';
import { isOffered, offeredParametersOf } from '../catalogue/choose-parameters.js';
import { choosePrice } from '../pricing/price-choice.js';

/** One line of a quote: what a laboratory asks for one parameter of one sample, in yuan (002 CAT-007). */
export type QuoteLine = {
  sampleNo: string;
  sampleId: string;
  sampleName: string;
  paramName: string;
  price: string;
  description: string;
};

/** A line for every sample and every parameter it offers, in the order of the catalogue. */
export const quoteLinesOf = (samples: readonly CatalogueSampleRow[]): QuoteLine[] =>
  samples.flatMap((sample) =>
    offeredParametersOf(sample)
      .filter(isOffered)
      .map((parameter) => ({
        sampleNo: sample.sampleCode,
        sampleId: sample.id,
        sampleName: sample.name,
        paramName: parameter.displayName,
        price: choosePrice(parameter).tuTestParamPrice,
        description: parameter.remark,
      })),
  );
