import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('session', {
  zh: {
    title: '登录', hint: '请使用委托单位或检测机构的账号', userName: '用户名', password: '密码', remember: '7 天内保持登录', signIn: '登录',
    showPassword: '显示密码', hidePassword: '隐藏密码', language: '语言', emptyUserName: '请输入用户名', emptyPassword: '请输入密码',
    slogan: '从委托到报告，一处办完', promise: '原材料委托、收样签名、报告进度，每一步都有记录，可查可核。', curve: '矿料级配曲线　通过百分率（%）／筛孔尺寸（mm）', support: '技术支持 {{contact}}',
  },
  en: {
    title: 'Sign in', hint: 'Use the account of your consigning unit or laboratory', userName: 'User name', password: 'Password', remember: 'Stay signed in for 7 days', signIn: 'Sign in',
    showPassword: 'Show password', hidePassword: 'Hide password', language: 'Language', emptyUserName: 'Please enter your user name', emptyPassword: 'Please enter your password',
    slogan: 'From consignment to report, in one place', promise: 'Material tests, sample receipt, signatures, report progress: every step is on record and can be checked.', curve: 'Grading curve: passing (%) by sieve size (mm)', support: 'Support {{contact}}',
  },
  es: {
    title: 'Iniciar sesión', hint: 'Use la cuenta de su unidad o laboratorio', userName: 'Usuario', password: 'Contraseña', remember: 'Mantener la sesión 7 días', signIn: 'Iniciar sesión',
    showPassword: 'Mostrar contraseña', hidePassword: 'Ocultar contraseña', language: 'Idioma', emptyUserName: 'Escriba su usuario', emptyPassword: 'Escriba su contraseña',
    slogan: 'Del encargo al informe, en un solo lugar', promise: 'Ensayos de materiales, recepción de muestras, firmas e informes: cada paso queda registrado y se puede comprobar.', curve: 'Curva granulométrica: pasa (%) por tamiz (mm)', support: 'Soporte {{contact}}',
  },
});
