import type { CommandContext, CatalogueSampleRow, DictionaryRow, LeafParameter, PackRow, ReferenceRow, SampleTreeNode, StandardRow } from '#domain';
import type { Position, SpecificationRuleLine, TestingUnit } from '#events';
import type { Defaults } from '../consignments/defaults.js';

/** 0 raw material, 1 on-site. */
export type Scope = number;
export type ListPage = { search: string; skipCount: number; maxResultCount: number };
export type Listed<Row> = { rows: Row[]; total: number };
/** A parameter wherever it stands in the catalogue. */
export type ParameterInSample = LeafParameter & { sampleId: string; sampleName: string; sampleNameLink: string; bigCategoryId: string };
export type ExtraFields = Extract<ReferenceRow, { kind: 'extraFields' }>['fields'];
export type ConsignDefaults = Pick<Defaults, 'consginTestType' | 'reportCount' | 'testUnitAddressId' | 'testUnitAddressDetail' | 'qualificationId' | 'qualificationName'>;
/** Names as the form knows them; the click says no ids (001 section 7). */
export type ParameterClick = { sampleName: string; paramName: string; qualification: string; consignUnit: string };

/**
 * Port. What one testing unit offers to be tested, whoever keeps it: everything under /api/pre and every sample that is stored asks
 * here. A unit's laboratory system is another adapter of it. Ids have dashes. What the unit does not offer is null, as is what nobody
 * has; the callers say so in their own words.
 */
export interface Catalogue {
  /** Null: of no single unit, all there is. */
  readonly testUnitId: string | null;

  /** Categories with their samples, in the order of the catalogue. */
  tree(scope: Scope): Promise<SampleTreeNode[]>;
  /** The samples with these parts of names, under their categories; an empty part matches all. */
  find(scope: Scope, names: { sampleName?: string; paramName?: string }): Promise<SampleTreeNode[]>;
  /** What hangs directly under a category. */
  samplesOf(categoryId: string): Promise<SampleTreeNode[] | null>;
  /** A sample with all that hangs on it: parameters, properties, rule, requirements, materials, examples. */
  sample(sampleId: string): Promise<CatalogueSampleRow | null>;
  /** Those of the sample, hidden ones too, in their order. */
  packs(sampleId: string): Promise<PackRow[] | null>;
  pack(id: string): Promise<PackRow | null>;

  /** Those of the ids that there are, in any order. */
  standards(ids: readonly string[]): Promise<StandardRow[]>;
  /** By part of name or number, in the order of their numbers; `ofThisUnit` those that its samples use. */
  standardList(page: ListPage & { ofThisUnit: boolean }): Promise<Listed<StandardRow>>;
  /** By part of a name, in the order of the catalogue. */
  parameterList(page: ListPage): Promise<Listed<ParameterInSample>>;

  dictionary(name: string): Promise<DictionaryRow[] | null>;
  extraFields(): Promise<ExtraFields>;
  qualifications(): Promise<Pick<TestingUnit['qualifications'][number], 'id' | 'name' | 'orderIndex'>[]>;
  /** Each key with its value, Y and N for on and off; what is not set, or not for others to know, is N. */
  businessParams(keys: readonly string[]): Promise<Record<string, string>>;
  /** What a consignment to the unit starts with, for this consigning unit or for nobody in particular. */
  consignDefaults(consignUnitId: string | null): Promise<ConsignDefaults>;
  /** What the unit itself holds of a consignment, beside the attachments kept here. */
  attachments(consignId: string): Promise<{ id: string; attachmentName: string }[]>;

  /** The rule that holds for a unit's specifications of a sample, if one was ever saved: its own, else the testing unit's. */
  savedRule(sampleId: string, unitId: string | null): Promise<SpecificationRuleLine[] | null>;
  /** @throws RuleBroken TESTING_UNIT_REQUIRED */
  saveRule(sampleId: string, unitId: string, lines: SpecificationRuleLine[], context: CommandContext): Promise<void>;
  /** Answers where in the log it stands. @throws RuleBroken TESTING_UNIT_REQUIRED, NO_UNOFFERED_PARAMETER */
  recordClick(click: ParameterClick, context: CommandContext): Promise<Position | null>;
}
