import type { CatalogueParameter } from '#events';
import { ownPriceOf, sharedPriceOfParameter } from './parameter-facts.js';
import type { SampleChange } from './read-workbook.js';

/** A price that a workbook takes away or sets to 0; `old` and `now` in yuan, empty without one. */
export type EmptiedPrice = {
  sampleId: string;
  sampleCode: string;
  sampleName: string;
  testParamCode: string;
  paramName: string;
  member: 'price' | 'sharedPrice';
  old: string;
  now: string;
};

const PRICES = { price: ownPriceOf, sharedPrice: sharedPriceOfParameter } as const;

/**
 * Prices that are there before an import and none afterwards, or 0 where they were not: a formula that went wrong looks the same, so that
 * somebody is asked about each. A parameter that gets its first price is asked about only if that is 0.
 */
export const emptiedPrices = (changes: readonly SampleChange[]): EmptiedPrice[] =>
  changes.flatMap(({ id, before, after }) => {
    const old = new Map(before?.parameters.map((parameter) => [parameter.id, parameter]));
    return after.parameters.flatMap((parameter) =>
      (['price', 'sharedPrice'] as const).flatMap((member): EmptiedPrice[] => {
        const [was, is] = [priceOf(old.get(parameter.id), member), priceOf(parameter, member)];
        if (is === was || !(is === '' || isZero(is)) || (is === '' && isZero(was)) || (isZero(is) && isZero(was)))
          return [];
        return [
          {
            sampleId: id,
            sampleCode: after.sampleCode,
            sampleName: after.name,
            testParamCode: parameter.code,
            paramName: parameter.displayName || parameter.name,
            member,
            old: was,
            now: is,
          },
        ];
      }),
    );
  });

const priceOf = (parameter: CatalogueParameter | undefined, member: EmptiedPrice['member']): string =>
  parameter ? PRICES[member](parameter) : '';

const isZero = (price: string): boolean => price !== '' && Number(price) === 0;
