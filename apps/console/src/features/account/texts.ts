import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('account', {
  zh: {
    title: '我的账号', facts: '基本信息', factsHint: '姓名、手机号和邮箱由本单位或平台管理员在“用户”中维护。', userName: '用户名', name: '姓名', mobile: '手机号', email: '电子邮箱', unit: '所属单位', noUnit: '未关联单位', lastLogin: '最近登录', loadFailed: '加载失败', loading: '加载中…',
    changePassword: '修改密码', currentPassword: '当前密码', newPassword: '新密码', repeat: '确认密码', required: '请填写此项', passwordsDiffer: '两次输入的密码不一致', passwordHint: '至少 {{n}} 个字符，大写、小写、数字、符号至少三类，不含用户名', passwordNote: '修改后所有设备退出登录', passwordChanged: '密码已修改，请用新密码登录',
    thirdParties: '第三方登录', noProviders: '平台未启用第三方登录。', weixin: '微信', notBound: '未绑定', bind: '绑定', unbind: '解除绑定', unbindSentence: '解除后，不能再用{{party}}“{{name}}”登录本账号。', unbound: '已解除绑定',
    personalData: '个人信息', personalDataHint: '平台保存的您的信息：{{profiles}} 次资料记录、{{messages}} 条消息、提到您的 {{consignments}} 份委托。', download: '下载副本',
    labSystem: '检测系统对接码', labSystemHint: '本单位的检测系统凭此码为本单位人员登录平台。请勿告知他人；重新生成后，旧码立即失效。', showCode: '显示对接码', noCode: '尚未生成', renewCode: '重新生成', withdrawCode: '停用', renewSentence: '生成新的对接码，旧码立即失效，检测系统须改用新码。', withdrawSentence: '停用后，检测系统不能再为本单位人员登录平台。', reason: '停用原因',
    notifications: '消息通知', notificationsHint: '委托有进展时，平台会在右上角的铃铛里通知您；还可以同时发邮件或短信。', noEmail: '您还没有登记邮箱。', noMobile: '您还没有登记手机号。', kindOfMessage: '消息', inPlatform: '站内', sms: '短信', choicesSaved: '通知方式已保存',
    messages: '收到的消息', noMessages: '还没有消息。', sent: '已发送', sendFailed: '发送失败', more: '更多',
  },
  en: {
    title: 'My account', facts: 'About you', factsHint: 'Name, mobile number and e-mail are kept by your unit or the administrator under “Users”.', userName: 'User name', name: 'Name', mobile: 'Mobile', email: 'E-mail', unit: 'Unit', noUnit: 'not linked to a unit', lastLogin: 'Last sign-in', loadFailed: 'Could not be loaded', loading: 'Loading…',
    changePassword: 'Change password', currentPassword: 'Current password', newPassword: 'New password', repeat: 'Repeat password', required: 'Please fill this in', passwordsDiffer: 'The two passwords differ', passwordHint: 'At least {{n}} characters of three kinds (capitals, small letters, digits, signs), without the user name', passwordNote: 'Afterwards you are signed out everywhere', passwordChanged: 'The password is changed, please sign in with it',
    thirdParties: 'Third-party sign-in', noProviders: 'This platform has no third-party sign-in.', weixin: 'WeChat', notBound: 'not bound', bind: 'Bind', unbind: 'Unbind', unbindSentence: 'Afterwards {{party}} “{{name}}” no longer signs in to this account.', unbound: 'Unbound',
    personalData: 'Personal data', personalDataHint: 'Held about you: {{profiles}} entries about you, {{messages}} messages, {{consignments}} consignments that name you.', download: 'Download a copy',
    labSystem: 'Code of the laboratory’s system', labSystemHint: 'With this code your laboratory’s own system signs its people in. Tell it to nobody; a new one ends the old one at once.', showCode: 'Show the code', noCode: 'none yet', renewCode: 'Make a new one', withdrawCode: 'Withdraw', renewSentence: 'A new code is made. The old one ends at once, and the laboratory’s system must be given the new one.', withdrawSentence: 'The laboratory’s system can then sign nobody in any more.', reason: 'Reason',
    notifications: 'Notifications', notificationsHint: 'When a consignment moves on, the bell at the top right tells you; mail and text messages can come as well.', noEmail: 'No e-mail address is known of you.', noMobile: 'No mobile number is known of you.', kindOfMessage: 'Message', inPlatform: 'Here', sms: 'Text message', choicesSaved: 'Your choice is saved',
    messages: 'Messages to you', noMessages: 'No messages yet.', sent: 'sent', sendFailed: 'failed', more: 'More',
  },
  es: {
    title: 'Mi cuenta', facts: 'Sobre usted', factsHint: 'Su unidad o el administrador mantienen nombre, móvil y correo en «Usuarios».', userName: 'Usuario', name: 'Nombre', mobile: 'Móvil', email: 'Correo', unit: 'Unidad', noUnit: 'sin unidad', lastLogin: 'Último inicio de sesión', loadFailed: 'No se pudo cargar', loading: 'Cargando…',
    changePassword: 'Cambiar contraseña', currentPassword: 'Contraseña actual', newPassword: 'Contraseña nueva', repeat: 'Repetir contraseña', required: 'Rellene este campo', passwordsDiffer: 'Las contraseñas no coinciden', passwordHint: 'Al menos {{n}} caracteres de tres clases (mayúsculas, minúsculas, cifras, signos), sin el usuario', passwordNote: 'Después se cierran todas sus sesiones', passwordChanged: 'Contraseña cambiada, inicie sesión con ella',
    thirdParties: 'Inicio con terceros', noProviders: 'La plataforma no tiene inicio de sesión con terceros.', weixin: 'WeChat', notBound: 'sin vincular', bind: 'Vincular', unbind: 'Desvincular', unbindSentence: 'Después, {{party}} «{{name}}» ya no entra en esta cuenta.', unbound: 'Desvinculado',
    personalData: 'Datos personales', personalDataHint: 'Se guarda de usted: {{profiles}} registros, {{messages}} mensajes, {{consignments}} encargos que le nombran.', download: 'Descargar una copia',
    labSystem: 'Código del sistema del laboratorio', labSystemHint: 'Con este código el sistema de su laboratorio inicia la sesión de su personal. No lo comunique; uno nuevo anula el anterior.', showCode: 'Mostrar el código', noCode: 'todavía no hay', renewCode: 'Generar otro', withdrawCode: 'Retirar', renewSentence: 'Se genera otro código. El anterior deja de valer y el sistema del laboratorio debe usar el nuevo.', withdrawSentence: 'El sistema del laboratorio ya no podrá iniciar sesiones.', reason: 'Motivo',
    notifications: 'Avisos', notificationsHint: 'Cuando un encargo avanza, la campana de arriba a la derecha se lo dice; también puede recibir correo o SMS.', noEmail: 'No tenemos su correo.', noMobile: 'No tenemos su móvil.', kindOfMessage: 'Mensaje', inPlatform: 'Aquí', sms: 'SMS', choicesSaved: 'Su elección está guardada',
    messages: 'Mensajes recibidos', noMessages: 'Todavía no hay mensajes.', sent: 'enviado', sendFailed: 'fallido', more: 'Más',
  },
});
