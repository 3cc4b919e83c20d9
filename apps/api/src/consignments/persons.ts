import type { ConsignmentView } from '#contract';
import { WITNESS_SIDES, witnessesToText } from '#domain/consignment';
import type { ConsignmentHeader, Witness } from '#events';
import { maskedName, maskedPhone } from '../auth/masked-persons.js';

type Persons = Pick<
  ConsignmentView,
  | 'linkPerson'
  | 'linkPersonPhone'
  | 'constructionJzperson'
  | 'constructionJzcardNo'
  | 'constructionJzphone'
  | 'jhperson'
  | 'jzcardNo'
  | 'jzphone'
>;

/**
 * Contact and witnesses under the specification's names. The witnesses of a side are separated by pipes (CF-016). They
 * are masked if the caller may not see persons.
 */
export const toPersonFields = ({ contact, ...header }: ConsignmentHeader, showsPersons: boolean): Persons => {
  const [owner, supervision] = WITNESS_SIDES.map(({ witnesses }) =>
    witnessesToText(showsPersons ? header[witnesses] : header[witnesses].map(maskedWitness)),
  );
  return {
    linkPerson: showsPersons ? contact.name : maskedName(contact.name),
    linkPersonPhone: showsPersons ? contact.phone : maskedPhone(contact.phone),
    constructionJzperson: owner?.person ?? '',
    constructionJzcardNo: owner?.cardNo ?? '',
    constructionJzphone: owner?.phone ?? '',
    jhperson: supervision?.person ?? '',
    jzcardNo: supervision?.cardNo ?? '',
    jzphone: supervision?.phone ?? '',
  };
};

const maskedWitness = ({ name, cardNo, phone }: Witness): Witness => ({
  name: maskedName(name),
  cardNo: maskedName(cardNo),
  phone: maskedPhone(phone),
});
