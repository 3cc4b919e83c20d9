import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('sample-form', {
  zh: {
    'section.sample': '样品信息', 'section.testItem': '检测项目信息',
    inputMode: '录入方式', simple: '简洁', professional: '专业', modeQuestion: '切换录入方式后，已填写的部分内容可能会丢失，是否继续？', change: '切换', keep: '不切换',
    simpleHint: '标准按整个样品选择', professionalHint: '每个参数分别选择标准',
    fillInExample: '填写示例', copyAndOpen: '保存并复制', copied: '已复制样品', completing: '完善参数', completingNote: '请为样品选择检测参数和标准，补充规格型号与辅助信息；委托方填写的其他内容不变。', idUnknown: '样品不存在', prompt: '提示', parametersNotRead: '获取检测参数失败', packNotRead: '获取打包参数失败', packNotConfigured: '获取打包参数配置失败', again: '重试',
    sampling: '取样信息', extractUnit: '取样单位', extractTime: '取样日期', extractPerson: '取样人', extractPersonCardNum: '取样人证号', castingDate: '成型日期', ageWaitTime: '龄期（天）', optional: '选填',
  },
  en: {
    'section.sample': 'sample information', 'section.testItem': 'test project information',
    inputMode: 'Input mode', simple: 'simple', professional: 'professional', modeQuestion: 'Partly filled data may be lost when the mode is switched. Continue?', change: 'Switch', keep: 'Do not switch',
    simpleHint: 'standards for the sample as a whole', professionalHint: 'standards for each parameter',
    fillInExample: 'fill-in example', copyAndOpen: 'Save and copy', copied: 'Sample copied', completing: 'Complete parameters', completingNote: 'Choose parameters and standards, and complete specification and auxiliary information; everything else stays as the client wrote it.', idUnknown: 'sample id does not exist', prompt: 'prompt', parametersNotRead: 'failed to get test parameters', packNotRead: 'failed to get packed parameters', packNotConfigured: 'failed to get packed parameter configuration', again: 'Try again',
    sampling: 'Sampling', extractUnit: 'Sampling unit', extractTime: 'Sampling date', extractPerson: 'Sampler', extractPersonCardNum: 'Certificate number', castingDate: 'Casting date', ageWaitTime: 'Age (days)', optional: 'optional',
  },
  es: {
    'section.sample': 'Datos de la muestra', 'section.testItem': 'Datos del ensayo',
    inputMode: 'Modo de entrada', simple: 'simple', professional: 'profesional', modeQuestion: 'Al cambiar de modo pueden perderse datos ya introducidos. ¿Continuar?', change: 'Cambiar', keep: 'No cambiar',
    simpleHint: 'normas para toda la muestra', professionalHint: 'normas para cada parámetro',
    fillInExample: 'ejemplo de relleno', copyAndOpen: 'Guardar y copiar', copied: 'Muestra copiada', completing: 'Completar parámetros', completingNote: 'Elija parámetros y normas, y complete la especificación y los datos auxiliares; lo demás queda como lo escribió el cliente.', idUnknown: 'la muestra no existe', prompt: 'Aviso', parametersNotRead: 'No se pudieron obtener los parámetros', packNotRead: 'No se pudo obtener el paquete', packNotConfigured: 'No se pudo obtener la configuración del paquete', again: 'Reintentar',
    sampling: 'Muestreo', extractUnit: 'Entidad de muestreo', extractTime: 'Fecha de muestreo', extractPerson: 'Persona que muestrea', extractPersonCardNum: 'Número de certificado', castingDate: 'Fecha de fabricación', ageWaitTime: 'Edad (días)', optional: 'opcional',
  },
});
