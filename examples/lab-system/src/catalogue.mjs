// The catalogue of the laboratory, as the platform asks for it below /api (docs/integration.md, "The catalogue in your own system").
// It reads the reference data of the platform, so that what a client chooses here is known there. A real system reads its database.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The platform sends ids without dashes; a real system uses its own ids and sends them as they are. */
const normalizedId = (id) =>
  String(id ?? '')
    .replaceAll('-', '')
    .toLowerCase();
const isSame = (left, right) => normalizedId(left) === normalizedId(right);
const parseIds = (text) => (text ? text.split(',').map(normalizedId) : []);
const rowsOf = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

/** `folder` holds categories.jsonl, samples.jsonl, ...; `unitNo` is the number of this laboratory on the platform. */
export const openCatalogue = (folder, unitNo) => {
  const categories = rowsOf(join(folder, 'categories.jsonl'));
  const samples = rowsOf(join(folder, 'samples.jsonl'));
  const packs = rowsOf(join(folder, 'packs.jsonl'));
  const standards = rowsOf(join(folder, 'standards.jsonl'));
  const extraFields = rowsOf(join(folder, 'extra-fields.jsonl'));
  const dictionaries = new Map(rowsOf(join(folder, 'dictionaries.jsonl')).map(({ name, rows }) => [name, rows]));
  const unit = rowsOf(join(folder, '../demo/testing-units.jsonl')).find((row) => row.unitNo === unitNo);
  const qualifications = unit?.qualifications ?? rowsOf(join(folder, 'qualifications.jsonl'));
  const savedRules = new Map();

  const sampleOf = (id) => samples.find((sample) => isSame(sample.id, id));
  const standardOf = (id) => standards.find((standard) => isSame(standard.id, id));
  const withStandardName = (standard) => {
    const { standardName = '', executeDate = null, expireDate = null } = standardOf(standard.standardId) ?? {};
    return { ...standard, standardName, executeDate, expireDate };
  };

  const leafOf = ({ id, name, bigCategoryId, sampleNameLink }) => ({
    id,
    name,
    label: name,
    category: false,
    isLeaf: true,
    bigCategoryId,
    sampleNameLink,
    children: [],
  });
  /** Categories as a tree, with the samples that `isIncluded` lets through; `keepsEmpty` says which categories stay without any. */
  const tree = (scope, isIncluded, keepsEmpty, parentId = null) =>
    categories
      .filter((category) => category.isLocaleItem === scope && category.parentId === parentId)
      .map((category) => ({
        id: category.id,
        name: category.name,
        label: category.name,
        category: true,
        isLeaf: false,
        bigCategoryId: category.bigCategoryId,
        children: [
          ...tree(scope, isIncluded, keepsEmpty, category.id),
          ...samples.filter((sample) => sample.categoryId === category.id && isIncluded(sample)).map(leafOf),
        ],
      }))
      .filter((node) => keepsEmpty || node.children.length > 0);
  const parametersOf = (sample, ids) =>
    sample.parameters.filter(
      (parameter) => !parameter.deleted && (ids.length === 0 || ids.includes(normalizedId(parameter.id))),
    );
  const page = (rows, { skipCount = '0', maxResultCount = '10' }) => ({
    items: rows.slice(Number(skipCount), Number(skipCount) + Number(maxResultCount)),
    totalCount: rows.length,
  });
  const dictionary = (name) => dictionaries.get(name);

  /** Every call by its path below /api. An answer of undefined means that the laboratory does not have it. */
  const calls = {
    'GET pre/sample/tree': ({ type, id }) => {
      const category = sampleOf(id)?.categoryId;
      return { sampleTree: tree(Number(type), (sample) => sample.categoryId === category, true) };
    },
    'GET pre/category/list': ({ paramName, type }) => ({
      sampleTree: paramName
        ? tree(Number(type), ({ parameters }) => parameters.some(({ name }) => name.includes(paramName)), false)
        : tree(Number(type), () => false, true).map((category) => ({ ...category, children: [] })),
    }),
    'GET pre/category/sample': ({ sampleName, queryScope }) => ({
      sampleTree: tree(Number(queryScope), ({ name }) => name.includes(sampleName ?? ''), false),
    }),
    'GET pre/category/sample/:id': (_query, id) => ({
      sampleTree: samples.filter(({ categoryId }) => isSame(categoryId, id)).map(leafOf),
    }),
    'GET pre/test/param': ({ sampleId, sampleParamIds, preConsignShow }) => {
      const sample = sampleOf(sampleId);
      return (
        sample &&
        parametersOf(sample, parseIds(sampleParamIds)).filter(
          (parameter) => preConsignShow === 'true' || parameter.preConsignShow,
        )
      );
    },
    'GET pre/other/info': ({ sampleId }) => {
      const sample = sampleOf(sampleId);
      return (
        sample && {
          properties: sample.properties,
          specificationParts: savedRules.get(normalizedId(sample.id)) ?? sample.specificationRule?.parts ?? [],
          specificationExample: sample.specificationRule?.example ?? '',
          sampleNumUnit: sample.sampleNumUnit,
          delegatesNumUnit: sample.delegatesNumUnit,
          defaultDelegatesNum: sample.defaultDelegatesNum,
          defaultAfterTestOperate: sample.defaultAfterTestOperate,
        }
      );
    },
    'GET pre/requirements': ({ sampleId, paramIds }) => {
      const requestedIds = parseIds(paramIds);
      return sampleOf(sampleId)?.requirements.filter(
        (row) => row.paramIds.length === 0 || row.paramIds.some((id) => requestedIds.includes(normalizedId(id))),
      );
    },
    'GET pre/materials': ({ sampleId }) => sampleOf(sampleId)?.materials,
    'GET pre/sample-example': ({ sampleId }) =>
      sampleOf(sampleId)?.examples.map(({ name, image }) => ({ name, url: image })),
    'GET pre/param-packs': ({ sampleId }) =>
      packs
        .filter((pack) => pack.exposed && isSame(pack.sampleId, sampleId))
        .map(({ id, name, entries }) => ({ id, name, paramCount: entries.length })),
    'GET pre/param-pack/:id': (_query, id) => packs.find((pack) => isSame(pack.id, id)),
    'GET pre/standard': ({ sampleId }) => {
      const usedStandards = (sampleOf(sampleId)?.parameters ?? []).flatMap((parameter) => [
        ...parameter.standards,
        ...parameter.basis,
      ]);
      return [...new Map(usedStandards.map((standard) => [standard.uniqueKey, withStandardName(standard)])).values()];
    },
    'GET pre/param/standard': ({ sampleId, paramIds }) => {
      const sample = sampleOf(sampleId);
      return (
        sample &&
        parametersOf(sample, parseIds(paramIds)).map((parameter) => ({
          paramId: parameter.id,
          paramName: parameter.name,
          standards: parameter.standards.map(withStandardName),
          basis: parameter.basis.map(withStandardName),
        }))
      );
    },
    'GET pre/standard/list': ({ search = '', ...paging }) =>
      page(
        standards
          .filter(({ standardName, publishCode }) => `${publishCode} ${standardName}`.includes(search))
          .map(({ id, standardName, publishCode, type, uniqueKey, executeDate, expireDate }) => ({
            id,
            baseStandardName: standardName,
            printsManCode: publishCode,
            type,
            uniqKey: uniqueKey,
            executeDate,
            expireDate,
          })),
        paging,
      ),
    'GET pre/param/list': ({ search = '', ...paging }) =>
      page(
        samples.flatMap((sample) =>
          sample.parameters
            .filter((parameter) => !parameter.deleted && parameter.name.includes(search))
            .map(({ id, code, name, displayName }) => ({
              id,
              code,
              name,
              displayName,
              sampleId: sample.id,
              sampleName: sample.name,
              sampleNameLink: sample.sampleNameLink,
              bigCategoryId: sample.bigCategoryId,
            })),
        ),
        paging,
      ),
    'GET pre/concat-rules': ({ sampleId }) => {
      const sample = sampleOf(sampleId);
      const rule = sample?.specificationRule;
      if (!rule) return sample && [];
      const configData = savedRules.get(normalizedId(sample.id)) ?? rule.parts;
      return [{ ...rule, sampleId: sample.id, configData }];
    },
    'GET pre/dictionary': ({ typeCode }) => dictionary(typeCode),
    'GET dictionaryController/types': ({ code }) => dictionary(code),
    'GET dictionaryController.do': ({ dictGroupId }) => dictionary(dictGroupId),
    'GET pre/detection/type/:code': () => dictionary('detectionTypes'),
    'GET pre/customProperty/consign': () => extraFields,
    'GET pre/qualification/list': () => qualifications.map(({ id, name, orderIndex }) => ({ id, name, orderIndex })),
    'GET pre/business-param': ({ keys = '' }) =>
      Object.fromEntries(
        keys.split(',').map((key) => [key, key === 'USING_RECOMMENDED_PARAMETER_STANDARD' ? 'Y' : 'N']),
      ),
    'GET pre/consignDefaultValues': () => ({ consginTestType: '委托检测', reportCount: 3 }),
    'GET pre/attachment': () => [],
    'POST specification/saveOrUpdate': ({ sampleId, configData }) => {
      savedRules.set(normalizedId(sampleId), JSON.parse(configData));
      return true;
    },
    'POST pre/test/param/click': () => true,
  };

  /**
   * The answer to a call: `{ code, message, data }`; null for a path that is none of the catalogue. Members of the query and, of what
   * is sent, of the form are `members`.
   */
  return (method, path, members) => {
    const call = calls[`${method} ${path}`];
    const [, parent, id] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    const callById = call ? undefined : (calls[`${method} ${parent}/:id`] ?? calls[`${method} ${parent}/:code`]);
    if (!call && !callById) return null;
    const data = call ? call(members) : callById(members, decodeURIComponent(id));
    if (data === undefined) return { code: 40400, message: '没有该数据', data: null };
    return { code: path === 'pre/test/param/click' ? 21000 : 20000, message: '', data };
  };
};
