import type { ConsignmentHeader } from '#events';
import { problem, type Problem } from '../rules/rule-broken.js';
import { lengthOf, LIMITS } from './limits.js';
import { normalizedWitness, WITNESS_SIDES } from './witnesses.js';

const MOBILE = /^1\d{10}$/;

/**
 * VA-005 to VA-008 in the order of the rows, owner side first. Name and phone are required only where the side has to sign;
 * a phone may occur once among all witnesses of the consignment.
 */
export const witnessProblems = (header: ConsignmentHeader): Problem[] => {
  if (!header.needWitnessUnit) return [];
  const ownerOfPhone = new Map<string, string>();
  return WITNESS_SIDES.flatMap((side) => {
    const rows = header[side.witnesses];
    const mustSign = header[side.need];
    const asked = rows.length === 0 && mustSign ? [{ name: '', cardNo: '', phone: '' }] : rows;
    const found = asked.map(normalizedWitness).flatMap(({ name, cardNo, phone }, row) => {
      const taken = ownerOfPhone.get(phone);
      if (phone !== '' && taken === undefined) ownerOfPhone.set(phone, name);
      const at = (member: 'person' | 'cardNo' | 'phone') => `${side[member]}.${row}`;
      return [
        mustSign && name === '' && problem('WITNESS_REQUIRED', {}, at('person')),
        lengthOf(name) > LIMITS.witnessText &&
          problem('WITNESS_NAME_TOO_LONG', { max: LIMITS.witnessText }, at('person')),
        lengthOf(cardNo) > LIMITS.witnessText &&
          problem('WITNESS_CARD_TOO_LONG', { max: LIMITS.witnessText }, at('cardNo')),
        mustSign && phone === '' && problem('WITNESS_PHONE_REQUIRED', {}, at('phone')),
        phone !== '' && !MOBILE.test(phone) && problem('WITNESS_PHONE_INVALID', {}, at('phone')),
        phone !== '' && taken !== undefined && problem('WITNESS_PHONE_TAKEN', { phone, name: taken }, at('phone')),
      ].filter((one) => one !== false);
    });
    const tooMany =
      rows.length > LIMITS.witnessesPerSide &&
      problem('TOO_MANY_WITNESSES', { max: LIMITS.witnessesPerSide }, side.person);
    return tooMany ? [...found, tooMany] : found;
  });
};
