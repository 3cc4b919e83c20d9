import canonicalize from 'canonicalize';
import { v5 } from 'uuid';
import { createHash } from 'node:crypto';
import type { WorkbookReport } from '#contract';
import type { CategoryRow, PackRow, StandardRow } from '#domain/catalogue';
import {
  ACCESSORY_KINDS,
  ACCESSORY_SHEET,
  catalogueTables,
  CATEGORY_SHEET,
  findEmptiedPrices,
  listTables,
  otherTables,
  PACK_SHEET,
  packChanges,
  readWorkbook,
  remainingOwnSamples,
  sampleChanges,
  sheetNameOfList,
  toApiLevel,
  STANDARD_SHEET,
  STANDARD_TYPES,
  type AccessoryType,
  type ExistingItem,
  type EffectiveLeaf,
  type OtherSheets,
  type ListsToRead,
  type ReadSheet,
  type SheetSample,
  type SheetTable,
  type WorkbookChanges,
  type WorkbookReading,
} from '#domain/catalogue-maintenance';
import { factChanges } from '#domain/changes';
import { listChanges, toListEvent, type ListEntry, type ListName } from '#domain/reference';
import { messageOfProblem } from '#domain/rules';
import { type Language, normalizedCode } from '#domain/text';
import type { CatalogueStandard } from '#events';
import { sanitizeRequirementCell } from './clean-requirement.js';

/**
 * The catalogue that a workbook is written from and checked against. Only workbooks of the system template have lists
 * and categories.
 */
export type SheetCatalogue = {
  samples: readonly Omit<SheetSample, 'mark'>[];
  leaves: readonly EffectiveLeaf[];
  standards: readonly StandardRow[];
  lists: readonly (ListName & { entries: readonly ListEntry[] })[];
  categories: readonly CategoryRow[];
  isTemplate: boolean;
  /** The testing unit; null for the system template. */
  testUnitId: string | null;
  /** Top categories of the unit; null for all. */
  bigCategoryIds: readonly string[] | null;
  packs: readonly PackRow[];
  /**
   * Ids and names of the owner's stored samples and packs. For a unit these are its own and its copies, including
   * deleted ones.
   */
  existingSamples: readonly ExistingItem[];
  existingPacks: readonly ExistingItem[];
  /** Types of attachments of all units. */
  accessoryTypes: readonly AccessoryType[];
};

/** Ids of new list entries are derived from their codes, so that importing a workbook again adds nothing. */
const LIST_IDS = 'b3c1f7a2-5d0e-5c43-9b61-2f4a8d7e6c10';

/** The same for samples, standards and types of attachments. */
const NEW_IDS = '0d7f5b1e-4c2a-5f38-8a6d-93b1c0e7f254';

/** The name of an embedded picture in a cell. */
const PICTURES = { digest: (image: string) => createHash('sha256').update(image).digest('hex').slice(0, 32) };

/** Adds a checksum that detects changes. */
const withMark = <Facts extends object>(facts: Facts): Facts & { mark: string } => ({
  ...facts,
  mark: createHash('sha256')
    .update(canonicalize(facts) ?? '')
    .digest('hex')
    .slice(0, 8),
});

const toSheetSamples = ({ samples }: SheetCatalogue): SheetSample[] =>
  samples.map(({ link, id, ...sample }) => ({ ...withMark(sample), id, ...(link === undefined ? {} : { link }) }));

const toTemplateLists = ({ lists, categories, isTemplate }: SheetCatalogue): ListsToRead => ({
  lists: lists.map(({ entries, ...list }) => ({ ...list, entries, mark: withMark({ entries }).mark })),
  categories: categories.map(withMark),
  canChange: isTemplate,
  newId: (list, code) => v5(`${list}/${code}`, LIST_IDS),
});

const toOtherSheets = ({ packs, standards, accessoryTypes, isTemplate, testUnitId }: SheetCatalogue): OtherSheets => {
  const ownTypes = accessoryTypes.filter((each) => !each.isDeleted && each.testUnitId === testUnitId);
  const { mark } = withMark({ own: ownTypes });
  return {
    packs: packs.map(withMark),
    standards: standards.map(withMark),
    accessoryTypes: ownTypes.map((type) => ({ ...type, mark })),
    isTemplate,
    pictures: PICTURES,
  };
};

/** A catalogue as the tables of a workbook. */
export const toSheetTables = (catalogue: SheetCatalogue): SheetTable[] => {
  const { lists, categories } = toTemplateLists(catalogue);
  const samples = toSheetSamples(catalogue);
  return [
    ...catalogueTables(samples, catalogue.leaves),
    ...otherTables(samples, toOtherSheets(catalogue)),
    ...(catalogue.isTemplate ? listTables(lists, categories) : []),
  ];
};

/** The result of checking a workbook: the report, and the changes if no cell is wrong. */
export type CheckedWorkbook = WorkbookChanges & { report: WorkbookReport };

/** Checks the sheets of a workbook. This takes seconds for the largest ones. */
export const checkSheets = (
  sheets: readonly ReadSheet[],
  catalogue: SheetCatalogue,
  language: Language,
): CheckedWorkbook => {
  const template = toTemplateLists(catalogue);
  const materials = catalogue.leaves.filter(({ withdrawn }) => !withdrawn);
  const { packs, standards, accessoryTypes: currentTypes } = toOtherSheets(catalogue);
  const { testUnitId, bigCategoryIds, isTemplate } = catalogue;
  const newId = (code: string) => v5(`${testUnitId ?? 'template'}/${code}`, NEW_IDS);
  const reading = readWorkbook(sheets, {
    samples: toSheetSamples(catalogue),
    materials,
    standards: catalogue.standards,
    newId: (sampleId, code) => v5(code.startsWith('pack/') ? `${testUnitId ?? ''}${code}` : code, sampleId),
    template,
    pictures: PICTURES,
    sanitize: sanitizeRequirementCell,
    packs,
    existingPacks: catalogue.existingPacks,
    newSamples: {
      existingSamples: catalogue.existingSamples,
      room: isTemplate ? Number.POSITIVE_INFINITY : remainingOwnSamples(catalogue.leaves),
      newId: (code) => newId(`sample/${code}`),
      categories: catalogue.categories.filter((category) => bigCategoryIds?.includes(category.bigCategoryId) ?? true),
      usedCodes: new Set(
        catalogue.leaves.filter(({ withdrawn }) => withdrawn).map(({ sampleCode }) => normalizedCode(sampleCode)),
      ),
    },
    standardList: { standards, canChange: isTemplate, newId: (identity) => newId(`standard/${identity}`) },
    accessoryTypes: {
      all: catalogue.accessoryTypes,
      currentTypes,
      testUnitId,
      newId: (code) => newId(`accessoryType/${code}`),
    },
  });
  const { problems: _, samples: __, parameters: ___, newParameters: ____, ...changes } = reading;
  return { ...changes, report: reportOf(reading, template, language) };
};

const MAX_PROBLEMS = 500;

/** The report of a check, in the reader's language. */
const reportOf = (
  {
    problems,
    changes,
    lists,
    categories,
    packs,
    standards,
    accessoryTypes,
    samples,
    parameters,
    newParameters,
  }: WorkbookReading,
  template: Pick<ListsToRead, 'categories'>,
  language: Language,
): WorkbookReport => {
  const nameOf = (id: string) => template.categories.find((category) => category.id === id)?.name ?? id;
  return {
    samples,
    parameters,
    newParameters,
    imported: false,
    problemCount: problems.length,
    problems: problems.slice(0, MAX_PROBLEMS).map(({ problem: cellProblem, ...location }) => ({
      ...location,
      code: cellProblem.code,
      message: messageOfProblem(cellProblem, language),
    })),
    changes: changes.map(({ id, before, after }) => ({
      sampleId: id,
      sampleCode: after.sampleCode,
      sampleName: after.name,
      changes: sampleChanges(before, after),
    })),
    emptiedPrices: findEmptiedPrices(changes),
    others: [
      ...standards.map(({ id, before, after }) => ({
        sheet: STANDARD_SHEET,
        id,
        name: `${after.publishCode} ${after.standardName}`,
        changes: factChanges(before && standardForReport(before), standardForReport(after)),
      })),
      ...packs.map(({ id, before, after }) => ({
        sheet: PACK_SHEET,
        id,
        name: after.name,
        changes: packChanges(before, after),
      })),
      ...(accessoryTypes
        ? [
            {
              sheet: ACCESSORY_SHEET,
              id: ACCESSORY_SHEET,
              name: ACCESSORY_SHEET,
              changes: factChanges(
                { types: accessoryTypes.before.map(typeForReport) },
                { types: accessoryTypes.after.map(typeForReport) },
              ),
            },
          ]
        : []),
      ...categories.map(({ id, path, before, after }) => ({
        sheet: CATEGORY_SHEET,
        id,
        name: path,
        changes: factChanges(toApiLevel(before, nameOf), toApiLevel(after, nameOf)),
      })),
      ...lists.map(({ list, after }) => ({
        sheet: sheetNameOfList(list.name),
        id: list.name,
        name: list.title[language],
        changes: listChanges(toListEvent(list.name, list.entries), toListEvent(list.name, after), nameOf),
      })),
    ],
  };
};

const standardForReport = ({
  publishCode,
  standardName,
  type,
  executeDate,
  expireDate,
  clauseCodes,
}: CatalogueStandard): object => ({
  printsManCode: publishCode,
  baseStandardName: standardName,
  standardType: STANDARD_TYPES[type - 1] ?? '',
  executeDate,
  expireDate,
  clauseCodes,
});

const typeForReport = ({ id, name, type, enable, isRequire, orderNum }: AccessoryType): object => ({
  id,
  name,
  typeKind: ACCESSORY_KINDS[type] ?? '',
  enable,
  isRequire,
  orderIndex: orderNum,
});
