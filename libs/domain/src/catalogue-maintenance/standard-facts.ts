import type { CatalogueStandard } from '#events';
import { standardKeyOf } from './standard-problems.js';

/** What may be typed of a standard; an absent member stays. Days as 2026-01-31. */
export type TypedStandard = {
  baseStandardName?: string | undefined;
  printsManCode?: string | undefined;
  type?: number | undefined;
  executeDate?: string | null | undefined;
  expireDate?: string | null | undefined;
  clauseCodes?: readonly string[] | undefined;
};

/** A standard that nobody has typed anything of. */
export const NEW_STANDARD: CatalogueStandard = {
  standardName: '',
  publishCode: '',
  type: 3,
  sourceType: 1,
  uniqueKey: '',
  executeDate: null,
  expireDate: null,
  publicationPrefix: '',
  replacedBy: null,
  clauseCodes: [],
};

/** A standard as it becomes by what was typed; another number gives it another key. */
export const standardWith = (
  { baseStandardName, printsManCode, type, executeDate, expireDate, clauseCodes }: TypedStandard,
  before: CatalogueStandard,
): CatalogueStandard => {
  const publishCode = printsManCode ?? before.publishCode;
  return {
    ...before,
    publishCode,
    standardName: baseStandardName ?? before.standardName,
    type: type ?? before.type,
    clauseCodes: clauseCodes ? [...clauseCodes] : before.clauseCodes,
    executeDate: executeDate === undefined ? before.executeDate : executeDate,
    expireDate: expireDate === undefined ? before.expireDate : expireDate,
    ...(publishCode === before.publishCode
      ? {}
      : { uniqueKey: standardKeyOf(publishCode), publicationPrefix: publishCode.replace(/[-:—]\d{4}$/, '') }),
  };
};
