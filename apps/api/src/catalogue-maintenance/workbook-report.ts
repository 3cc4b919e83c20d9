import type { WorkbookReport } from '#contract';
import { CATEGORY_SHEET, factChanges, listChanges, listedAs, messageOfProblem, sampleChanges, sheetOfList, spokenLevel, type Language, type ReadLists, type WorkbookReading } from '#domain';

const MOST_PROBLEMS = 500;

/** What importing a workbook would do, in the reader's language. */
export const reportOf = ({ problems, changes, lists, categories, ...counts }: WorkbookReading, template: Pick<ReadLists, 'categories'>, language: Language): WorkbookReport => {
  const nameOf = (id: string) => template.categories.find((category) => category.id === id)?.name ?? id;
  return {
    ...counts, imported: false, problemCount: problems.length,
    problems: problems.slice(0, MOST_PROBLEMS).map(({ problem: found, ...place }) => ({ ...place, code: found.code, message: messageOfProblem(found, language) })),
    changes: changes.map(({ id, before, after }) => ({ sampleId: id, sampleCode: after.sampleCode, sampleName: after.name, changes: sampleChanges(before, after) })),
    others: [
      ...categories.map(({ id, path, before, after }) => ({ sheet: CATEGORY_SHEET, id, name: path, changes: factChanges(spokenLevel(before, nameOf), spokenLevel(after, nameOf)) })),
      ...lists.map(({ list, after }) => ({ sheet: sheetOfList(list.name), id: list.name, name: list.title[language], changes: listChanges(listedAs(list.name, list.entries), listedAs(list.name, after), nameOf) })),
    ],
  };
};
