import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { v5 } from 'uuid';
import {
  catalogueTables,
  listTables,
  normalizedCode,
  otherTables,
  readWorkbook,
  roomForOwnSamples,
  type AccessoryType,
  type OtherSheets,
  type PackRow,
  type WorkbookChanges,
  type CategoryRow,
  type HeldId,
  type HeldLeaf,
  type Language,
  type ListEntry,
  type ListName,
  type ReadLists,
  type ReadSheet,
  type SheetSample,
  type SheetTable,
  type StandardRow,
} from '#domain';
import type { WorkbookReport } from '#contract';
import { cleanCellRequirement } from './clean-requirement.js';
import { reportOf } from './workbook-report.js';

/** What a workbook is made from and judged by, as the views hold it. A laboratory keeps its samples alone, lists and categories go with the system template. */
export type SheetCatalogue = {
  samples: readonly Omit<SheetSample, 'mark'>[];
  leaves: readonly HeldLeaf[];
  standards: readonly StandardRow[];
  lists: readonly (ListName & { entries: readonly ListEntry[] })[];
  categories: readonly CategoryRow[];
  isTemplate: boolean;
  /** Whose it is; null with the system template. */
  testUnitId: string | null;
  /** Those whose samples may be kept; null for all. */
  bigCategoryIds: readonly string[] | null;
  packs: readonly PackRow[];
  /** Samples and packs under whatever code or name, deleted ones too. */
  heldSamples: readonly HeldId[];
  heldPacks: readonly HeldId[];
  /** Kinds of attachments of everybody. */
  accessoryTypes: readonly AccessoryType[];
};

/** Ids of entries that a workbook adds to lists follow from their codes, so that the same workbook adds them once. */
const LIST_IDS = 'b3c1f7a2-5d0e-5c43-9b61-2f4a8d7e6c10';

/** So do those of samples, standards and kinds of attachments. */
const NEW_IDS = '0d7f5b1e-4c2a-5f38-8a6d-93b1c0e7f254';

/** A picture that lies in the catalogue, as a cell names it. */
const PICTURES = { digest: (image: string) => createHash('sha256').update(image).digest('hex').slice(0, 32) };

/** Another one as soon as anything of what is marked is. */
const marked = <Facts extends object>(facts: Facts): Facts & { mark: string } => ({
  ...facts,
  mark: createHash('sha256')
    .update(canonicalize(facts) ?? '')
    .digest('hex')
    .slice(0, 8),
});

const samplesOf = ({ samples }: SheetCatalogue): SheetSample[] =>
  samples.map(({ link, id, ...sample }) => ({ ...marked(sample), id, ...(link === undefined ? {} : { link }) }));

const templateOf = ({ lists, categories, isTemplate }: SheetCatalogue): ReadLists => ({
  lists: lists.map(({ entries, ...list }) => ({ ...list, entries, mark: marked({ entries }).mark })),
  categories: categories.map(marked),
  mayKeep: isTemplate,
  newId: (list, code) => v5(`${list}/${code}`, LIST_IDS),
});

const othersOf = ({ packs, standards, accessoryTypes, isTemplate, testUnitId }: SheetCatalogue): OtherSheets => {
  const own = accessoryTypes.filter((each) => !each.isDeleted && each.testUnitId === testUnitId);
  const { mark } = marked({ own });
  return {
    packs: packs.map(marked),
    standards: standards.map(marked),
    accessoryTypes: own.map((type) => ({ ...type, mark })),
    isTemplate,
    pictures: PICTURES,
  };
};

/** A catalogue as the tables of a workbook. */
export const tablesOf = (catalogue: SheetCatalogue): SheetTable[] => {
  const { lists, categories } = templateOf(catalogue);
  const samples = samplesOf(catalogue);
  return [
    ...catalogueTables(samples, catalogue.leaves),
    ...otherTables(samples, othersOf(catalogue)),
    ...(catalogue.isTemplate ? listTables(lists, categories) : []),
  ];
};

/** What a workbook would make of a catalogue: the report for its reader, and the changes, none where a cell is wrong. */
export type Judged = WorkbookChanges & { report: WorkbookReport };

/** Judges the sheets of a workbook: seconds of work where it is as large as it may be. */
export const judged = (sheets: readonly ReadSheet[], catalogue: SheetCatalogue, language: Language): Judged => {
  const template = templateOf(catalogue);
  const materials = catalogue.leaves.filter(({ withdrawn }) => !withdrawn);
  const { packs, standards, accessoryTypes: kept } = othersOf(catalogue);
  const { testUnitId, bigCategoryIds, isTemplate } = catalogue;
  const newId = (code: string) => v5(`${testUnitId ?? 'template'}/${code}`, NEW_IDS);
  const reading = readWorkbook(sheets, {
    samples: samplesOf(catalogue),
    materials,
    standards: catalogue.standards,
    newId: (sampleId, code) => v5(code.startsWith('pack/') ? `${testUnitId ?? ''}${code}` : code, sampleId),
    template,
    pictures: PICTURES,
    clean: cleanCellRequirement,
    packs,
    heldPacks: catalogue.heldPacks,
    newSamples: {
      held: catalogue.heldSamples,
      room: isTemplate ? Number.POSITIVE_INFINITY : roomForOwnSamples(catalogue.leaves),
      newId: (code) => newId(`sample/${code}`),
      categories: catalogue.categories.filter((category) => bigCategoryIds?.includes(category.bigCategoryId) ?? true),
      takenCodes: new Set(
        catalogue.leaves.filter(({ withdrawn }) => withdrawn).map(({ sampleCode }) => normalizedCode(sampleCode)),
      ),
    },
    listed: { standards, mayKeep: isTemplate, newId: (identity) => newId(`standard/${identity}`) },
    accessoryTypes: {
      all: catalogue.accessoryTypes,
      kept,
      testUnitId,
      newId: (code) => newId(`accessoryType/${code}`),
    },
  });
  const { problems: _, samples: __, parameters: ___, newParameters: ____, ...changes } = reading;
  return { ...changes, report: reportOf(reading, template, language) };
};
