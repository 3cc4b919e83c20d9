import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('report-config', {
  zh: {
    title: '报告设置', hint: '新建委托时预先填好，每份委托仍可修改。', system: '系统默认', way: '报告领取方式', 'way.1': '自取', 'way.3': '邮寄', 'way.10': '电子报告', count: '报告份数', countMissing: '报告数量最小为1',
    'kind.1': '原材料预委托', 'kind.2': '现场检测预约', 'kind.3': '交竣工检测预约', save: '保存', cancel: '取消', saved: '保存成功',
  },
  en: {
    title: 'Report settings', hint: 'New consignments start with these; each can still be changed.', system: 'system default', way: 'Report by', 'way.1': 'pick-up', 'way.3': 'mail', 'way.10': 'electronic', count: 'Copies of the report', countMissing: 'The number of reports is at least 1',
    'kind.1': 'Raw material', 'kind.2': 'On-site test', 'kind.3': 'Completion test', save: 'Save', cancel: 'Cancel', saved: 'Saved',
  },
  es: {
    title: 'Ajustes de informes', hint: 'Los encargos nuevos empiezan con esto; cada uno puede cambiarse.', system: 'predeterminado', way: 'Entrega del informe', 'way.1': 'recogida', 'way.3': 'correo', 'way.10': 'electrónico', count: 'Copias del informe', countMissing: 'El número de informes es al menos 1',
    'kind.1': 'Materias primas', 'kind.2': 'Ensayo en obra', 'kind.3': 'Ensayo de recepción', save: 'Guardar', cancel: 'Cancelar', saved: 'Guardado',
  },
});
