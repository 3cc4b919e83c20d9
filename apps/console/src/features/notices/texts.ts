import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('notices', {
  zh: {
    title: '公告管理', list: '公告列表', search: '按标题搜索', noticeTitle: '标题', noticeNo: '编号', type: '类型', 'type.0': '通知', 'type.1': '维护', 'type.2': '规定', to: '发布范围', everybody: '平台全体用户', state: '状态', sent: '已发布', draft: '未发布', sendTime: '发布时间', sender: '发布人', actions: '操作', content: '内容',
    add: '新建公告', edit: '编辑', editTitle: '编辑公告', view: '查看', viewTitle: '公告', send: '发布', withdraw: '撤回', delete: '删除', history: '历史', close: '关闭', sendNow: '保存后立即发布',
    sendTitle: '发布公告', sendSentence: '“{{title}}”将对{{to}}显示。', withdrawTitle: '撤回公告', withdrawSentence: '“{{title}}”将不再显示，可以修改后重新发布。', deleteTitle: '删除公告', deleteSentence: '“{{title}}”将被删除，不再显示。', reason: '撤回原因', deleteReason: '删除原因',
    wasSent: '发布成功', wasWithdrawn: '撤回成功', deleted: '删除成功', none: '还没有公告', noneHint: '发布后的公告在用户登录时显示。', newNotices: '公告', read: '知道了',
  },
  en: {
    title: 'Notices', list: 'List of notices', search: 'Search by title', noticeTitle: 'Title', noticeNo: 'Number', type: 'Kind', 'type.0': 'Announcement', 'type.1': 'Maintenance', 'type.2': 'Rules', to: 'For', everybody: 'everybody on the platform', state: 'State', sent: 'Published', draft: 'Not published', sendTime: 'Published at', sender: 'Published by', actions: 'Actions', content: 'Content',
    add: 'New notice', edit: 'Edit', editTitle: 'Edit notice', view: 'View', viewTitle: 'Notice', send: 'Publish', withdraw: 'Withdraw', delete: 'Delete', history: 'History', close: 'Close', sendNow: 'Publish when saved',
    sendTitle: 'Publish notice', sendSentence: '“{{title}}” will be shown to {{to}}.', withdrawTitle: 'Withdraw notice', withdrawSentence: '“{{title}}” will no longer be shown; it can be changed and published again.', deleteTitle: 'Delete notice', deleteSentence: '“{{title}}” will be deleted and no longer shown.', reason: 'Reason', deleteReason: 'Reason',
    wasSent: 'Published', wasWithdrawn: 'Withdrawn', deleted: 'Deleted', none: 'There is no notice yet', noneHint: 'Published notices are shown when users sign in.', newNotices: 'Notices', read: 'Got it',
  },
  es: {
    title: 'Avisos', list: 'Lista de avisos', search: 'Buscar por título', noticeTitle: 'Título', noticeNo: 'Número', type: 'Tipo', 'type.0': 'Anuncio', 'type.1': 'Mantenimiento', 'type.2': 'Normas', to: 'Para', everybody: 'todos los usuarios', state: 'Estado', sent: 'Publicado', draft: 'Sin publicar', sendTime: 'Publicado el', sender: 'Publicado por', actions: 'Acciones', content: 'Contenido',
    add: 'Nuevo aviso', edit: 'Editar', editTitle: 'Editar aviso', view: 'Ver', viewTitle: 'Aviso', send: 'Publicar', withdraw: 'Retirar', delete: 'Eliminar', history: 'Historial', close: 'Cerrar', sendNow: 'Publicar al guardar',
    sendTitle: 'Publicar aviso', sendSentence: '«{{title}}» se mostrará a {{to}}.', withdrawTitle: 'Retirar aviso', withdrawSentence: '«{{title}}» dejará de mostrarse; puede cambiarse y publicarse de nuevo.', deleteTitle: 'Eliminar aviso', deleteSentence: '«{{title}}» se eliminará y dejará de mostrarse.', reason: 'Motivo', deleteReason: 'Motivo',
    wasSent: 'Publicado', wasWithdrawn: 'Retirado', deleted: 'Eliminado', none: 'Todavía no hay avisos', noneHint: 'Los avisos publicados se muestran al iniciar sesión.', newNotices: 'Avisos', read: 'Entendido',
  },
});
