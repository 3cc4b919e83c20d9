import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('notifications', {
  zh: {
    title: '消息中心', bell: '消息，{{n}} 条未读', bellNone: '消息，没有未读', latest: '最新消息', all: '全部消息', readAll: '全部标为已读', wasReadAll: '已全部标为已读', loading: '加载中…', failed: '消息没有加载出来', none: '还没有消息', noneHint: '委托的提交、审核、收样和报告会在这里通知您。', noneUnread: '没有未读消息', noneUnreadHint: '您已经读完了。',
    mine: '我的消息', unit: '本单位消息', everybody: '全部单位消息', tabs: '消息范围', unreadOnly: '只看未读', unread: '未读', read: '已读', markRead: '标为已读',
    time: '时间', message: '消息', code: '委托编号', recipient: '接收人', inPlatform: '站内', outside: '站外发送', cause: '原因', state: '状态', actions: '操作', list: '本单位消息列表', nobody: '无接收人', hidden: '已隐藏', stateFilter: '状态', allStates: '全部状态', searchCode: '委托编号（完整）',
    email: '邮件', sms: '短信', queued: '待发送', sent: '已发送', stateFailed: '发送失败', again: '重发',
    resend: '重新发送', resendFrom: '{{time}} 后可重发{{channel}}', resendSentence: '再次向{{name}}发送{{channel}}。', announceAgain: '重新通知', announceSentence: '重新查找应通知的人员，并通知他们。请先确认单位已有可用账号。', reason: '原因', resent: '已提交，稍后发送', noneSent: '还没有消息', noneSentHint: '本单位人员收到的委托消息会列在这里。', filtered: '没有符合条件的消息', filteredHint: '换一个条件试试。', clear: '清空筛选',
  },
  en: {
    title: 'Message centre', bell: 'Messages, {{n}} unread', bellNone: 'Messages, none unread', latest: 'Latest messages', all: 'All messages', readAll: 'Mark all as read', wasReadAll: 'All marked as read', loading: 'Loading…', failed: 'Messages could not be loaded', none: 'No messages yet', noneHint: 'You are told here when consignments are submitted, audited and received, and when reports are ready.', noneUnread: 'Nothing unread', noneUnreadHint: 'You have read everything.',
    mine: 'My messages', unit: 'My unit’s messages', everybody: 'Messages of all units', tabs: 'Whose messages', unreadOnly: 'Unread only', unread: 'unread', read: 'read', markRead: 'Mark as read',
    time: 'Time', message: 'Message', code: 'Consignment no.', recipient: 'Recipient', inPlatform: 'Here', outside: 'Sent out', cause: 'Cause', state: 'State', actions: 'Actions', list: 'List of the unit’s messages', nobody: 'No recipient', hidden: 'hidden', stateFilter: 'State', allStates: 'All states', searchCode: 'Consignment number (whole)',
    email: 'E-mail', sms: 'Text message', queued: 'queued', sent: 'sent', stateFailed: 'failed', again: 'again',
    resend: 'Send again', resendFrom: 'Resend {{channel}} from {{time}}', resendSentence: 'Sends {{name}} the message again ({{channel}}).', announceAgain: 'Notify again', announceSentence: 'Looks again for whom to tell, and tells them. Make sure first that the unit has an active account.', reason: 'Reason', resent: 'It will be sent shortly', noneSent: 'No messages yet', noneSentHint: 'What the people of your unit are told about consignments is listed here.', filtered: 'No such messages', filteredHint: 'Try another condition.', clear: 'Clear filters',
  },
  es: {
    title: 'Centro de mensajes', bell: 'Mensajes, {{n}} sin leer', bellNone: 'Mensajes, ninguno sin leer', latest: 'Últimos mensajes', all: 'Todos los mensajes', readAll: 'Marcar todo como leído', wasReadAll: 'Todo marcado como leído', loading: 'Cargando…', failed: 'No se pudieron cargar los mensajes', none: 'Todavía no hay mensajes', noneHint: 'Aquí se le avisa cuando se envían, revisan y reciben encargos y cuando hay informes.', noneUnread: 'Nada sin leer', noneUnreadHint: 'Lo ha leído todo.',
    mine: 'Mis mensajes', unit: 'Mensajes de mi unidad', everybody: 'Mensajes de todas las unidades', tabs: 'De quién', unreadOnly: 'Solo sin leer', unread: 'sin leer', read: 'leído', markRead: 'Marcar como leído',
    time: 'Hora', message: 'Mensaje', code: 'N.º de encargo', recipient: 'Destinatario', inPlatform: 'Aquí', outside: 'Envío externo', cause: 'Causa', state: 'Estado', actions: 'Acciones', list: 'Mensajes de la unidad', nobody: 'Sin destinatario', hidden: 'oculto', stateFilter: 'Estado', allStates: 'Todos los estados', searchCode: 'N.º de encargo (completo)',
    email: 'Correo', sms: 'SMS', queued: 'en cola', sent: 'enviado', stateFailed: 'fallido', again: 'otra vez',
    resend: 'Reenviar', resendFrom: 'Reenviar {{channel}} desde las {{time}}', resendSentence: 'Envía otra vez el mensaje a {{name}} ({{channel}}).', announceAgain: 'Avisar de nuevo', announceSentence: 'Vuelve a buscar a quién avisar y le avisa. Compruebe antes que la unidad tiene una cuenta activa.', reason: 'Motivo', resent: 'Se enviará en breve', noneSent: 'Todavía no hay mensajes', noneSentHint: 'Aquí figura lo que se comunica al personal de su unidad sobre los encargos.', filtered: 'No hay mensajes así', filteredHint: 'Pruebe otra condición.', clear: 'Quitar filtros',
  },
});
