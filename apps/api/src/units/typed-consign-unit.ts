import type { TypedConsignUnit } from '#contract';
import { defined, consigningUnitProfileOf, problem, refuseIf, type CommandContext } from '#domain';
import type { ConsigningUnit, ConsigningUnitProfile } from '#events';
import { keepsAll, type Caller } from '../auth/caller.js';
import { typedAddresses } from './typed-addresses.js';

export const NEW_CONSIGNING_UNIT: ConsigningUnit = {
  unitNo: '',
  name: '',
  uninCode: '',
  regTime: '',
  sheng: '',
  shi: '',
  detailAddress: '',
  description: '',
  logoPath: '',
  status: 1,
  addresses: [],
};

/** By what a company is known: the platform vouches for it. The company keeps the rest (ADR-018). */
const OF_THE_PLATFORM = ['unitNo', 'name', 'uninCode'] as const;

/**
 * What a consigning unit becomes by what was typed; absent members stay.
 * @throws RuleBroken FIELD_OF_THE_PLATFORM where its own staff change what is the platform's.
 */
export const typedConsignUnit = (
  { addresses, regPerson, regPhone, ...members }: TypedConsignUnit,
  before: ConsigningUnit,
  caller: Caller,
  { commandId }: CommandContext,
): ConsigningUnitProfile => {
  const registrant = {
    name: regPerson ?? before.registrant?.name ?? '',
    phone: regPhone ?? before.registrant?.phone ?? '',
  };
  const isNamed = registrant.name !== '' || registrant.phone !== '';
  const { registrant: _, ...profile } = consigningUnitProfileOf(before);
  const after: ConsigningUnitProfile = {
    ...profile,
    ...defined(members),
    ...(isNamed ? { registrant } : {}),
    ...(addresses === undefined ? {} : { addresses: typedAddresses(addresses, before.addresses, commandId) }),
  };
  if (!keepsAll(caller))
    refuseIf(
      OF_THE_PLATFORM.filter((member) => after[member] !== before[member]).map((member) =>
        problem('FIELD_OF_THE_PLATFORM', {}, member),
      ),
    );
  return after;
};
