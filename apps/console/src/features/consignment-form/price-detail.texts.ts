import { defineTexts } from '../../i18n/texts.js';

/** 费用明细 (DG-005); its failure message is the specification's. */
export const texts = defineTexts('price-detail', {
  zh: {
    title: '费用明细', failed: '获取价格明细失败', close: '关闭', total: '合计', yuan: '元', none: '还没有可计价的样品。', hidden: '检测单位未公开价格。', open: '检测参数尚未确定，费用待定。',
    parameter: '检测参数', price: '单价', count: '数量', amount: '金额', rule: '价格来源与计费规则', 'source.0': '样品价格', 'source.1': '参数价格', 'source.2': '自定义子项价格', 'source.3': '共享价格', 'source.4': '脚本价格', times: '× {{count}} 组', groups: '{{count}} 组',
    shared: '{{qualifier}} 共享价', included: '同组，不另计',
    'rule.own': '单价 {{price}} × {{count}}', 'rule.rounded': '单价 × {{count}}，四舍五入到分', 'rule.alone': '有“{{qualifier}}”共享价 {{sharedPrice}}，只选一项，按单价计', 'rule.shares': '“{{qualifier}}”{{n}} 项共用，只计一次；单独计为 {{own}}', 'rule.included': '与“{{first}}”共用；单独计为 {{own}}',
    materials: '关联原材料 {{count}} 项', tested: '检测', cited: '引用委托 {{code}}', reported: '报告 {{name}}', note: '每组金额 × 组数 = 样品费用；每行先四舍五入到分，再相加。',
  },
  en: {
    title: 'Price detail', failed: 'failed to get the price detail', close: 'Close', total: 'Total', yuan: 'yuan', none: 'No sample with a price yet.', hidden: 'The testing unit does not show prices.', open: 'Parameters are not determined yet; the fee is open.',
    parameter: 'Test parameter', price: 'Price', count: 'Count', amount: 'Amount', rule: 'Source and rule', 'source.0': 'Sample price', 'source.1': 'Parameter price', 'source.2': 'Custom child price', 'source.3': 'Shared price', 'source.4': 'Script price', times: '× {{count}} groups', times_one: '× {{count}} group', groups: '{{count}} groups', groups_one: '{{count}} group',
    shared: '{{qualifier}} shared price', included: 'same group, no extra',
    'rule.own': 'price {{price}} × {{count}}', 'rule.rounded': 'price × {{count}}, rounded to two decimals', 'rule.alone': 'shared price {{sharedPrice}} of “{{qualifier}}”, but alone: own price', 'rule.shares': '“{{qualifier}}” shared by {{n}}, charged once; {{own}} on its own', 'rule.included': 'shared with “{{first}}”; {{own}} on its own',
    materials: '{{count}} linked materials', tested: 'tested', cited: 'cites consignment {{code}}', reported: 'report {{name}}', note: 'Amount of a group × groups = fee of the sample; each line is rounded before it is added.',
  },
  es: {
    title: 'Detalle de precios', failed: 'No se pudo obtener el detalle', close: 'Cerrar', total: 'Total', yuan: 'yuanes', none: 'Aún no hay muestras con precio.', hidden: 'El laboratorio no muestra precios.', open: 'Parámetros sin determinar; importe pendiente.',
    parameter: 'Parámetro', price: 'Precio', count: 'Número', amount: 'Importe', rule: 'Origen y regla', 'source.0': 'Precio de muestra', 'source.1': 'Precio de parámetro', 'source.2': 'Precio de subapartado', 'source.3': 'Precio compartido', 'source.4': 'Precio por fórmula', times: '× {{count}} grupos', times_one: '× {{count}} grupo', groups: '{{count}} grupos', groups_one: '{{count}} grupo',
    shared: '{{qualifier}} precio compartido', included: 'mismo grupo, sin cargo',
    'rule.own': 'precio {{price}} × {{count}}', 'rule.rounded': 'precio × {{count}}, redondeado a dos decimales', 'rule.alone': 'precio compartido {{sharedPrice}} de «{{qualifier}}», pero solo: precio propio', 'rule.shares': '«{{qualifier}}» compartido por {{n}}, se cobra una vez; solo: {{own}}', 'rule.included': 'compartido con «{{first}}»; solo: {{own}}',
    materials: '{{count}} materias primas', tested: 'ensayada', cited: 'cita el encargo {{code}}', reported: 'informe {{name}}', note: 'Importe por grupo × grupos = coste de la muestra; cada línea se redondea antes de sumar.',
  },
});
