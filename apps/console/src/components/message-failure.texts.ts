import { defineTexts } from '../i18n/texts.js';

export const texts = defineTexts('message-failure', {
  zh: {
    NO_RECIPIENT: '单位没有可以接收消息的人员',
    NO_ADDRESS: '接收人没有登记地址',
    ACCOUNT_CLOSED: '接收人的账号已停用',
    NOTIFICATION_GONE: '消息已不存在',
    CODE_EXPIRED: '验证码已过期，没有发送',
    other: '发送服务没有接收（{{code}}）',
  },
  en: {
    NO_RECIPIENT: 'The unit has nobody who can be told',
    NO_ADDRESS: 'The recipient has no address',
    ACCOUNT_CLOSED: 'The recipient’s account is closed',
    NOTIFICATION_GONE: 'The message no longer exists',
    CODE_EXPIRED: 'The code had expired before it could be sent',
    other: 'The gateway did not take it ({{code}})',
  },
  es: {
    NO_RECIPIENT: 'La unidad no tiene a quién avisar',
    NO_ADDRESS: 'El destinatario no tiene dirección',
    ACCOUNT_CLOSED: 'La cuenta del destinatario está cerrada',
    NOTIFICATION_GONE: 'El mensaje ya no existe',
    CODE_EXPIRED: 'El código caducó antes de poder enviarse',
    other: 'La pasarela no lo aceptó ({{code}})',
  },
});
