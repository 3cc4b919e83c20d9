import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('wanted-parameters', {
  zh: {
    title: '未开展参数需求', list: '未开展参数需求列表', search: '按样品或参数名称搜索', parameter: '参数', sample: '样品', unit: '检测单位', qualification: '资质', times: '次数', last: '最近一次', first: '首次', by: '最近委托单位', actions: '操作', open: '样品参数',
    countHint: '同一用户对同一参数每天计一次', none: '还没有未开展参数的需求', noneHint: '委托单位在选择样品时点选未开展的参数，就会记在这里。', timesOf: '{{n}} 次', lastOf: '最近 {{time}}',
  },
  en: {
    title: 'Wanted parameters', list: 'List of wanted parameters', search: 'Search sample or parameter', parameter: 'Parameter', sample: 'Sample', unit: 'Testing unit', qualification: 'Qualification', times: 'Times', last: 'Last', first: 'First', by: 'Last wished by', actions: 'Actions', open: 'Sample',
    countHint: 'A user counts once a day for a parameter', none: 'Nobody has wished for a parameter yet', noneHint: 'When a consigning unit picks a parameter that is not offered, it is noted here.', timesOf: '{{n}} times', lastOf: 'last {{time}}',
  },
  es: {
    title: 'Parámetros solicitados', list: 'Lista de parámetros solicitados', search: 'Buscar muestra o parámetro', parameter: 'Parámetro', sample: 'Muestra', unit: 'Laboratorio', qualification: 'Acreditación', times: 'Veces', last: 'Última vez', first: 'Primera vez', by: 'Último solicitante', actions: 'Acciones', open: 'Muestra',
    countHint: 'Cada usuario cuenta una vez al día por parámetro', none: 'Todavía no se ha solicitado ningún parámetro', noneHint: 'Cuando una unidad elige un parámetro que no se ofrece, queda anotado aquí.', timesOf: '{{n}} veces', lastOf: 'última {{time}}',
  },
});
