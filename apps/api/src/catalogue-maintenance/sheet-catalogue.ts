import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { v5 } from 'uuid';
import { catalogueTables, listTables, readWorkbook, type CategoryRow, type HeldLeaf, type Language, type ListEntry, type ListName, type ReadLists, type ReadSheet, type SheetSample, type SheetTable, type StandardRow, type WorkbookReading } from '#domain';
import type { WorkbookReport } from '#contract';
import { reportOf } from './workbook-report.js';

/** What a workbook is made from and judged by, as the views hold it. A laboratory keeps its samples alone, lists and categories go with the system template. */
export type SheetCatalogue = {
  samples: readonly Omit<SheetSample, 'mark'>[];
  leaves: readonly HeldLeaf[];
  standards: readonly StandardRow[];
  lists: readonly (ListName & { entries: readonly ListEntry[] })[];
  categories: readonly CategoryRow[];
  isTemplate: boolean;
};

/** Ids of entries that a workbook adds to lists follow from their codes, so that the same workbook adds them once. */
const LIST_IDS = 'b3c1f7a2-5d0e-5c43-9b61-2f4a8d7e6c10';

/** Another one as soon as anything of what is marked is. */
const marked = <Facts extends object>(facts: Facts): Facts & { mark: string } => ({ ...facts, mark: createHash('sha256').update(canonicalize(facts) ?? '').digest('hex').slice(0, 8) });

const samplesOf = ({ samples }: SheetCatalogue): SheetSample[] => samples.map(({ link, id, ...sample }) => ({ ...marked(sample), id, ...(link === undefined ? {} : { link }) }));

const templateOf = ({ lists, categories, isTemplate }: SheetCatalogue): ReadLists => ({
  lists: lists.map(({ entries, ...list }) => ({ ...list, entries, mark: marked({ entries }).mark })), categories: categories.map(marked), mayKeep: isTemplate, newId: (list, code) => v5(`${list}/${code}`, LIST_IDS),
});

/** A catalogue as the tables of a workbook. */
export const tablesOf = (catalogue: SheetCatalogue): SheetTable[] => {
  const { lists, categories } = templateOf(catalogue);
  return [...catalogueTables(samplesOf(catalogue), catalogue.leaves), ...(catalogue.isTemplate ? listTables(lists, categories) : [])];
};

/** What a workbook would make of a catalogue: the report for its reader, and the changes, none where a cell is wrong. */
export type Judged = Pick<WorkbookReading, 'changes' | 'lists' | 'categories'> & { report: WorkbookReport };

/** Judges the sheets of a workbook: seconds of work where it is as large as it may be. */
export const judged = (sheets: readonly ReadSheet[], catalogue: SheetCatalogue, language: Language): Judged => {
  const template = templateOf(catalogue);
  const materials = catalogue.leaves.filter(({ withdrawn }) => !withdrawn);
  const reading = readWorkbook(sheets, { samples: samplesOf(catalogue), materials, standards: catalogue.standards, newId: (sampleId, code) => v5(code, sampleId), template });
  const { changes, lists, categories } = reading;
  return { changes, lists, categories, report: reportOf(reading, template, language) };
};
