/** One witness as the dialog edits it (000 section 3, Witness record). Name and certificate number: at most 20 characters. */
export type WitnessRow = { witness: string; witnessNum: string; witnessPhone: string };

/** The three pipe-separated strings of one side of a consignment (CF-016). */
export type WitnessStrings = { person: string; cardNo: string; phone: string };

export const emptyRow = (): WitnessRow => ({ witness: '', witnessNum: '', witnessPhone: '' });

/** Rows of the strings, aligned by place: an empty certificate number keeps its place. No witness at all gives no row. */
export const rowsOf = ({ person, cardNo, phone }: WitnessStrings): WitnessRow[] => {
  if (!person && !cardNo && !phone) return [];
  const [persons, cards, phones] = [person.split('|'), cardNo.split('|'), phone.split('|')];
  return Array.from({ length: Math.max(persons.length, cards.length, phones.length) }, (_, place) => ({
    witness: persons[place] ?? '',
    witnessNum: cards[place] ?? '',
    witnessPhone: phones[place] ?? '',
  }));
};

const typed = (text: string): string => text.replaceAll('|', '').trim();

/** Strings of the rows; rows left blank are dropped, the pipe is no character of a name. */
export const stringsOf = (rows: readonly WitnessRow[]): WitnessStrings => {
  const kept = rows.map((row) => ({ witness: typed(row.witness), witnessNum: typed(row.witnessNum), witnessPhone: typed(row.witnessPhone) })).filter((row) => row.witness || row.witnessNum || row.witnessPhone);
  return { person: kept.map((row) => row.witness).join('|'), cardNo: kept.map((row) => row.witnessNum).join('|'), phone: kept.map((row) => row.witnessPhone).join('|') };
};

/** The witness, of this side or the other, who already has this phone; null when it is free (VA-007). */
export const holderOf = (phone: string, rows: readonly WitnessRow[], place: number, others: readonly WitnessRow[]): WitnessRow | null => {
  const wanted = phone.trim();
  if (!wanted) return null;
  return [...rows.filter((_, at) => at !== place), ...others].find((row) => row.witnessPhone.trim() === wanted) ?? null;
};
