import type { StandardLink } from '#events';

/** What a standard is used for: "1" test basis, "2" evaluation standard. On a link "3" is both, empty is neither (STD-006). */
export type StandardUse = '1' | '2';

const BOTH = '3';

export const servesAs = (useType: string, use: StandardUse): boolean => useType === use || useType === BOTH;

/** The use of a link that is now used as `use` too. */
export const withUse = (useType: StandardLink['useType'], use: StandardUse): StandardLink['useType'] =>
  useType === '' || useType === use ? use : BOTH;

/** The use that is left without `use`; empty when nothing is. */
export const withoutUse = (useType: StandardLink['useType'], use: StandardUse): StandardLink['useType'] =>
  useType === BOTH ? (use === '1' ? '2' : '1') : useType === use ? '' : useType;

/** Links used as `use`, those of both uses among them. */
export const usedAs = <Link extends { useType: string }>(links: readonly Link[], use: StandardUse): Link[] =>
  links.filter(({ useType }) => servesAs(useType, use));

/** Type of a standard on its link: 1 basis, 2 evaluation, else 3, both (STD-006). */
export const standardTypeOf = (type: number | null | undefined): StandardLink['baseStandardType'] =>
  type === 1 || type === 2 ? type : 3;
