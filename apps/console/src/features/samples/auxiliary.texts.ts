import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('auxiliary', {
  zh: { ofSample: '样品辅助信息', ofItem: '检测补充信息', sampleName: '样品名称', enterSampleName: '请输入样品名称', leftToLab: '由检测机构确定', notAQuantity: '请输入不小于 0 的数字', yes: '是', no: '否', none: '该样品没有其他辅助信息', choose: '请选择' },
  en: { ofSample: 'sample auxiliary information', ofItem: 'test supplementary information', sampleName: 'Sample name', enterSampleName: 'please enter sample name', leftToLab: 'determined by the institution', notAQuantity: 'enter a number of at least 0', yes: 'Yes', no: 'No', none: 'This sample has no further auxiliary information', choose: 'Choose' },
  es: { ofSample: 'Datos auxiliares de la muestra', ofItem: 'Datos complementarios del ensayo', sampleName: 'Nombre de la muestra', enterSampleName: 'indique el nombre de la muestra', leftToLab: 'lo determina el laboratorio', notAQuantity: 'escriba un número no menor que 0', yes: 'Sí', no: 'No', none: 'Esta muestra no tiene más datos auxiliares', choose: 'Elegir' },
});
