import type { CatalogueParameter, OfferedStandard } from '#events';
import type { CatalogueSampleRow } from '../catalogue/catalogue-views.js';
import { isOffered, offeredParametersOf } from '../catalogue/choose-parameters.js';
import { omitUndefined } from '../rules/equality.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { chargedPriceEntry, choosePrice, PRICE_TYPE } from '../sample/pricing.js';
import { isBlank } from '../text/text.js';

const isScript = ({ type }: CatalogueParameter['prices'][number]): boolean => type === PRICE_TYPE.script;

/**
 * A price by script is an amount with a text that explains it; the text is not evaluated (PR-002, SS-016). A text turns
 * the charged price into a price by script, or replaces the text of an existing one. Null turns it into the parameter's
 * own price and removes all other prices except the shared one, so that a price hidden by the script does not come
 * back. An empty text for a parameter without a script changes nothing.
 */
export const applyScriptPrice = (
  parameter: CatalogueParameter,
  description: string | null | undefined,
): CatalogueParameter => {
  const { prices } = parameter;
  const script = prices.find(isScript);
  if (description === undefined || (!script && (description === null || isBlank(description)))) return parameter;
  if (description === null) {
    return {
      ...parameter,
      prices: prices.flatMap((each) =>
        each === script
          ? [{ type: PRICE_TYPE.parameter, price: each.price, qualifier: '', scriptDescription: '' }]
          : each.type === PRICE_TYPE.shared
            ? [each]
            : [],
      ),
    };
  }
  if (script)
    return {
      ...parameter,
      prices: prices.map((each) => (each === script ? { ...each, scriptDescription: description } : each)),
    };
  const chargedEntry = chargedPriceEntry(parameter);
  const scriptEntry = {
    type: PRICE_TYPE.script,
    price: chargedEntry?.price ?? '',
    qualifier: '',
    scriptDescription: description,
  };
  return {
    ...parameter,
    prices: chargedEntry
      ? prices.map((each) => (each === chargedEntry ? scriptEntry : each))
      : [...prices, scriptEntry],
  };
};

/**
 * Problems of the price by script in an input, with the member's name in the request: it needs a text and must not be
 * shared (A-PR-4).
 */
export const scriptPriceProblems = ({
  prices,
  sharedPrice,
}: Pick<CatalogueParameter, 'prices' | 'sharedPrice'>): Problem[] => {
  const script = prices.find(isScript);
  if (!script) return [];
  return [
    ...(isBlank(script.scriptDescription) ? [problem('SCRIPT_WITHOUT_WORDS', {}, 'scriptDescription')] : []),
    ...(sharedPrice !== null || prices.some(({ type }) => type === PRICE_TYPE.shared)
      ? [problem('SCRIPT_PRICE_SHARED', {}, 'sharedPrice')]
      : []),
  ];
};

/**
 * A parameter as the laboratory enters it. Absent members stay unchanged; `price` and `sharedPrice` are in yuan, an
 * empty `sharedPrice` ends the sharing.
 */
export type ParameterPatch = {
  name?: string;
  displayName?: string;
  testParamCode?: string;
  description?: string;
  num?: number;
  price?: string;
  sharedPrice?: string;
  sharedPriceQualifier?: string;
  /** The portion of the price that parameters with the same name share; it is charged once. */
  shareTestQuantity?: number | null;
  shareTestQuantityIdent?: string;
  /**
   * The text of the price by script. A text makes the price a price by script; null makes it the parameter's own price.
   */
  scriptDescription?: string | null;
  testQuantity?: number | null;
  unitMeasure?: string;
  paramWorkDay?: number | null;
  offered?: boolean;
  /** All standards for test and evaluation, with their data in the catalogue. */
  standards?: readonly OfferedStandard[];
};

const EMPTY_PARAMETER: Omit<CatalogueParameter, 'id'> = {
  code: '',
  name: '',
  displayName: '',
  remark: '',
  orderNum: 0,
  prices: [],
  sharedPriceQualifier: '',
  sharedPrice: null,
  testQuantity: null,
  shareTestQuantity: null,
  shareTestQuantityIdent: '',
  unitMeasure: '',
  paramWorkDay: null,
  deleted: false,
  preConsignShow: true,
  standards: [],
  basis: [],
  criteria: [],
};

/**
 * Applies an input to a parameter. `before` is the parameter, or the id of a new one. A parameter that is not offered
 * stays visible, marked as "not yet offered" (SS-023).
 */
export const applyParameterPatch = (patch: ParameterPatch, before: CatalogueParameter | string): CatalogueParameter => {
  const current = typeof before === 'string' ? { ...EMPTY_PARAMETER, id: before } : before;
  const {
    displayName: newDisplayName,
    testParamCode,
    description,
    num,
    price,
    sharedPrice,
    sharedPriceQualifier,
    offered,
    standards,
    scriptDescription,
    ...otherMembers
  } = patch;
  const withMembers: CatalogueParameter = {
    ...current,
    ...omitUndefined(otherMembers),
    code: (testParamCode ?? current.code).trim(),
    remark: description ?? current.remark,
    orderNum: num ?? current.orderNum,
    deleted: offered === undefined ? current.deleted : !offered,
  };
  // A display name that is cleared, or that equals the old name, follows the name.
  const displayName =
    newDisplayName?.trim() ||
    (newDisplayName === '' || current.displayName === current.name ? withMembers.name : current.displayName);
  const prices = price === undefined ? withMembers.prices : withOwnPrice(withMembers, price);
  const withPrices = withSharing(
    applyScriptPrice({ ...withMembers, displayName, prices }, scriptDescription),
    sharedPrice,
    sharedPriceQualifier,
  );
  return standards === undefined ? withPrices : { ...withPrices, ...standardsOf(standards, current) };
};

/**
 * The price that is charged for the parameter alone, of any type, in yuan. Cells show it because it is what a client
 * pays (PR-002 to PR-005). Empty if there is none.
 */
export const ownPriceText = (
  parameter: Pick<CatalogueParameter, 'prices' | 'sharedPrice' | 'sharedPriceQualifier'>,
): string => chargedPriceEntry(parameter)?.price ?? '';

/** The text of the price by script; null if there is none. */
export const scriptDescriptionOf = ({ prices }: Pick<CatalogueParameter, 'prices'>): string | null =>
  prices.find(({ type }) => type === PRICE_TYPE.script)?.scriptDescription ?? null;

export const sharedPriceOfParameter = ({
  prices,
  sharedPrice,
}: Pick<CatalogueParameter, 'prices' | 'sharedPrice'>): string =>
  prices.find(({ type }) => type === PRICE_TYPE.shared)?.price ?? sharedPrice ?? '';

/**
 * Changes the amount of the charged price and keeps its type and place. An empty price removes all prices except the
 * shared one, so that no other price comes back.
 */
const withOwnPrice = (parameter: CatalogueParameter, price: string): CatalogueParameter['prices'] => {
  const { prices } = parameter;
  if (price === '') return prices.filter(({ type }) => type === PRICE_TYPE.shared);
  const chargedEntry = chargedPriceEntry(parameter);
  return chargedEntry
    ? prices.map((each) => (each === chargedEntry ? { ...each, price } : each))
    : [...prices, { type: PRICE_TYPE.parameter, price, qualifier: '', scriptDescription: '' }];
};

/** A shared price is stored twice: as a price entry and in the parameter's own members. Both are updated together. */
const withSharing = (
  parameter: CatalogueParameter,
  newPrice: string | undefined,
  newGroup: string | undefined,
): CatalogueParameter => {
  if (newPrice === undefined && newGroup === undefined) return parameter;
  const price = newPrice ?? sharedPriceOfParameter(parameter);
  const group = (newGroup ?? parameter.sharedPriceQualifier).trim();
  if (price === '')
    return {
      ...parameter,
      prices: parameter.prices.filter(({ type }) => type !== PRICE_TYPE.shared),
      sharedPrice: null,
      sharedPriceQualifier: '',
    };
  const entry = parameter.prices.find(({ type }) => type === PRICE_TYPE.shared);
  const sharedEntry = { type: PRICE_TYPE.shared, scriptDescription: '', ...entry, price, qualifier: group };
  return {
    ...parameter,
    prices: entry
      ? parameter.prices.map((each) => (each === entry ? sharedEntry : each))
      : [sharedEntry, ...parameter.prices],
    sharedPrice: price,
    sharedPriceQualifier: group,
  };
};

/**
 * Derives bases and criteria from the standards. An existing criterion keeps those of its bases that are still offered;
 * a new criterion gets all bases.
 */
const standardsOf = (
  standards: readonly OfferedStandard[],
  before: CatalogueParameter,
): Pick<CatalogueParameter, 'standards' | 'basis' | 'criteria'> => {
  const basis = standards.filter(({ useType }) => useType !== '2');
  const remaining = (keys: readonly OfferedStandard[]) =>
    basis.filter(({ uniqueKey }) => keys.some((each) => each.uniqueKey === uniqueKey));
  const criteria = standards
    .filter(({ useType }) => useType !== '1')
    .map((standard) => {
      const bases = remaining(
        before.criteria.find((criterion) => criterion.standard.uniqueKey === standard.uniqueKey)?.basis ?? [],
      );
      return { standard, basis: bases.length > 0 ? bases : basis };
    });
  return { standards: [...standards], basis, criteria };
};

/** One line of a price list: the price of one parameter of one sample, in yuan (002 CAT-007). */
export type QuoteLine = {
  sampleNo: string;
  sampleId: string;
  sampleName: string;
  paramName: string;
  price: string;
  description: string;
};

/** One line for each offered parameter of each sample, in the order of the catalogue. */
export const quoteLinesOf = (samples: readonly CatalogueSampleRow[]): QuoteLine[] =>
  samples.flatMap((sample) =>
    offeredParametersOf(sample)
      .filter(isOffered)
      .map((parameter) => ({
        sampleNo: sample.sampleCode,
        sampleId: sample.id,
        sampleName: sample.name,
        paramName: parameter.displayName,
        price: choosePrice(parameter).tuTestParamPrice,
        description: parameter.remark,
      })),
  );
