import { defineTexts } from '../../i18n/texts.js';

/** Parameter packs, in the dialog and in the form (001 PK, SERR-004). The document words the same failure twice; both are kept. */
export const texts = defineTexts('sample-packs', {
  zh: {
    confirm: '快速选择的参数由检测机构提供，修改参数或标准会影响参数与标准的对应关系，建议联系检测机构调整。是否继续？',
    goOn: '继续',
    cancel: '取消',
    detailFailed: '获取参数包明细失败',
    detailFailedInForm: '参数包明细获取失败',
    exception: '获取打包参数异常',
    quickSelect: '快速选择',
    noPack: '不使用',
    chooseSample: '请选择样品',
    none: '无',
    notOfferedTitle: '参数未开放',
    notOffered: '参数【{{name}}】暂未开放，不可选择！感谢您的支持与反馈',
    listComma: '】【',
    listFailed: '获取快速参数失败！',
  },
  en: {
    confirm:
      'quick-select parameters are provided by the testing institution; changing parameters or standards will affect the parameter-standard mapping; advise contacting the institution to adjust them; continue?',
    goOn: 'Continue',
    cancel: 'Cancel',
    detailFailed: 'failed to get parameter pack details',
    detailFailedInForm: 'parameter pack detail fetch failed',
    exception: 'get pack parameters exception',
    quickSelect: 'Quick select',
    noPack: 'none',
    chooseSample: 'please select sample',
    none: 'none',
    notOfferedTitle: 'parameter not offered',
    notOffered: 'parameter [{{name}}] is not yet offered, cannot be selected! Thank you for your support and feedback',
    listComma: '] [',
    listFailed: 'failed to get the quick parameters!',
  },
  es: {
    confirm:
      'Los parámetros de selección rápida los facilita el laboratorio; cambiar parámetros o normas altera su correspondencia. Conviene consultarlo con el laboratorio. ¿Continuar?',
    goOn: 'Continuar',
    cancel: 'Cancelar',
    detailFailed: 'No se pudo obtener el detalle del paquete',
    detailFailedInForm: 'No se pudo leer el detalle del paquete',
    exception: 'Error al obtener los parámetros del paquete',
    quickSelect: 'Selección rápida',
    noPack: 'ninguno',
    chooseSample: 'elija una muestra',
    none: 'ninguno',
    notOfferedTitle: 'Parámetro no disponible',
    notOffered:
      'El parámetro [{{name}}] aún no está disponible y no puede elegirse. Gracias por su apoyo y sus comentarios',
    listComma: '] [',
    listFailed: '¡No se pudieron obtener los paquetes!',
  },
});
