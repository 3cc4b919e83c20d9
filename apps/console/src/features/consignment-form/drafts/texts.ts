import { defineTexts } from '../../../i18n/texts.js';

/** Texts of what was typed and not saved. */
export const texts = defineTexts('consignment-drafts', {
  zh: {
    found: '发现 {{time}} 未保存的填写，', fields: '{{count}} 项与现在不同', restore: '恢复', discard: '放弃', safe: '您填写的内容没有丢失，可以重试。重试不会重复保存。', retry: '重试', later: '稍后再试', and: '、',
    keptAt: '{{time}} 已暂存在这台电脑上',
    left: '{{time}} 填写的 {{count}} 项没有保存，这份委托现在只能查看。', leftText: '需要时可以先复制下来；委托退回或撤回后，还可以在编辑时恢复。', copy: '复制', copied: '已复制',
    movedBy: '您打开之后，{{who}}于 {{at}} 将状态改为“{{status}}”，现在只能查看。', nothing: '（空）', yes: '是', no: '否',
  },
  en: {
    found: 'Found what was typed at {{time}} and not saved: ', fields: '{{count}} fields differ', restore: 'Restore', discard: 'Discard', safe: 'Nothing you typed is lost. Try again; it will not be saved twice.', retry: 'Try again', later: 'Later', and: ', ',
    keptAt: 'Kept on this computer at {{time}}',
    left: '{{count}} fields typed at {{time}} were not saved; this consignment can only be read now.', leftText: 'Copy them if you need them; once it comes back to be edited, they can be restored.', copy: 'Copy', copied: 'Copied',
    movedBy: 'After you had opened it, {{who}} set it to “{{status}}” at {{at}}; it can only be read now.', nothing: '(empty)', yes: 'Yes', no: 'No',
  },
  es: {
    found: 'Se encontró lo escrito a las {{time}} sin guardar: ', fields: '{{count}} campos distintos', restore: 'Recuperar', discard: 'Descartar', safe: 'No se ha perdido nada de lo escrito. Reintente; no se guardará dos veces.', retry: 'Reintentar', later: 'Más tarde', and: ', ',
    keptAt: 'Conservado en este equipo a las {{time}}',
    left: '{{count}} campos escritos a las {{time}} no se guardaron; este encargo ya solo puede leerse.', leftText: 'Cópielos si los necesita; cuando vuelva a poder editarse, podrá recuperarlos.', copy: 'Copiar', copied: 'Copiado',
    movedBy: 'Después de que usted lo abriera, {{who}} lo pasó a «{{status}}» a las {{at}}; ahora solo puede leerse.', nothing: '(vacío)', yes: 'Sí', no: 'No',
  },
});
