type Published = { publishCode: string; clauseCode: string };

const inNumbers = new Intl.Collator('en', { numeric: true });

/** Ascending by publication code, then by clause; GB 175 before GB 1499 (STD-016). For sort. */
export const byPublicationCode = (left: Published, right: Published): number =>
  inNumbers.compare(left.publishCode, right.publishCode) || inNumbers.compare(left.clauseCode, right.clauseCode);

/** Whose standard a code names: "JTG" of "JTG 3420-2020", "GB/T" of "GB/T 8074-2008" (SS-015). */
export const publicationPrefix = (publishCode: string): string => {
  const code = publishCode.trim();
  return (code.includes(' ') ? code.split(' ')[0] : /^\D+/.exec(code)?.[0].trim()) ?? '';
};
