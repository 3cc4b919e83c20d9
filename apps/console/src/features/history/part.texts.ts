import type { PersonOfConsignment } from '#events';
import { defineTexts } from '../../i18n/texts.js';

/** Parts that persons play in a consignment, as its form calls them. */
export const partTexts = defineTexts<PersonOfConsignment>('person-parts', {
  zh: { contact: '委托人', ownerWitness: '建设单位见证人', supervisionWitness: '监理单位见证人', sampler: '取样人' },
  en: {
    contact: 'Contact',
    ownerWitness: 'Owner’s witness',
    supervisionWitness: 'Supervisor’s witness',
    sampler: 'Sampler',
  },
  es: {
    contact: 'Contacto',
    ownerWitness: 'Testigo del promotor',
    supervisionWitness: 'Testigo de la supervisión',
    sampler: 'Tomador de muestra',
  },
});
