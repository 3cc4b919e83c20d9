import type { Witness } from '#events';
import { headerProblems, messageOf, messageOfProblem, newHeader, normalizedMobile, presentWitnesses } from '#domain';
import { language } from '../../i18n/language.js';

export type { Witness };
export const NOBODY: Witness = { name: '', cardNo: '', phone: '' };

/** The pipe separates witnesses in the stored strings, so it is no character of theirs (CF-016). */
export const withoutPipes = (text: string): string => text.replaceAll('|', '');

/** VA-007: why a phone cannot be taken, or null. Compared with every other witness of the consignment. */
export const takenMessage = (rows: readonly Witness[], place: number, others: readonly Witness[]): string | null => {
  const phone = normalizedMobile(rows[place]?.phone ?? '');
  if (phone === '') return null;
  const holder = [...rows.filter((_, at) => at !== place), ...others].find(
    (row) => normalizedMobile(row.phone) === phone,
  );
  return holder ? messageOf('WITNESS_PHONE_TAKEN', { phone, name: holder.name.trim() }, language()) : null;
};

export type RowProblem = { row: number; member: 'name' | 'cardNo' | 'phone'; message: string };
const MEMBERS: Record<string, RowProblem['member']> = {
  constructionJzperson: 'name',
  constructionJzcardNo: 'cardNo',
  constructionJzphone: 'phone',
};

/** What the consignment's own rules say about the rows of one side (VA-005 to VA-008), in their order. */
export const rowProblems = (rows: readonly Witness[], needSign: boolean): RowProblem[] => {
  const header = {
    ...newHeader(),
    needWitnessUnit: true,
    ownerWitnesses: presentWitnesses(rows),
    needConstructionWitnessPersonSign: needSign,
  };
  return headerProblems(header, 1).flatMap((problem) => {
    const [path = '', row = '0'] = (problem.path ?? '').split('.');
    const member = MEMBERS[path];
    return member ? [{ row: Number(row), member, message: messageOfProblem(problem, language()) }] : [];
  });
};
