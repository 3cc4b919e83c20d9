import { defineTexts } from '../../i18n/texts.js';

/** Standards: the dialog per parameter, the picker, custom ones, the section of simple input (001 STD). */
export const texts = defineTexts('sample-standards', {
  zh: {
    section: '标准信息', sectionEmpty: '还没有选择标准', sectionEmptyText: '简易录入时，这里的检测依据和评定标准适用于全部检测参数。',
    selectTitle: '选择标准信息', selectStandards: '选择标准', parameters: '检测参数', noData: '暂无数据', moreStandards: '更多标准…', chosen: '已选 {{count}} 项',
    evaluation: '评定标准', basis: '检测依据', name: '标准名称', code: '发布号', type: '标准类型', executeDate: '实施日期', expireDate: '废止日期', actions: '操作', expired: '已废止',
    tickEvaluation: '{{name}}：作为评定标准', tickBasis: '{{name}}：作为检测依据', remove: '移除{{name}}', noStandards: '还没有标准，可引用标准或添加自定义评定标准。', noBasis: '自定义标准不能作为检测依据',
    quote: '引用标准', addCustom: '添加自定义评定标准', cancel: '取消', confirm: '确定',
    quoteTitle: '引用标准信息', searchPlaceholder: '请输入标准名称或发布号，按回车或点击查询', query: '查询', choose: '选择', listFailed: '获取标准信息失败', noneFound: '没有名称或发布号包含“{{text}}”的标准', none: '没有标准', picked: '已选 {{count}} 项', mustPick: '请选择要引用的标准', alreadyThere: '已在列表中',
    'type.1': '检测依据', 'type.2': '评定标准', 'type.3': '评定标准/检测依据',
    customTitle: '添加自定义评定标准', customName: '标准名称', customEmpty: '标准名称不能为空', customExists: '该标准已存在，请勿重复添加',
    crossTitle: '标准类型不一致', crossAsBasis: '【{{parameter}}】把评定标准 {{standards}} 用作检测依据', crossAsEvaluation: '【{{parameter}}】把检测依据 {{standards}} 用作评定标准', crossOfSample: '本样品', continueSaving: '继续保存', listComma: '、',
  },
  en: {
    section: 'standards', sectionEmpty: 'No standard chosen yet', sectionEmptyText: 'In simple input these test bases and evaluation standards hold for all parameters.',
    selectTitle: 'select standard information', selectStandards: 'select standard', parameters: 'Parameters', noData: 'no data', moreStandards: 'More standards…', chosen: '{{count}} chosen',
    evaluation: 'Evaluation standard', basis: 'Test basis', name: 'Standard name', code: 'Publication number', type: 'Standard type', executeDate: 'Execution date', expireDate: 'Expiry date', actions: 'Action', expired: 'expired',
    tickEvaluation: '{{name}}: evaluation standard', tickBasis: '{{name}}: test basis', remove: 'Remove {{name}}', noStandards: 'No standard yet: quote one or add a custom evaluation standard.', noBasis: 'A custom standard cannot be a test basis',
    quote: 'quote standard', addCustom: 'add custom evaluation standard', cancel: 'Cancel', confirm: 'Confirm',
    quoteTitle: 'quote standard information', searchPlaceholder: 'Enter the standard name or publication number, then press Enter or click query', query: 'Query', choose: 'Choose', listFailed: 'failed to get standard information', noneFound: 'No standard holds “{{text}}”', none: 'No standard', picked: '{{count}} chosen', mustPick: 'Please choose the standards to quote', alreadyThere: 'in the list already',
    'type.1': 'test basis', 'type.2': 'evaluation standard', 'type.3': 'evaluation standard/test basis',
    customTitle: 'add custom evaluation standard', customName: 'Standard name', customEmpty: 'standard name cannot be empty', customExists: 'this standard already exists, please do not add it again',
    crossTitle: 'Type of standard', crossAsBasis: '[{{parameter}}] uses evaluation standard {{standards}} as test basis', crossAsEvaluation: '[{{parameter}}] uses test basis {{standards}} as evaluation standard', crossOfSample: 'This sample', continueSaving: 'continue saving', listComma: ', ',
  },
  es: {
    section: 'Normas', sectionEmpty: 'Ninguna norma elegida', sectionEmptyText: 'En la entrada simple estas normas valen para todos los parámetros.',
    selectTitle: 'Elegir normas', selectStandards: 'elegir norma', parameters: 'Parámetros', noData: 'sin datos', moreStandards: 'Más normas…', chosen: '{{count}} elegidas',
    evaluation: 'Norma de evaluación', basis: 'Norma de ensayo', name: 'Nombre de la norma', code: 'Número de publicación', type: 'Tipo', executeDate: 'Entrada en vigor', expireDate: 'Derogación', actions: 'Acción', expired: 'derogada',
    tickEvaluation: '{{name}}: norma de evaluación', tickBasis: '{{name}}: norma de ensayo', remove: 'Quitar {{name}}', noStandards: 'Aún no hay normas: cite una o añada una norma de evaluación propia.', noBasis: 'Una norma propia no puede ser norma de ensayo',
    quote: 'citar norma', addCustom: 'añadir norma de evaluación propia', cancel: 'Cancelar', confirm: 'Confirmar',
    quoteTitle: 'Citar normas', searchPlaceholder: 'Escriba el nombre o número de la norma y pulse Entrar o Buscar', query: 'Buscar', choose: 'Elegir', listFailed: 'No se pudieron obtener las normas', noneFound: 'Ninguna norma contiene «{{text}}»', none: 'Ninguna norma', picked: '{{count}} elegidas', mustPick: 'Elija las normas que desea citar', alreadyThere: 'ya está en la lista',
    'type.1': 'norma de ensayo', 'type.2': 'norma de evaluación', 'type.3': 'norma de evaluación y de ensayo',
    customTitle: 'Añadir norma de evaluación propia', customName: 'Nombre de la norma', customEmpty: 'el nombre de la norma no puede estar vacío', customExists: 'esta norma ya existe, no la añada de nuevo',
    crossTitle: 'Tipo de norma', crossAsBasis: '[{{parameter}}] usa la norma de evaluación {{standards}} como norma de ensayo', crossAsEvaluation: '[{{parameter}}] usa la norma de ensayo {{standards}} como norma de evaluación', crossOfSample: 'Esta muestra', continueSaving: 'seguir guardando', listComma: ', ',
  },
});
