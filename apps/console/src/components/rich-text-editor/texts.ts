import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('richTextEditor', {
  zh: {
    editorTools: '排版', bold: '加粗', italic: '斜体', underline: '下划线', strike: '删除线', heading2: '大标题', heading3: '小标题', bulletList: '项目列表', orderedList: '编号列表', quote: '引用', link: '链接', undo: '撤销', redo: '重做',
    linkAddress: '链接地址', applyLink: '加上链接', removeLink: '去掉链接', badLink: '请输入以 http://、https:// 或 mailto: 开头的地址',
  },
  en: {
    editorTools: 'Formatting', bold: 'Bold', italic: 'Italic', underline: 'Underline', strike: 'Strikethrough', heading2: 'Heading', heading3: 'Subheading', bulletList: 'Bulleted list', orderedList: 'Numbered list', quote: 'Quote', link: 'Link', undo: 'Undo', redo: 'Redo',
    linkAddress: 'Address of the link', applyLink: 'Set link', removeLink: 'Remove link', badLink: 'Please enter an address that begins with http://, https:// or mailto:',
  },
  es: {
    editorTools: 'Formato', bold: 'Negrita', italic: 'Cursiva', underline: 'Subrayado', strike: 'Tachado', heading2: 'Título', heading3: 'Subtítulo', bulletList: 'Lista', orderedList: 'Lista numerada', quote: 'Cita', link: 'Enlace', undo: 'Deshacer', redo: 'Rehacer',
    linkAddress: 'Dirección del enlace', applyLink: 'Poner enlace', removeLink: 'Quitar enlace', badLink: 'Escriba una dirección que empiece por http://, https:// o mailto:',
  },
});
