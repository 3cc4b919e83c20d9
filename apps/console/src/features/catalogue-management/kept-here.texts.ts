import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('kept-here', {
  zh: {
    title: '样品目录由检测系统维护',
    text: '该检测单位已对接自己的检测系统（单位编码 {{code}}），样品、参数、价格和参数包请在检测系统中修改，委托单随时取用那里的内容。',
    asking: '正在询问检测系统',
    answers: '检测系统应答正常',
    again: '再次检查',
  },
  en: {
    title: 'The catalogue is kept in the laboratory’s system',
    text: 'This testing unit has a system of its own (unit code {{code}}). Change samples, parameters, prices and packs there; consignments always use what it says.',
    asking: 'Asking the system',
    answers: 'The system answers',
    again: 'Check again',
  },
  es: {
    title: 'El catálogo está en el sistema del laboratorio',
    text: 'Esta entidad tiene un sistema propio (código {{code}}). Cambie allí muestras, parámetros, precios y paquetes; los encargos usan siempre lo que dice.',
    asking: 'Consultando el sistema',
    answers: 'El sistema responde',
    again: 'Comprobar de nuevo',
  },
});
