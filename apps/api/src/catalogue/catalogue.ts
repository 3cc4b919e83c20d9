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
/** The place of a sample in the catalogue. A sample at another place counts as missing. */
export type SampleLocation = { categoryId?: string | undefined; scope?: SampleScope | undefined };
/**
 * The parameters in `chosenIds` are always in the result, even if they are no longer offered. Of the others, the result
 * has all that are shown, or only those that are offered.
 */
export type ParameterQuery = SampleLocation & { chosenIds: readonly string[]; showsUnoffered: boolean };
/** `defaultSampleDescription` is HTML: the laboratory's requirements for this parameter. Empty if there are none. */
export type ParameterOfSample = CatalogueParameter & { defaultSampleDescription: string };
/** A parameter with its sample and its place in the catalogue. */
export type ParameterMatch = LeafParameter & {
  sampleId: string;
  sampleName: string;
  sampleNameLink: string;
  bigCategoryId: string;
};
/** The fields of a sample besides its parameters, and the catalogue's own rule for its specification. */
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
/** With `exposed`, only packs that clients may choose. */
export type PackQuery = { categoryId?: string | undefined; exposed: boolean };
/** The key of a list in the pre-consignment service: its type, its code or its group. */
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
/** Names as the form shows them. The request has no ids (001 section 7). */
export type ParameterClick = {
  sampleName: string;
  paramName: string;
  qualification: string;
  sampleSender: string;
  consignUnit: string;
};

/**
 * Port. The offer of one testing unit, wherever it is stored. Everything under /api/pre and every sample that is stored
 * uses it. There is one adapter for the catalogue stored here and one for a unit's laboratory system. Ids have dashes.
 * The result is null for a thing that the unit does not offer or that does not exist. The callers have their own errors
 * for it. @throws Problem if a laboratory system is unavailable
 */
export interface Catalogue {
  /** Null for the whole catalogue, which belongs to no single unit. */
  readonly testUnitId: string | null;

  /**
   * Categories with their samples, in the order of the catalogue. Those around the given sample are always included.
   */
  tree(scope: SampleScope, sampleId?: string): Promise<SampleTreeNode[]>;
  /** The samples whose names contain these texts, under their categories. An empty text matches all. */
  find(
    scope: SampleScope,
    names: { sampleName?: string; paramName?: string; selectedKey?: string },
  ): Promise<SampleTreeNode[]>;
  /** The direct children of a category. */
  samplesOf(categoryId: string): Promise<SampleTreeNode[] | null>;

  /** A sample with the members that a consignment stores. */
  sample(sampleId: string, scope: SampleScope): Promise<StorableSample | null>;
  parameters(sampleId: string, query: ParameterQuery): Promise<ParameterOfSample[] | null>;
  auxiliary(sampleId: string, paramIds: readonly string[]): Promise<AuxiliaryFields | null>;
  /** The requirements of the sample as a whole and of these parameters, in order. */
  requirements(sampleId: string, paramIds: readonly string[]): Promise<CatalogueSample['requirements'] | null>;
  /** The raw materials in their order. */
  materials(sampleId: string, paramIds: readonly string[]): Promise<CatalogueSample['materials'] | null>;
  examples(sampleId: string): Promise<NonNullable<CatalogueSample['examples']> | null>;
  /** The packs in their order. */
  packs(sampleId: string, query: PackQuery): Promise<ListedPack[] | null>;
  /** A pack that does not name its sample gets the given `sampleId`. */
  pack(id: string, sampleId?: string): Promise<PackRow | null>;

  /** The standards that the sample or its parameters use, in the order of their numbers. */
  standardsOf(sampleId: string, location: SampleLocation): Promise<StandardOfSample[] | null>;
  /** The standards of the given parameters, or of all that the sample shows if none is given. */
  parameterStandards(sampleId: string, paramIds: readonly string[]): Promise<StandardsOfParameter[] | null>;
  /** The standards that exist among these ids, in any order. */
  standards(ids: readonly string[]): Promise<StandardRow[]>;
  /**
   * The standards that contain `search` in their name or number, in the order of their numbers. With `thisUnitOnly`,
   * only those that the unit's samples use.
   */
  standardList(page: ListPage & { thisUnitOnly: boolean }): Promise<Page<StandardOfSample>>;
  /** The parameters that contain `search` in their name, in the order of the catalogue. */
  parameterList(page: ListPage): Promise<Page<ParameterMatch>>;

  dictionary(key: DictionaryKey): Promise<DictionaryRow[] | null>;
  detectionTypes(): Promise<DictionaryRow[]>;
  extraFields(): Promise<ExtraFields>;
  qualifications(): Promise<Pick<TestingUnit['qualifications'][number], 'id' | 'name' | 'orderIndex'>[]>;
  /**
   * The value of each key, Y and N for on and off. The value is N for a key that is not set or that is private to the
   * unit.
   */
  businessParams(keys: readonly string[]): Promise<Record<string, string>>;
  /** The initial values of a consignment to the unit, for this consigning unit, or for none in particular. */
  consignDefaults(consignUnitId: string | null): Promise<ConsignDefaults>;
  /** The unit's own files of a consignment, besides the attachments stored here. */
  attachments(consignId: string): Promise<{ id: string; attachmentName: string }[]>;

  /**
   * The rules of a unit for the specification of a sample: its own, otherwise the testing unit's, otherwise the
   * catalogue's.
   */
  concatRules(sampleId: string, unitId: string | null): Promise<ConcatRule[] | null>;
  /** False if there is no such sample. @throws RuleBroken TESTING_UNIT_REQUIRED */
  saveRule(sampleId: string, unitId: string, lines: SpecificationRuleLine[], context: CommandContext): Promise<boolean>;
  /**
   * Returns the position in the log, null if another system stores the click.
   * @throws RuleBroken TESTING_UNIT_REQUIRED, NO_UNOFFERED_PARAMETER
   */
  recordClick(click: ParameterClick, context: CommandContext): Promise<Position | null>;
}
