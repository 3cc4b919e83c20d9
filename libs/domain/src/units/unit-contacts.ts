import { ERASED, type ConsigningUnit, type Person, type TestingUnit, type UnitAddress } from '#events';
import type { Opened } from './opening.js';

/** An address as calls and forms spell it: its contact in three flat members (002 UN-013). */
export type FlatAddress = {
  id: string;
  person: string;
  personSex: string;
  personPhone: string;
  addressPoint: string;
  addressText: string;
  addressDetail: string;
  tagTitle: string;
  isMain: boolean;
};

/** As calls spell it; what a record does not have is empty. */
export const flatAddress = ({
  contact: { name, phone, sex = '' },
  addressPoint = '',
  ...address
}: UnitAddress): FlatAddress => ({ ...address, addressPoint, person: name, personSex: sex, personPhone: phone });

/** As it is recorded: the contact is one person, so that it can be sealed and erased as one (ADR-003). */
export const recordedAddress = ({ person, personSex, personPhone, ...address }: FlatAddress): UnitAddress => ({
  ...address,
  contact: { name: person, phone: personPhone, ...(personSex === '' ? {} : { sex: personSex }) },
});

/** What the history compares: a unit's members as its calls name them. */
export const spokenTestingUnit = ({ contact, addresses, opening: _, ...unit }: Opened<TestingUnit>) => ({
  ...unit,
  contactPhone: contact.phone,
  addresses: addresses.map(flatAddress),
});
export const spokenConsigningUnit = ({ addresses, opening: _, ...unit }: Opened<ConsigningUnit>) => ({
  ...unit,
  addresses: addresses.map(flatAddress),
});

type NamesPersons = { addresses: UnitAddress[]; contact?: Person; registrant?: Person | undefined };
const GONE: Person = { name: ERASED, phone: ERASED };

/** A unit without a person, wherever it names them (ADR-003). */
export const withoutPerson = <Unit extends NamesPersons>(unit: Unit, isThem: (person: Person) => boolean): Unit => ({
  ...unit,
  ...(unit.contact && isThem(unit.contact) ? { contact: GONE } : {}),
  ...(unit.registrant && isThem(unit.registrant) ? { registrant: GONE } : {}),
  addresses: unit.addresses.map((address) => (isThem(address.contact) ? { ...address, contact: GONE } : address)),
});
