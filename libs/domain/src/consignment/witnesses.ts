import type { ConsignmentHeader, Witness } from '#events';
import { problem, type Problem } from '../rules/rule-broken.js';
import { lengthOf, normalizedCode, normalizedLine, normalizedMobile } from '../text/text.js';
import { LIMITS } from './state.js';

/** One side's witnesses as the specification stores them: three aligned texts, separated by pipes (CF-016). */
export type PipeSeparatedWitnesses = { person: string; cardNo: string; phone: string };

/** The members of each side in the header and in the specification's object. */
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

export const witnessesToText = (witnesses: readonly Witness[]): PipeSeparatedWitnesses => ({
  person: witnesses.map(({ name }) => name).join('|'),
  cardNo: witnesses.map(({ cardNo }) => cardNo).join('|'),
  phone: witnesses.map(({ phone }) => phone).join('|'),
});

/** The witnesses in the three texts. Missing parts are empty; rows without any part are omitted. */
export const witnessesFromText = ({ person, cardNo, phone }: PipeSeparatedWitnesses): Witness[] => {
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

/**
 * Normalizes a witness for checks and storage: the number of the identity card half-width, the phone without separators
 * and without the prefix of China.
 */
export const normalizedWitness = ({ name, cardNo, phone }: Witness): Witness => ({
  name: normalizedLine(name),
  cardNo: normalizedCode(cardNo),
  phone: normalizedMobile(phone),
});

/** The normalized witnesses with at least one filled field. */
export const presentWitnesses = (witnesses: readonly Witness[]): Witness[] =>
  witnesses.map(normalizedWitness).filter(({ name, cardNo, phone }) => name !== '' || cardNo !== '' || phone !== '');

const MOBILE = /^1\d{10}$/;

/**
 * Problems of witnesses (VA-005 to VA-008) in the order of the rows, owner side first. Name and phone are required only
 * if the side has to sign. A phone may occur only once among all witnesses of the consignment.
 */
export const witnessProblems = (header: ConsignmentHeader): Problem[] => {
  if (!header.needWitnessUnit) return [];
  const ownerOfPhone = new Map<string, string>();
  return WITNESS_SIDES.flatMap((side) => {
    const rows = header[side.witnesses];
    const mustSign = header[side.need];
    const requiredRows = rows.length === 0 && mustSign ? [{ name: '', cardNo: '', phone: '' }] : rows;
    const rowProblems = requiredRows.map(normalizedWitness).flatMap(({ name, cardNo, phone }, row) => {
      const phoneOwner = ownerOfPhone.get(phone);
      if (phone !== '' && phoneOwner === undefined) ownerOfPhone.set(phone, name);
      const pathOf = (member: 'person' | 'cardNo' | 'phone') => `${side[member]}.${row}`;
      return [
        mustSign && name === '' && problem('WITNESS_REQUIRED', {}, pathOf('person')),
        lengthOf(name) > LIMITS.witnessText &&
          problem('WITNESS_NAME_TOO_LONG', { max: LIMITS.witnessText }, pathOf('person')),
        lengthOf(cardNo) > LIMITS.witnessText &&
          problem('WITNESS_CARD_TOO_LONG', { max: LIMITS.witnessText }, pathOf('cardNo')),
        mustSign && phone === '' && problem('WITNESS_PHONE_REQUIRED', {}, pathOf('phone')),
        phone !== '' && !MOBILE.test(phone) && problem('WITNESS_PHONE_INVALID', {}, pathOf('phone')),
        phone !== '' &&
          phoneOwner !== undefined &&
          problem('WITNESS_PHONE_TAKEN', { phone, name: phoneOwner }, pathOf('phone')),
      ].filter((each) => each !== false);
    });
    const tooManyProblem =
      rows.length > LIMITS.witnessesPerSide &&
      problem('TOO_MANY_WITNESSES', { max: LIMITS.witnessesPerSide }, side.person);
    return tooManyProblem ? [...rowProblems, tooManyProblem] : rowProblems;
  });
};
