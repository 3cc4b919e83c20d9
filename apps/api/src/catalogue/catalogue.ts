import type { LeafParameter, PackRow, SampleTreeNode, StandardRow, StorableSample } from '#domain/catalogue';
import type { CommandContext } from '#domain/event-sourcing';
import type { DictionaryRow, ReferenceRow } from '#domain/reference';
import type { ConcatRule } from '#domain/sample';
import type {
  CatalogueParameter,
  CatalogueSample,
  OfferedStandard,
  Position,
  SpecificationRuleLine,
  TestingUnit,
} from '#events';
import type { ConsignmentDefaults } from '../units/consignment-defaults.js';

/** 0 raw material, 1 on-site. */
export type SampleScope = number;
export type ListPage = { search: string; skipCount: number; maxResultCount: number };
export type Page<Row> = { rows: Row[]; total: number };
/** Where a sample is to be found; one that is elsewhere is not there. */
export type SampleLocation = { categoryId?: string | undefined; scope?: SampleScope | undefined };
/**
 * Ids a sample has already are in the answer whatever became of them; of the others those that are shown, or only those
 * that are offered.
 */
export type ParameterQuery = SampleLocation & { chosenIds: readonly string[]; showsUnoffered: boolean };
/** HTML: what the laboratory asks for because of this parameter; empty for nothing. */
export type ParameterOfSample = CatalogueParameter & { defaultSampleDescription: string };
/** A parameter wherever it stands in the catalogue. */
export type ParameterMatch = LeafParameter & {
  sampleId: string;
  sampleName: string;
  sampleNameLink: string;
  bigCategoryId: string;
};
/** What a sample is asked for beside its parameters, and the catalogue's own rule for its specification. */
export type AuxiliaryFields = Pick<
  CatalogueSample,
  | 'properties'
  | 'specificationRule'
  | 'sampleNumUnit'
  | 'delegatesNumUnit'
  | 'defaultDelegatesNum'
  | 'defaultAfterTestOperate'
>;
type NamedStandard = OfferedStandard & Pick<StandardRow, 'standardName' | 'executeDate' | 'expireDate'>;
export type StandardsOfParameter = {
  paramId: string;
  paramName: string;
  standards: NamedStandard[];
  basis: NamedStandard[];
};
export type StandardOfSample = Pick<
  StandardRow,
  'id' | 'standardName' | 'publishCode' | 'type' | 'uniqueKey' | 'executeDate' | 'expireDate'
>;
export type ListedPack = Pick<PackRow, 'id' | 'name'> & { paramCount: number };
/** Only packs that clients may choose unless all are wanted. */
export type PackQuery = { categoryId?: string | undefined; exposed: boolean };
/** How the pre-consignment service knows a list: by its type, its code or its group. */
export type DictionaryKey = { by: 'type' | 'code' | 'group'; name: string };
export type ExtraFields = Extract<ReferenceRow, { kind: 'extraFields' }>['fields'];
export type ConsignDefaults = Pick<
  ConsignmentDefaults,
  | 'consginTestType'
  | 'reportCount'
  | 'testUnitAddressId'
  | 'testUnitAddressDetail'
  | 'qualificationId'
  | 'qualificationName'
>;
/** Names as the form knows them; the click says no ids (001 section 7). */
export type ParameterClick = {
  sampleName: string;
  paramName: string;
  qualification: string;
  sampleSender: string;
  consignUnit: string;
};

/**
 * Port. What one testing unit offers to be tested, whoever keeps it: everything under /api/pre and every sample that is
 * stored asks here. A unit's laboratory system is another adapter of it. Ids have dashes. What the unit does not offer
 * is null, as is what nobody has; the callers say so in their own words. A system that cannot be asked is a Problem.
 */
export interface Catalogue {
  /** Null: of no single unit, all there is. */
  readonly testUnitId: string | null;

  /**
   * Categories with their samples, in the order of the catalogue; those around the sample named are there at any rate.
   */
  tree(scope: SampleScope, sampleId?: string): Promise<SampleTreeNode[]>;
  /** The samples with these parts of names, under their categories; an empty part matches all. */
  find(
    scope: SampleScope,
    names: { sampleName?: string; paramName?: string; selectedKey?: string },
  ): Promise<SampleTreeNode[]>;
  /** What hangs directly under a category. */
  samplesOf(categoryId: string): Promise<SampleTreeNode[] | null>;

  /** A sample with what of it is stored in a consignment. */
  sample(sampleId: string, scope: SampleScope): Promise<StorableSample | null>;
  parameters(sampleId: string, query: ParameterQuery): Promise<ParameterOfSample[] | null>;
  auxiliary(sampleId: string, paramIds: readonly string[]): Promise<AuxiliaryFields | null>;
  /** What is asked of the sample as a whole and because of these parameters, in order. */
  requirements(sampleId: string, paramIds: readonly string[]): Promise<CatalogueSample['requirements'] | null>;
  /** In their order. */
  materials(sampleId: string, paramIds: readonly string[]): Promise<CatalogueSample['materials'] | null>;
  examples(sampleId: string): Promise<NonNullable<CatalogueSample['examples']> | null>;
  /** Those in their order. */
  packs(sampleId: string, query: PackQuery): Promise<ListedPack[] | null>;
  /** One that does not say of which sample it is, is of the one it was asked for. */
  pack(id: string, sampleId?: string): Promise<PackRow | null>;

  /** Those that the sample or its parameters use, in the order of their numbers. */
  standardsOf(sampleId: string, place: SampleLocation): Promise<StandardOfSample[] | null>;
  /** Of the parameters named, or of all that the sample shows. */
  parameterStandards(sampleId: string, paramIds: readonly string[]): Promise<StandardsOfParameter[] | null>;
  /** Those of the ids that there are, in any order. */
  standards(ids: readonly string[]): Promise<StandardRow[]>;
  /** By part of name or number, in the order of their numbers; `ofThisUnit` those that its samples use. */
  standardList(page: ListPage & { ofThisUnit: boolean }): Promise<Page<StandardOfSample>>;
  /** By part of a name, in the order of the catalogue. */
  parameterList(page: ListPage): Promise<Page<ParameterMatch>>;

  dictionary(key: DictionaryKey): Promise<DictionaryRow[] | null>;
  detectionTypes(): Promise<DictionaryRow[]>;
  extraFields(): Promise<ExtraFields>;
  qualifications(): Promise<Pick<TestingUnit['qualifications'][number], 'id' | 'name' | 'orderIndex'>[]>;
  /** Each key with its value, Y and N for on and off; what is not set, or not for others to know, is N. */
  businessParams(keys: readonly string[]): Promise<Record<string, string>>;
  /** What a consignment to the unit starts with, for this consigning unit or for nobody in particular. */
  consignDefaults(consignUnitId: string | null): Promise<ConsignDefaults>;
  /** What the unit itself holds of a consignment, beside the attachments kept here. */
  attachments(consignId: string): Promise<{ id: string; attachmentName: string }[]>;

  /**
   * The rules that hold for a unit's specifications of a sample: its own, else the testing unit's, else the
   * catalogue's.
   */
  concatRules(sampleId: string, unitId: string | null): Promise<ConcatRule[] | null>;
  /** False for a sample that is not there. @throws RuleBroken TESTING_UNIT_REQUIRED */
  saveRule(sampleId: string, unitId: string, lines: SpecificationRuleLine[], context: CommandContext): Promise<boolean>;
  /**
   * Answers where in the log it stands, null where another system keeps it. @throws RuleBroken TESTING_UNIT_REQUIRED,
   * NO_UNOFFERED_PARAMETER
   */
  recordClick(click: ParameterClick, context: CommandContext): Promise<Position | null>;
}
