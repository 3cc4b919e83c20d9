import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('richTextEditor', {
  zh: {
    editorTools: '排版', bold: '加粗', italic: '斜体', underline: '下划线', strike: '删除线', heading2: '大标题', heading3: '小标题', bulletList: '项目列表', orderedList: '编号列表', quote: '引用', link: '链接', undo: '撤销', redo: '重做',
    linkAddress: '链接地址', applyLink: '加上链接', removeLink: '去掉链接', badLink: '请输入以 http://、https:// 或 mailto: 开头的地址',
    loadingEditor: '正在加载编辑器', picture: '图片', pictureUp: '图片上移', pictureDown: '图片下移', takePictureOut: '移除图片', uploadPictures: '上传图片', insertPictures: '插入图片', cancel: '取消', pictureRules: 'png、jpg、ico，每张小于 100 MB', pictureList: '已上传的图片', alt: '“{{name}}”的说明', altHint: '图片说明，供读屏和图片未显示时使用', noPictures: '请先上传图片',
    waitForPictures: '请等待所有图片上传成功 或 出现了网络问题，请刷新页面重新上传！', removePicture: '删除图片', remove: '删除 {{name}}', removeSentence: '“{{name}}”将从服务器删除。', leave: '放弃图片', leaveSentence: '已上传的图片没有插入正文，将被删除。',
  },
  en: {
    editorTools: 'Formatting', bold: 'Bold', italic: 'Italic', underline: 'Underline', strike: 'Strikethrough', heading2: 'Heading', heading3: 'Subheading', bulletList: 'Bulleted list', orderedList: 'Numbered list', quote: 'Quote', link: 'Link', undo: 'Undo', redo: 'Redo',
    linkAddress: 'Address of the link', applyLink: 'Set link', removeLink: 'Remove link', badLink: 'Please enter an address that begins with http://, https:// or mailto:',
    loadingEditor: 'Loading the editor', picture: 'Picture', pictureUp: 'Move picture up', pictureDown: 'Move picture down', takePictureOut: 'Take picture out', uploadPictures: 'Upload pictures', insertPictures: 'Insert pictures', cancel: 'Cancel', pictureRules: 'png, jpg, ico, below 100 MB each', pictureList: 'Uploaded pictures', alt: 'Description of “{{name}}”', altHint: 'Description, for who cannot see the picture', noPictures: 'Please upload a picture first',
    waitForPictures: 'please wait for all images to upload, or a network problem occurred, refresh and re-upload', removePicture: 'Delete picture', remove: 'Delete {{name}}', removeSentence: '“{{name}}” will be deleted from the server.', leave: 'Discard pictures', leaveSentence: 'The pictures were uploaded and not inserted; they will be deleted.',
  },
  es: {
    editorTools: 'Formato', bold: 'Negrita', italic: 'Cursiva', underline: 'Subrayado', strike: 'Tachado', heading2: 'Título', heading3: 'Subtítulo', bulletList: 'Lista', orderedList: 'Lista numerada', quote: 'Cita', link: 'Enlace', undo: 'Deshacer', redo: 'Rehacer',
    linkAddress: 'Dirección del enlace', applyLink: 'Poner enlace', removeLink: 'Quitar enlace', badLink: 'Escriba una dirección que empiece por http://, https:// o mailto:',
    loadingEditor: 'Cargando el editor', picture: 'Imagen', pictureUp: 'Subir la imagen', pictureDown: 'Bajar la imagen', takePictureOut: 'Quitar la imagen', uploadPictures: 'Subir imágenes', insertPictures: 'Insertar imágenes', cancel: 'Cancelar', pictureRules: 'png, jpg, ico, menos de 100 MB cada una', pictureList: 'Imágenes subidas', alt: 'Descripción de «{{name}}»', altHint: 'Descripción, para quien no vea la imagen', noPictures: 'Suba primero una imagen',
    waitForPictures: 'espere a que se suban todas las imágenes; si hay un problema de red, actualice la página y vuelva a subirlas', removePicture: 'Eliminar imagen', remove: 'Eliminar {{name}}', removeSentence: '«{{name}}» se eliminará del servidor.', leave: 'Descartar imágenes', leaveSentence: 'Las imágenes subidas no se insertaron y se eliminarán.',
  },
});
