import { defineTexts } from '../../i18n/texts.js';

/** What the selection dialog says besides `texts.ts`: filters of standards, the evaluation switch, requirements, quantities, price rules. */
export const texts = defineTexts('sample-selection', {
  zh: {
    recommendedBasis: '推荐依据', noData: '暂无数据', basisBy: '检测依据统一采用 {{prefix}}', quickTick: '回车选中第一个匹配的参数',
    turnOffTitle: '需要评定结果', turnOff: '取消后会清空所有评定标准，同时作为检测依据的标准只保留为检测依据。是否继续？', goOn: '继续', cancel: '取消',
    reselectTitle: '请选择评定标准', reselect: '以下检测参数没有评定标准，请重新选择：\n{{names}}', useDefaults: '用默认标准补齐', chooseMyself: '我来选择',
    showAll: '展开', showLess: '收起', picture: '收样图片：{{name}}', pictures: '收样图片', pictureOf: '第 {{n}} 张，共 {{total}} 张', previous: '上一张', next: '下一张', close: '关闭',
    portionOf: '{{name}}，{{count}} 项共用一份', ownQuantity: '单独需要', listComma: '、', noQuantity: '未注明用量', totalQuantity: '合计',
    priceRule: '取价规则', 'rule.script': '有脚本价格，以脚本价格为准', 'rule.besideShared': '有共享价格，单价取第一个非共享价格', 'rule.sharedOnly': '只有共享价格，单价即共享价格', 'rule.lowestType': '取类型编号最小的价格', 'rule.none': '检测机构没有定价，按 0 元计',
  },
  en: {
    recommendedBasis: 'recommended basis', noData: 'no data', basisBy: 'Test basis: {{prefix}}', quickTick: 'Enter ticks the first match',
    turnOffTitle: 'need evaluation result', turnOff: 'Turning it off clears every evaluation standard; what is a test basis too stays a test basis. Continue?', goOn: 'Continue', cancel: 'Cancel',
    reselectTitle: 'Choose evaluation standards', reselect: 'These parameters have no evaluation standard, please reselect:\n{{names}}', useDefaults: 'Fill in the defaults', chooseMyself: 'I will choose',
    showAll: 'Show', showLess: 'Hide', picture: 'Picture: {{name}}', pictures: 'Pictures', pictureOf: '{{n}} of {{total}}', previous: 'Previous', next: 'Next', close: 'Close',
    portionOf: '{{name}}, one portion for {{count}}', ownQuantity: 'on its own', listComma: ', ', noQuantity: 'not said', totalQuantity: 'Total',
    priceRule: 'Rule', 'rule.script': 'a script price comes first', 'rule.besideShared': 'beside a shared price the first other one', 'rule.sharedOnly': 'only a shared price, which is its own too', 'rule.lowestType': 'the price of the lowest type', 'rule.none': 'no price: 0 yuan',
  },
  es: {
    recommendedBasis: 'norma recomendada', noData: 'sin datos', basisBy: 'Norma de ensayo: {{prefix}}', quickTick: 'Entrar marca la primera coincidencia',
    turnOffTitle: 'Resultado de evaluación', turnOff: 'Se borrarán todas las normas de evaluación; las que también son norma de ensayo quedan como tal. ¿Continuar?', goOn: 'Continuar', cancel: 'Cancelar',
    reselectTitle: 'Elija normas de evaluación', reselect: 'Estos parámetros no tienen norma de evaluación; elíjala de nuevo:\n{{names}}', useDefaults: 'Usar las predeterminadas', chooseMyself: 'Las elijo yo',
    showAll: 'Mostrar', showLess: 'Ocultar', picture: 'Imagen: {{name}}', pictures: 'Imágenes', pictureOf: '{{n}} de {{total}}', previous: 'Anterior', next: 'Siguiente', close: 'Cerrar',
    portionOf: '{{name}}, una porción para {{count}}', ownQuantity: 'por separado', listComma: ', ', noQuantity: 'sin indicar', totalQuantity: 'Total',
    priceRule: 'Regla', 'rule.script': 'el precio por fórmula va primero', 'rule.besideShared': 'junto a un precio compartido, el primero de los demás', 'rule.sharedOnly': 'solo hay precio compartido, que es también el propio', 'rule.lowestType': 'el precio del tipo más bajo', 'rule.none': 'sin precio: 0 yuanes',
  },
});
