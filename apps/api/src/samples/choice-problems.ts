import { problem, type Problem, type SampleRequest } from '#domain';
import type { Sample } from '#events';
import type { Catalogue, DictionaryKey } from '../catalogue/catalogue.js';

const UNITS = ['sampleNumUnit', 'delegatesNumUnit'] as const;
/** What a form chooses from lists of the testing unit. */
export type Choices = Pick<Sample, (typeof UNITS)[number] | 'afterTestOperate'>;

/**
 * Units of amounts and the handling after the test that no list of the testing unit offers. What the catalogue's sample starts with,
 * and what is stored already, stays: lists change. A list that nobody keeps refuses nothing.
 */
export const choiceProblems = async (
  catalogue: Catalogue,
  typed: SampleRequest,
  defaults: Choices,
  stored: Choices | undefined,
): Promise<Problem[]> => {
  const isNew = (name: keyof Choices): boolean => {
    const value = typed[name]?.trim() ?? '';
    return value !== '' && value !== defaults[name] && value !== stored?.[name];
  };
  const units = UNITS.filter(isNew);
  const offeredUnits = units.length > 0 ? await offered(catalogue, { by: 'type', name: 'sampleAmountUnit' }) : null;
  const offeredAfter = isNew('afterTestOperate')
    ? await offered(catalogue, { by: 'code', name: 'sample_process_method' })
    : null;
  const after = typed.afterTestOperate?.trim() ?? '';
  return [
    ...units
      .map((name) => ({ name, unit: typed[name]?.trim() ?? '' }))
      .filter(({ unit }) => offeredUnits !== null && !offeredUnits.has(unit))
      .map(({ name, unit }) => problem('AMOUNT_UNIT_UNKNOWN', { unit }, name)),
    ...(offeredAfter !== null && !offeredAfter.has(after)
      ? [problem('AFTER_TEST_UNKNOWN', { name: after }, 'afterTestOperate')]
      : []),
  ];
};

/** Names and codes of a list; null for one that is empty or not there. */
const offered = async (catalogue: Catalogue, key: DictionaryKey): Promise<ReadonlySet<string> | null> => {
  const rows = await catalogue.dictionary(key);
  return rows && rows.length > 0 ? new Set(rows.flatMap(({ typename, typecode }) => [typename, typecode])) : null;
};
