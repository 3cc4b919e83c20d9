import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('test-sites', {
  zh: { title: '设置检测部位', setSites: '设置检测部位', group: '组', site: '检测部位', siteOfGroup: '第 {{n}} 组检测部位', pasteHint: '可从表格复制一列，粘贴到任一行，自动向下填充。', pasted: '已粘贴 {{n}} 处', tooMany: '粘贴内容超出检测组数，后 {{n}} 处未填入', cancel: '取消', confirm: '确定' },
  en: { title: 'Set test sites', setSites: 'Set test sites', group: 'Group', site: 'Test site', siteOfGroup: 'Test site of group {{n}}', pasteHint: 'Paste a column copied from a spreadsheet into any row; it fills downwards.', pasted: '{{n}} pasted', tooMany: 'More was pasted than there are groups: the last {{n}} were left out', cancel: 'Cancel', confirm: 'Confirm' },
  es: { title: 'Definir lugares de ensayo', setSites: 'Definir lugares', group: 'Grupo', site: 'Lugar del ensayo', siteOfGroup: 'Lugar del ensayo del grupo {{n}}', pasteHint: 'Pegue una columna copiada de una hoja de cálculo en cualquier fila; se rellena hacia abajo.', pasted: '{{n}} pegados', tooMany: 'Se pegó más de lo que admiten los grupos: los últimos {{n}} quedaron fuera', cancel: 'Cancelar', confirm: 'Confirmar' },
});
