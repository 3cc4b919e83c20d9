import type { WorkbookReport } from '#contract';
import {
  ACCESSORY_KINDS,
  ACCESSORY_SHEET,
  CATEGORY_SHEET,
  emptiedPrices,
  factChanges,
  PACK_SHEET,
  packChanges,
  STANDARD_SHEET,
  STANDARD_TYPES,
  listChanges,
  listedAs,
  messageOfProblem,
  sampleChanges,
  sheetOfList,
  spokenLevel,
  type AccessoryType,
  type Language,
  type ReadLists,
  type WorkbookReading,
} from '#domain';
import type { CatalogueStandard } from '#events';

const MOST_PROBLEMS = 500;

/** What importing a workbook would do, in the reader's language. */
export const reportOf = (
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
  template: Pick<ReadLists, 'categories'>,
  language: Language,
): WorkbookReport => {
  const nameOf = (id: string) => template.categories.find((category) => category.id === id)?.name ?? id;
  return {
    samples,
    parameters,
    newParameters,
    imported: false,
    problemCount: problems.length,
    problems: problems.slice(0, MOST_PROBLEMS).map(({ problem: found, ...place }) => ({
      ...place,
      code: found.code,
      message: messageOfProblem(found, language),
    })),
    changes: changes.map(({ id, before, after }) => ({
      sampleId: id,
      sampleCode: after.sampleCode,
      sampleName: after.name,
      changes: sampleChanges(before, after),
    })),
    emptiedPrices: emptiedPrices(changes),
    others: [
      ...standards.map(({ id, before, after }) => ({
        sheet: STANDARD_SHEET,
        id,
        name: `${after.publishCode} ${after.standardName}`,
        changes: factChanges(before && spokenStandard(before), spokenStandard(after)),
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
                { types: accessoryTypes.before.map(spokenType) },
                { types: accessoryTypes.after.map(spokenType) },
              ),
            },
          ]
        : []),
      ...categories.map(({ id, path, before, after }) => ({
        sheet: CATEGORY_SHEET,
        id,
        name: path,
        changes: factChanges(spokenLevel(before, nameOf), spokenLevel(after, nameOf)),
      })),
      ...lists.map(({ list, after }) => ({
        sheet: sheetOfList(list.name),
        id: list.name,
        name: list.title[language],
        changes: listChanges(listedAs(list.name, list.entries), listedAs(list.name, after), nameOf),
      })),
    ],
  };
};

const spokenStandard = ({
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

const spokenType = ({ id, name, type, enable, isRequire, orderNum }: AccessoryType): object => ({
  id,
  name,
  typeKind: ACCESSORY_KINDS[type] ?? '',
  enable,
  isRequire,
  orderIndex: orderNum,
});
