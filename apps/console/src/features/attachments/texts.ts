import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('attachments', {
  zh: {
    attachments: '委托附件', externalAttachments: '外部系统附件', signatures: '签名图片', count: '{{count}} 个文件',
    none: '没有委托附件。', noneYet: '还没有委托附件。', noExternal: '没有外部系统附件。', noSignatures: '还没有签名图片。', loading: '正在加载', failed: '{{section}}没有加载出来', retry: '重试',
    remove: '删除附件', removeOf: '删除附件 {{name}}', removeText: '“{{name}}”会从这份委托中删除。', removed: '文件{{name}}已删除', readonly: '只读', kind: '附件类型', anyKind: '不指定', required: '必传', example: '填写示例', exampleOf: '填写示例：{{name}}', examplePicture: '{{name}}的示例图 {{n}}', close: '关闭', withheld: '不向当前角色显示', opens: '{{name}}，在新标签页打开',
    section: '附件', other: '其他', labFiles: '检测系统附件', noLabFiles: '检测系统中没有这个样品的附件。', noSampleFiles: '没有样品附件。', rules: '支持 {{extensions}}，每个不超过 10 MB，每类最多 {{limit}} 个', inConsignment: '委托中已有 {{count}} 个', ofSample: '样品“{{name}}”的附件',
    byPhone: '手机上传', closePhone: '收起', phoneCode: '上传二维码', scanToUpload: '用手机扫码，无需登录即可拍照上传；上传期间请保持此处打开。', waitingPhone: '等待手机上传', arrived: '已从手机收到 {{count}} 个文件，最近：{{name}}',
    'sign.1': '委托人', 'sign.2': '建设单位见证人', 'sign.3': '监理单位见证人', 'sign.4': '其他签名人', signatureOf: '{{who}}的签名',
  },
  en: {
    attachments: 'Attachments', externalAttachments: 'External attachments', signatures: 'Signature images', count: '{{count}} files', count_one: '{{count}} file',
    none: 'No attachments.', noneYet: 'No attachments yet.', noExternal: 'No external attachments.', noSignatures: 'No signature images yet.', loading: 'Loading', failed: '{{section}} could not be loaded', retry: 'Try again',
    remove: 'Delete attachment', removeOf: 'Delete attachment {{name}}', removeText: '“{{name}}” will be deleted from this consignment.', removed: 'file {{name}} has been deleted', readonly: 'read-only', kind: 'Kind of file', anyKind: 'unspecified', required: 'required', example: 'example', exampleOf: 'Example: {{name}}', examplePicture: '{{name}}, example {{n}}', close: 'Close', withheld: 'not shown to your role', opens: '{{name}}, opens in a new tab',
    section: 'attachments', other: 'Other', labFiles: 'Files of the laboratory system', noLabFiles: 'The laboratory system has no file of this sample.', noSampleFiles: 'No files of this sample.', rules: '{{extensions}}, at most 10 MB each, {{limit}} files a kind', inConsignment: '{{count}} in the consignment', ofSample: 'Files of sample “{{name}}”',
    byPhone: 'Upload by phone', closePhone: 'Close', phoneCode: 'QR code to upload with', scanToUpload: 'Scan it with a phone and take pictures without a login. Keep this open meanwhile.', waitingPhone: 'Waiting for the phone', arrived: '{{count}} files have come from the phone, latest: {{name}}', arrived_one: 'One file has come from the phone: {{name}}',
    'sign.1': 'Consignor', 'sign.2': 'Witness of the owner', 'sign.3': 'Witness of the supervision', 'sign.4': 'Other signatory', signatureOf: 'Signature: {{who}}',
  },
  es: {
    attachments: 'Adjuntos', externalAttachments: 'Adjuntos externos', signatures: 'Firmas', count: '{{count}} archivos', count_one: '{{count}} archivo',
    none: 'Sin adjuntos.', noneYet: 'Aún sin adjuntos.', noExternal: 'Sin adjuntos externos.', noSignatures: 'Aún sin firmas.', loading: 'Cargando', failed: 'No se pudo cargar: {{section}}', retry: 'Reintentar',
    remove: 'Eliminar adjunto', removeOf: 'Eliminar el adjunto {{name}}', removeText: '«{{name}}» se eliminará de este encargo.', removed: 'el archivo {{name}} ha sido eliminado', readonly: 'solo lectura', kind: 'Tipo de archivo', anyKind: 'sin especificar', required: 'obligatorio', example: 'ejemplo', exampleOf: 'Ejemplo: {{name}}', examplePicture: '{{name}}, ejemplo {{n}}', close: 'Cerrar', withheld: 'no se muestra a su función', opens: '{{name}}, se abre en otra pestaña',
    section: 'Adjuntos', other: 'Otros', labFiles: 'Archivos del sistema del laboratorio', noLabFiles: 'El sistema del laboratorio no tiene archivos de esta muestra.', noSampleFiles: 'Sin archivos de la muestra.', rules: '{{extensions}}, máximo 10 MB cada uno, {{limit}} archivos por tipo', inConsignment: '{{count}} en el encargo', ofSample: 'Archivos de la muestra «{{name}}»',
    byPhone: 'Subir con el móvil', closePhone: 'Cerrar', phoneCode: 'Código QR para subir', scanToUpload: 'Escanéelo con el móvil y haga fotos sin iniciar sesión. Mantenga esto abierto mientras tanto.', waitingPhone: 'Esperando al móvil', arrived: 'Han llegado {{count}} archivos del móvil, último: {{name}}', arrived_one: 'Ha llegado un archivo del móvil: {{name}}',
    'sign.1': 'Solicitante', 'sign.2': 'Testigo de la propiedad', 'sign.3': 'Testigo de la supervisión', 'sign.4': 'Otro firmante', signatureOf: 'Firma: {{who}}',
  },
});
