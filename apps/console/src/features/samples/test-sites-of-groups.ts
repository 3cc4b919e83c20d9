import { useRef } from 'react';
import { COUNT, typedCountProblem, readCount, type TypedCount, withSitesOfGroups } from '#domain';
import type { SampleFields } from './sample-draft.js';

type Sites = Pick<SampleFields, 'testPart' | 'projectOrPurpose'>;

const isSame = (one: Sites, other: Sites): boolean =>
  one.testPart === other.testPart && one.projectOrPurpose === other.projectOrPurpose;

/**
 * What another group count makes of the sites (TS-003). Whoever types 12 passes through 1: what that cut off comes back with the
 * next digit, as long as nothing else was written meanwhile.
 */
export const useSitesOfGroups = (fields: Sites): ((typed: TypedCount) => Partial<SampleFields>) => {
  const cut = useRef<{ whole: Sites; left: Sites } | null>(null);
  return (typed) => {
    const now: Sites = { testPart: fields.testPart, projectOrPurpose: fields.projectOrPurpose };
    const whole = cut.current && isSame(cut.current.left, now) ? cut.current.whole : now;
    const groups = readCount(typed);
    // Nothing is cut while the count is blank or wrong.
    if (groups === null || typedCountProblem(typed, COUNT)) return { testGroupCount: typed };
    const left = withSitesOfGroups(whole, groups);
    cut.current = { whole, left };
    return { testGroupCount: typed, ...left };
  };
};
