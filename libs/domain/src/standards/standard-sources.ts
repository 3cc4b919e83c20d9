import type { StandardLink } from '#events';
import { standardTypeOf } from './standard-use.js';

/** A standard as the picker lists it (001 section 3). Dates yyyy-MM-dd. */
export type PickerStandard = {
  id: string;
  baseStandardName: string;
  printsManCode: string;
  type: number | null;
  uniqKey: string;
  executeDate: string | null;
  expireDate: string | null;
};

/** A standard as a laboratory's system gives it for a sample or parameter (001 section 3). */
export type LabStandard = {
  standardId: string;
  standardName: string;
  publishCode: string;
  clauseCode?: string | undefined;
  type: number | null;
  uniqueKey: string;
  isDefault?: boolean | undefined;
  executeDate: string | null;
  expireDate: string | null;
};

/** The link of a picked standard, used for nothing yet (STD-005, STD-006). */
export const linkOfPicked = ({
  id,
  baseStandardName,
  printsManCode,
  type,
  uniqKey,
  executeDate,
  expireDate,
}: PickerStandard): StandardLink => ({
  baBaseStandardId: id,
  baseStandardName,
  baseStandardCode: printsManCode,
  baseStandardClauseCode: '',
  baseStandardType: standardTypeOf(type),
  useType: '',
  limsUniqueKey: uniqKey,
  isDefault: false,
  executeDate,
  expireDate,
});

/** The link of a laboratory's standard, used for nothing yet (STD-005, STD-006). */
export const linkOfLab = ({
  standardId,
  standardName,
  publishCode,
  clauseCode = '',
  type,
  uniqueKey,
  isDefault = false,
  executeDate,
  expireDate,
}: LabStandard): StandardLink => ({
  baBaseStandardId: standardId,
  baseStandardName: standardName,
  baseStandardCode: publishCode,
  baseStandardClauseCode: clauseCode,
  baseStandardType: standardTypeOf(type),
  useType: '',
  limsUniqueKey: uniqueKey,
  isDefault,
  executeDate,
  expireDate,
});
