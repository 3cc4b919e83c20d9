import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('reference', {
  zh: {
    title: '引用已添加的委托', placeholder: '请输入预委托编号或样品名称', query: '查询', cancel: '取消', confirm: '确定', mustChoose: '请选择要引用的委托', choose: '选择',
    consignCode: '预委托编号', createTime: '填写日期', sampleName: '样品名称', specificationType: '规格型号', produceInfo: '生产厂家/产地', piHao: '批号', extractAddress: '取样地点', testSampleDescription: '样品描述',
    none: '没有可以引用的委托', noneHint: '这里列出本单位在同一工程项目下、向同一检测机构提交过的样品。', noneFound: '没有找到“{{text}}”', noneFoundHint: '换一个预委托编号或样品名称再查。',
  },
  en: {
    title: 'Cite an added consignment', placeholder: 'Pre-consignment number or sample name', query: 'Search', cancel: 'Cancel', confirm: 'Confirm', mustChoose: 'please select the consignment to reference', choose: 'Choose',
    consignCode: 'Pre-consignment number', createTime: 'Filled in on', sampleName: 'Sample', specificationType: 'Specification', produceInfo: 'Manufacturer/origin', piHao: 'Batch number', extractAddress: 'Sampling place', testSampleDescription: 'Sample description',
    none: 'Nothing to cite', noneHint: 'Samples your unit has submitted to this institution under this project are listed here.', noneFound: 'Nothing holds “{{text}}”', noneFoundHint: 'Try another number or sample name.',
  },
  es: {
    title: 'Citar un encargo añadido', placeholder: 'Número de preencargo o nombre de la muestra', query: 'Buscar', cancel: 'Cancelar', confirm: 'Confirmar', mustChoose: 'elija el encargo que desea citar', choose: 'Elegir',
    consignCode: 'Número de preencargo', createTime: 'Fecha', sampleName: 'Muestra', specificationType: 'Especificación', produceInfo: 'Fabricante/origen', piHao: 'Lote', extractAddress: 'Lugar de muestreo', testSampleDescription: 'Descripción',
    none: 'Nada que citar', noneHint: 'Aquí se listan las muestras que su unidad ha enviado a este laboratorio en este proyecto.', noneFound: 'Nada contiene «{{text}}»', noneFoundHint: 'Pruebe otro número o nombre.',
  },
});
