import type { OfferedParameter, SampleView } from '#contract';
import type { StandardLink } from '#events';
import { parameterName, type ParameterChoice, type Selection } from '../selection/selection.js';

/** A chosen parameter with its standards; `parameter` is the offered one, undefined if the unit no longer offers it. */
export type ChoosableParameter = {
  id: string;
  name: string;
  links: StandardLink[];
  parameter: OfferedParameter | undefined;
};
export type ChosenRow = ChoosableParameter & {
  choice: ParameterChoice;
  remark: string;
  price: string | null;
  days: number;
};

/** The chosen parameters in display order, with the stored row of those that the unit no longer offers. */
export const chosenRows = (
  selection: Selection,
  parameters: readonly OfferedParameter[],
  stored: SampleView['tuSampleParamIds'],
): ChosenRow[] => {
  const parametersById = new Map(parameters.map((parameter) => [parameter.id, parameter]));
  return [...selection.chosen]
    .map(([id, choice]): ChosenRow => {
      const parameter = parametersById.get(id);
      const storedRow = stored.find((row) => row.tuTestParamId === id);
      return {
        id,
        choice,
        parameter,
        links: choice.links,
        name: parameter ? parameterName(parameter) : (storedRow?.tuTestParamName ?? ''),
        remark: parameter?.remark ?? storedRow?.tuTestParamDescription ?? '',
        price: parameter?.tuTestParamPrice ?? storedRow?.tuTestParamPrice ?? null,
        days: parameter?.paramWorkDay ?? storedRow?.paramWorkDay ?? 0,
      };
    })
    .sort((left, right) => (right.parameter?.orderNum ?? 0) - (left.parameter?.orderNum ?? 0));
};
