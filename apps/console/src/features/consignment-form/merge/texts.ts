import { defineTexts } from '../../../i18n/texts.js';

/** Texts of the compare view: mine, theirs, field by field. */
export const texts = defineTexts('consignment-merge', {
  zh: {
    title: '合并修改', restoreTitle: '恢复未保存的填写',
    changed: '您打开之后，{{who}}在 {{at}} 保存过这份委托。请逐项选择保留哪一个，合并后再保存。您填写的内容没有丢失。', changedUnknown: '您打开之后，这份委托被保存过。请逐项选择保留哪一个，合并后再保存。您填写的内容没有丢失。',
    restoreText: '这份委托在您填写之后有过更新。请逐项选择保留哪一个；恢复后还没有保存，可以接着修改。',
    samples: '样品也有变动，会重新载入。', field: '项目', mine: '我填写的', theirs: '对方保存的', kept: '未保存的填写', current: '现在的内容', was: '原为', nothing: '（空）', conflict: '双方都改了', unitMoved: '检测单位已更换，以新单位为准',
    allMine: '全部用我的', allTheirs: '全部用对方的', allKept: '全部恢复', allCurrent: '全部保留现在的', left: '还有 {{count}} 项需要选择', ready: '各项都已选好', merge: '合并并保存', use: '合并', restore: '恢复', notNow: '先不合并', yes: '是', no: '否', and: '、', colleague: '其他人', yourself: '您自己（在别处）',
    samplesReloaded: '样品有变动，已重新载入', samplesReloadedBy: '{{who}}修改了样品，已重新载入', broughtUp: '已载入最新内容，请再操作一次',
    nowReadOnly: '这份委托的状态已变为“{{status}}”，不能再保存。您填写的内容没有丢失。',
  },
  en: {
    title: 'Merge changes', restoreTitle: 'Restore what was typed',
    changed: '{{who}} saved this consignment at {{at}}, after you had opened it. Choose for each field which one stays, then save. Nothing you typed is lost.', changedUnknown: 'This consignment was saved after you had opened it. Choose for each field which one stays, then save. Nothing you typed is lost.',
    restoreText: 'This consignment changed after you had typed. Choose for each field which one stays; nothing is saved yet.',
    samples: 'Samples changed too and are loaded again.', field: 'Field', mine: 'Mine', theirs: 'Theirs', kept: 'Typed, not saved', current: 'As it is now', was: 'was', nothing: '(empty)', conflict: 'both changed it', unitMoved: 'the testing organisation changed, the new one counts',
    allMine: 'All mine', allTheirs: 'All theirs', allKept: 'Restore all', allCurrent: 'Keep all as now', left: '{{count}} to choose', ready: 'All chosen', merge: 'Merge and save', use: 'Merge', restore: 'Restore', notNow: 'Not now', yes: 'Yes', no: 'No', and: ', ', colleague: 'Somebody else', yourself: 'You yourself (elsewhere)',
    samplesReloaded: 'Samples changed and were loaded again', samplesReloadedBy: '{{who}} changed samples; they were loaded again', broughtUp: 'The newest content is loaded, please try again',
    nowReadOnly: 'This consignment is now “{{status}}” and can no longer be saved. What you typed is not lost.',
  },
  es: {
    title: 'Combinar cambios', restoreTitle: 'Recuperar lo escrito',
    changed: '{{who}} guardó este encargo a las {{at}}, después de que usted lo abriera. Elija campo por campo cuál queda y guarde. No se ha perdido nada de lo escrito.', changedUnknown: 'Este encargo se guardó después de que usted lo abriera. Elija campo por campo cuál queda y guarde. No se ha perdido nada de lo escrito.',
    restoreText: 'Este encargo cambió después de que usted escribiera. Elija campo por campo cuál queda; aún no se guarda nada.',
    samples: 'También cambiaron las muestras; se vuelven a cargar.', field: 'Campo', mine: 'Lo mío', theirs: 'Lo guardado', kept: 'Escrito sin guardar', current: 'Como está ahora', was: 'antes', nothing: '(vacío)', conflict: 'cambiado por ambos', unitMoved: 'el laboratorio cambió; vale el nuevo',
    allMine: 'Todo lo mío', allTheirs: 'Todo lo guardado', allKept: 'Recuperar todo', allCurrent: 'Dejar todo como está', left: 'Faltan {{count}} por elegir', ready: 'Todo elegido', merge: 'Combinar y guardar', use: 'Combinar', restore: 'Recuperar', notNow: 'Ahora no', yes: 'Sí', no: 'No', and: ', ', colleague: 'Otra persona', yourself: 'Usted mismo (en otro lugar)',
    samplesReloaded: 'Las muestras cambiaron y se han vuelto a cargar', samplesReloadedBy: '{{who}} cambió muestras; se han vuelto a cargar', broughtUp: 'Se cargó lo más reciente; inténtelo de nuevo',
    nowReadOnly: 'Este encargo está ahora en «{{status}}» y ya no puede guardarse. Lo escrito no se ha perdido.',
  },
});
