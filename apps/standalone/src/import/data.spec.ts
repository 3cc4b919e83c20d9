import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  buildSample,
  isOffered,
  toCatalogueLeaf,
  offeredParametersOf,
  sampleTreeOf,
  type CatalogueSampleRow,
} from '#domain/catalogue';
import { choosePrice } from '#domain/sample';
import { CatalogueCategory, CataloguePack, CatalogueSample, CatalogueStandard, referenceEvents } from '#events';
import { readRows } from './import-reference.js';

const id = z.guid();
const categories = await readRows('reference/categories.jsonl', CatalogueCategory.extend({ id }));
const samples: CatalogueSampleRow[] = await readRows('reference/samples.jsonl', CatalogueSample.extend({ id }));
const standards = await readRows('reference/standards.jsonl', CatalogueStandard.extend({ id }));
const packs = await readRows('reference/packs.jsonl', CataloguePack.extend({ id }));
const dictionaries = await readRows('reference/dictionaries.jsonl', referenceEvents.DictionaryListed.schema);
const standardsById = new Map(standards.map((standard) => [standard.id, standard]));
const dictionary = (name: string) => dictionaries.find((each) => each.name === name)?.rows ?? [];

describe('catalogue data', () => {
  it('can be ordered: every offered parameter of every sample has a price and known standards', () => {
    for (const catalogue of samples) {
      const parameters = offeredParametersOf(catalogue).filter(isOffered);
      const tuSampleParamIds = parameters.map((parameter) => ({
        tuTestParamId: parameter.id,
        buSampleParamUseBaseStandard: parameter.standards
          .filter(({ isDefault }) => isDefault)
          .map((link) => ({
            baBaseStandardId: link.standardId,
            limsUniqueKey: link.uniqueKey,
            useType: link.useType === '2' ? ('2' as const) : ('1' as const),
          })),
      }));
      const sample = buildSample({
        id: catalogue.id,
        request: { tuSampleParamIds },
        catalogue,
        standardsById,
        consignType: catalogue.isLocaleItem === 0 ? 1 : 2,
      });
      expect(sample.parameters).toHaveLength(parameters.length);
      expect(
        sample.parameters
          .flatMap((parameter) => parameter.standards)
          .every(({ baseStandardName }) => baseStandardName !== ''),
      ).toBe(true);
    }
  });

  it('has shared prices only where at least two parameters of a sample share them', () => {
    const alone = samples.flatMap((sample) => {
      const groups = sample.parameters
        .map(choosePrice)
        .filter(({ sharedPrice }) => sharedPrice !== null)
        .map(({ sharedPrice, sharedPriceQualifier }) => `${sharedPriceQualifier} ${sharedPrice}`);
      return groups.filter((group) => groups.indexOf(group) === groups.lastIndexOf(group));
    });
    expect(alone).toEqual([]);
  });

  it('charges less by a shared price than by the parameter’s own price, which is shown struck through', () => {
    const dearer = samples.flatMap((sample) =>
      sample.parameters
        .map(choosePrice)
        .flatMap(({ tuTestParamPrice, sharedPrice }) =>
          sharedPrice !== null && Number(tuTestParamPrice) <= Number(sharedPrice) && tuTestParamPrice !== sharedPrice
            ? `${sample.name}: ${tuTestParamPrice} beside ${sharedPrice}`
            : [],
        ),
    );
    expect(dearer).toEqual([]);
  });

  it('shows every sample in one of the two trees, under categories that exist', () => {
    const leavesOf = (nodes: ReturnType<typeof sampleTreeOf>): string[] =>
      nodes.flatMap((node) => (node.isLeaf ? [node.id] : leavesOf(node.children)));
    const leafIds = [0, 1].flatMap((scope) =>
      leavesOf(
        sampleTreeOf(
          categories,
          samples.map((sample) => toCatalogueLeaf(sample.id, sample)),
          { scope },
        ),
      ),
    );
    expect(leafIds.toSorted()).toEqual(samples.map((sample) => sample.id).toSorted());
  });

  it('has packs that contain only parameters of their sample', () => {
    for (const pack of packs) {
      const parameterIds =
        samples.find((sample) => sample.id === pack.sampleId)?.parameters.map((parameter) => parameter.id) ?? [];
      expect(parameterIds).toEqual(expect.arrayContaining(pack.entries.map(({ param }) => param.id)));
    }
  });

  it('uses every id once', () => {
    const ids = [...categories, ...samples, ...standards, ...packs].map((row) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has the nine statuses, the 19 quantity units in order, and every default handling after the test', () => {
    expect(dictionary('ConsignStatus').map(({ typecode, typename }) => `${typecode} ${typename}`)).toEqual([
      '10 填写中',
      '20 待审核',
      '30 待收样',
      '40 审核不通过',
      '50 已撤回',
      '60 已收样',
      '70 待补正',
      '80 待签名',
      '90 已退样',
    ]);
    expect(dictionary('sampleAmountUnit').map(({ typecode }) => typecode)).toEqual([
      '个',
      '副',
      '套',
      'g',
      'kg',
      't',
      'km',
      'm',
      'mm',
      '㎡',
      'm³',
      'cm',
      'cm³',
      'L',
      '桶',
      '卷',
      '块',
      '根',
      '组',
    ]);
    const handlings = dictionary('sample_process_method').map(({ typename }) => typename);
    expect(handlings).toEqual(
      expect.arrayContaining([...new Set(samples.map((sample) => sample.defaultAfterTestOperate))]),
    );
  });
});
