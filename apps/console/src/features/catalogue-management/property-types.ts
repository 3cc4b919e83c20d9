import { defineTexts, textOf } from '../../i18n/texts.js';

const texts = defineTexts('property-types', {
  zh: {
    type1: '文本',
    type2: '日期',
    type3: '数字（非负）',
    type4: '数字（三位小数）',
    type5: '下拉选择',
    type6: '复选框',
  },
  en: {
    type1: 'Text',
    type2: 'Date',
    type3: 'Number',
    type4: 'Number, 3 decimals',
    type5: 'Choice',
    type6: 'Checkbox',
  },
  es: {
    type1: 'Texto',
    type2: 'Fecha',
    type3: 'Número',
    type4: 'Número, 3 decimales',
    type5: 'Opción',
    type6: 'Casilla',
  },
});

/** What a type of auxiliary property is called (001 section 3). */
export const typeName = (type: number): string => {
  const key = `type${type}`;
  return key in texts.zh ? textOf(texts, key as keyof typeof texts.zh) : String(type);
};
