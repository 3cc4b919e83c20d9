import { defineTexts } from '../i18n/texts.js';

export const texts = defineTexts('embedded-entry', {
  zh: {
    entering: '正在进入委托平台',
    failed: '不能在这个系统中打开',
    again: '重试',
    noCode: '检测系统没有给出进入口令，请从检测系统重新打开本页。',
    notNamed: '本页的地址没有写明检测系统的网站（origin）或检测单位编号（unitCode），请从检测系统重新打开本页。',
    ended: '需要重新进入委托平台',
    kept: '已填写的内容仍在本页，重新进入后可以继续。',
    somebodyElse: '检测系统现在由另一位人员使用，请重新打开本页。',
  },
  en: {
    entering: 'Entering the consignment platform',
    failed: 'It cannot be opened inside this system',
    again: 'Try again',
    noCode: 'The laboratory’s system gave no code to enter by. Open this page again from there.',
    notNamed:
      'The address of this page does not say whose it is: the web origin of the laboratory’s system (origin) or the number of the testing unit (unitCode) is missing. Open this page again from there.',
    ended: 'The platform is to be entered again',
    kept: 'What you typed is still here; go on once you are in again.',
    somebodyElse: 'The laboratory’s system is now used by somebody else. Open this page again.',
  },
  es: {
    entering: 'Entrando en la plataforma de encargos',
    failed: 'No se puede abrir dentro de este sistema',
    again: 'Reintentar',
    noCode: 'El sistema del laboratorio no dio el código de entrada. Abra de nuevo esta página desde allí.',
    notNamed:
      'La dirección de esta página no indica de quién es: falta el origen web del sistema del laboratorio (origin) o el número de la entidad de ensayo (unitCode). Abra de nuevo esta página desde allí.',
    ended: 'Hay que entrar de nuevo en la plataforma',
    kept: 'Lo escrito sigue en esta página; continúe cuando haya entrado.',
    somebodyElse: 'Ahora usa el sistema del laboratorio otra persona. Abra de nuevo esta página.',
  },
});
