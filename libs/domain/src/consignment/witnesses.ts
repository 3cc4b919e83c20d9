import type { ConsignmentHeader, Witness } from '#events';
import { normalizedCode, normalizedLine, normalizedMobile } from '../text/text.js';

/** One side's witnesses as the specification stores them: three texts, pipe-separated, aligned (CF-016). */
export type WitnessTexts = { person: string; cardNo: string; phone: string };

/** Which members of the header and of the specification's object belong to a side. */
export const WITNESS_SIDES = [
  {
    witnesses: 'ownerWitnesses',
    need: 'needConstructionWitnessPersonSign',
    person: 'constructionJzperson',
    cardNo: 'constructionJzcardNo',
    phone: 'constructionJzphone',
    signType: 2,
  },
  {
    witnesses: 'supervisionWitnesses',
    need: 'needWitnessPersonSign',
    person: 'jhperson',
    cardNo: 'jzcardNo',
    phone: 'jzphone',
    signType: 3,
  },
] as const satisfies readonly {
  witnesses: keyof ConsignmentHeader;
  need: keyof ConsignmentHeader;
  person: string;
  cardNo: string;
  phone: string;
  signType: number;
}[];

export const witnessesToText = (witnesses: readonly Witness[]): WitnessTexts => ({
  person: witnesses.map(({ name }) => name).join('|'),
  cardNo: witnesses.map(({ cardNo }) => cardNo).join('|'),
  phone: witnesses.map(({ phone }) => phone).join('|'),
});

/** Rows of the three texts; missing parts are empty, rows without any part are no witnesses. */
export const witnessesFromText = ({ person, cardNo, phone }: WitnessTexts): Witness[] => {
  const [names, cards, phones] = [person, cardNo, phone].map((text) => text.split('|')) as [
    string[],
    string[],
    string[],
  ];
  const rows = Math.max(names.length, cards.length, phones.length);
  return presentWitnesses(
    Array.from({ length: rows }, (_, row) => ({
      name: names[row] ?? '',
      cardNo: cards[row] ?? '',
      phone: phones[row] ?? '',
    })),
  );
};

/** A witness as judged and kept: the number of the identity card half-width, the phone digits alone. */
export const normalizedWitness = ({ name, cardNo, phone }: Witness): Witness => ({
  name: normalizedLine(name),
  cardNo: normalizedCode(cardNo),
  phone: normalizedMobile(phone),
});

/** The rows in which something was typed. */
export const presentWitnesses = (witnesses: readonly Witness[]): Witness[] =>
  witnesses.map(normalizedWitness).filter(({ name, cardNo, phone }) => name !== '' || cardNo !== '' || phone !== '');
