import { defineTexts } from '../../i18n/texts.js';

/** Texts of the two pages on which a phone adds files. */
export const texts = defineTexts('mobile-files', {
  zh: {
    entrustTitle: '上传委托附件', sampleTitle: '上传样品附件', cannotUpload: '无法上传', until: '有效至 {{time}}', draft: '填写中的委托', noSamples: '委托附件', kind: '附件类型', anyKind: '不指定', required: '必传', camera: '拍照', choose: '选择文件', photo: '照片',
    onTheWay: '正在上传（{{n}}）', there: '已有文件（{{n}}）', none: '还没有文件。拍照或选择文件后会自动上传。', allSent: '已上传 {{n}} 个', rules: '照片会缩小后上传。每个文件不超过 10 MB，每类最多 {{limit}} 个。', waiting: '等待上传', sending: '正在上传 {{name}}',
    retrying: '网络不稳定，正在重试，请不要关闭此页。', lost: '没有连上服务器，文件还在此页，请检查网络后重试。', retry: '重试', keep: '存到手机', giveUp: '放弃', wrongType: '不支持的格式，仅支持：{{extensions}}', tooLarge: '文件大小不能超过10M',
  },
  en: {
    entrustTitle: 'Files of the consignment', sampleTitle: 'Files of the sample', cannotUpload: 'Nothing can be uploaded', until: 'until {{time}}', draft: 'Consignment being filled in', noSamples: 'Attachments', kind: 'Kind of file', anyKind: 'unspecified', required: 'required', camera: 'Camera', choose: 'Choose files', photo: 'Photo',
    onTheWay: 'On the way ({{n}})', there: 'Files ({{n}})', none: 'No files yet. What you take or choose is sent at once.', allSent: '{{n}} sent', rules: 'Photos are made smaller first. At most 10 MB a file, {{limit}} files a kind.', waiting: 'Waiting', sending: 'Sending {{name}}',
    retrying: 'The network is unstable. Trying again, please keep this page open.', lost: 'The server could not be reached. The file is still here; check the network and try again.', retry: 'Try again', keep: 'Save on phone', giveUp: 'Give up', wrongType: 'This format is not supported. Supported: {{extensions}}', tooLarge: 'file size cannot exceed 10M',
  },
  es: {
    entrustTitle: 'Archivos del encargo', sampleTitle: 'Archivos de la muestra', cannotUpload: 'No se puede subir nada', until: 'hasta las {{time}}', draft: 'Encargo en preparación', noSamples: 'Adjuntos', kind: 'Tipo de archivo', anyKind: 'sin especificar', required: 'obligatorio', camera: 'Cámara', choose: 'Elegir archivos', photo: 'Foto',
    onTheWay: 'Subiendo ({{n}})', there: 'Archivos ({{n}})', none: 'Aún no hay archivos. Lo que fotografíe o elija se sube enseguida.', allSent: '{{n}} subidos', rules: 'Las fotos se reducen antes. Máximo 10 MB por archivo, {{limit}} archivos por tipo.', waiting: 'En espera', sending: 'Subiendo {{name}}',
    retrying: 'La red es inestable. Reintentando, no cierre esta página.', lost: 'No se pudo conectar. El archivo sigue aquí; compruebe la red y reintente.', retry: 'Reintentar', keep: 'Guardar en el móvil', giveUp: 'Descartar', wrongType: 'Este formato no se admite. Se admiten: {{extensions}}', tooLarge: 'el tamaño del archivo no puede superar 10M',
  },
});
