import { defineTexts } from '../i18n/texts.js';

export const texts = defineTexts('filePicker', {
  zh: {
    choose: '选择文件', dropHere: '松开即上传', orDrop: '或拖到这里', limits: '{{extensions}}，每个不超过 10 MB', limitsOf: '{{extensions}}，每个不超过 10 MB，最多 {{limit}} 个', full: '已达 {{limit}} 个上限，移除后才能再传',
    waiting: '等待上传', sending: '正在上传 {{name}}', percent: '{{percent}}%', failed: '上传失败', cancel: '取消上传 {{name}}', retry: '重新上传 {{name}}', dismiss: '不再上传 {{name}}',
  },
  en: {
    choose: 'Choose file', dropHere: 'Drop to upload', orDrop: 'or drop it here', limits: '{{extensions}}, at most 10 MB each', limitsOf: '{{extensions}}, at most 10 MB each, {{limit}} files', full: 'The limit of {{limit}} is reached; remove one to add another',
    waiting: 'waiting', sending: 'Uploading {{name}}', percent: '{{percent}}%', failed: 'upload failed', cancel: 'Cancel the upload of {{name}}', retry: 'Upload {{name}} again', dismiss: 'Give up on {{name}}',
  },
  es: {
    choose: 'Elegir archivo', dropHere: 'Suelte para subir', orDrop: 'o suéltelo aquí', limits: '{{extensions}}, máximo 10 MB cada uno', limitsOf: '{{extensions}}, máximo 10 MB cada uno, {{limit}} archivos', full: 'Se alcanzó el límite de {{limit}}; quite uno para añadir otro',
    waiting: 'en espera', sending: 'Subiendo {{name}}', percent: '{{percent}}%', failed: 'error al subir', cancel: 'Cancelar la subida de {{name}}', retry: 'Subir {{name}} de nuevo', dismiss: 'Descartar {{name}}',
  },
});
