import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('session', {
  zh: {
    toRegister: '注册单位账号', toForgot: '忘记密码？', toLogin: '返回登录', registerTitle: '注册单位账号', registerHint: '平台管理员核对并启用单位后，即可办理业务', unitKind: '单位类型', consigningUnit: '委托单位', testingUnit: '检测单位',
    unitName: '单位名称', uninCode: '统一社会信用代码', personName: '姓名', mobile: '手机号', email: '电子邮箱', validateCode: '验证码', sendCode: '获取验证码', resend: '{{seconds}} 秒后重发', codeSent: '如该号码可用，验证码已发送，5 分钟内有效', register: '注册', repeat: '确认密码',
    newPassword: '新密码', passwordsDiffer: '两次输入的密码不一致', passwordHint: '至少 {{n}} 个字符，大写、小写、数字、符号至少三类，不含用户名', required: '请填写此项', emailWrong: '请输入正确的邮箱', forgotTitle: '找回密码', forgotHint: '验证码将发送到账号登记的手机号', sendToAccount: '如账号存在，验证码已发送到其登记的手机号，5 分钟内有效', setPassword: '重置密码',
    registered: '注册成功，请登录', passwordSet: '密码已重置，请用新密码登录', done: '已完成', thirdTitle: '第三方登录', thirdRunning: '正在登录', thirdBound: '绑定成功', byWeixin: '微信登录', byThird: '{{name}} 登录', thirdRefused: '第三方平台未同意登录（{{reason}}），请使用用户名和密码登录。', thirdNothing: '地址中没有第三方平台返回的登录信息，请重新登录。',
    title: '登录', hint: '请使用委托单位或检测机构的账号', userName: '用户名', password: '密码', remember: '7 天内保持登录', signIn: '登录',
    showPassword: '显示密码', hidePassword: '隐藏密码', language: '语言', emptyUserName: '请输入用户名', emptyPassword: '请输入密码',
    slogan: '从委托到报告，一处办完', promise: '原材料委托、收样签名、报告进度，每一步都有记录，可查可核。', curve: '矿料级配曲线　通过百分率（%）／筛孔尺寸（mm）', support: '技术支持 {{contact}}',
  },
  en: {
    toRegister: 'Register a unit', toForgot: 'Forgot your password?', toLogin: 'Back to sign-in', registerTitle: 'Register a unit', registerHint: 'Work can begin once the administrator has checked and opened the unit', unitKind: 'Kind of unit', consigningUnit: 'Consigning unit', testingUnit: 'Testing unit',
    unitName: 'Name of the unit', uninCode: 'Unified social credit code', personName: 'Your name', mobile: 'Mobile number', email: 'E-mail', validateCode: 'Verification code', sendCode: 'Send code', resend: 'Again in {{seconds}} s', codeSent: 'If the number can be reached, a code was sent; it is valid for 5 minutes', register: 'Register', repeat: 'Repeat the password',
    newPassword: 'New password', passwordsDiffer: 'The two passwords differ', passwordHint: 'At least {{n}} characters of three kinds (capitals, small letters, digits, signs), without the user name', required: 'Please fill this in', emailWrong: 'Please enter a valid e-mail address', forgotTitle: 'Forgotten password', forgotHint: 'The code goes to the mobile number of the account', sendToAccount: 'If there is such an account, a code was sent to its mobile number; it is valid for 5 minutes', setPassword: 'Set password',
    registered: 'You are registered, please sign in', passwordSet: 'The password is set, please sign in with it', done: 'Done', thirdTitle: 'Third-party sign-in', thirdRunning: 'Signing in', thirdBound: 'Bound', byWeixin: 'Sign in with WeChat', byThird: 'Sign in with {{name}}', thirdRefused: 'The third party did not agree to the sign-in ({{reason}}). Please use your user name and password.', thirdNothing: 'The address carries no sign-in of a third party. Please sign in again.',
    title: 'Sign in', hint: 'Use the account of your consigning unit or laboratory', userName: 'User name', password: 'Password', remember: 'Stay signed in for 7 days', signIn: 'Sign in',
    showPassword: 'Show password', hidePassword: 'Hide password', language: 'Language', emptyUserName: 'Please enter your user name', emptyPassword: 'Please enter your password',
    slogan: 'From consignment to report, in one place', promise: 'Material tests, sample receipt, signatures, report progress: every step is on record and can be checked.', curve: 'Grading curve: passing (%) by sieve size (mm)', support: 'Support {{contact}}',
  },
  es: {
    toRegister: 'Registrar una unidad', toForgot: '¿Olvidó su contraseña?', toLogin: 'Volver al inicio de sesión', registerTitle: 'Registrar una unidad', registerHint: 'Podrá trabajar cuando el administrador haya comprobado y abierto la unidad', unitKind: 'Tipo de unidad', consigningUnit: 'Unidad que encarga', testingUnit: 'Laboratorio',
    unitName: 'Nombre de la unidad', uninCode: 'Código social unificado', personName: 'Nombre', mobile: 'Móvil', email: 'Correo', validateCode: 'Código de verificación', sendCode: 'Enviar código', resend: 'Otra vez en {{seconds}} s', codeSent: 'Si el número es accesible, se ha enviado un código válido durante 5 minutos', register: 'Registrar', repeat: 'Repita la contraseña',
    newPassword: 'Contraseña nueva', passwordsDiffer: 'Las contraseñas no coinciden', passwordHint: 'Al menos {{n}} caracteres de tres clases (mayúsculas, minúsculas, cifras, signos), sin el nombre de usuario', required: 'Rellene este campo', emailWrong: 'Escriba un correo válido', forgotTitle: 'Contraseña olvidada', forgotHint: 'El código se envía al móvil de la cuenta', sendToAccount: 'Si existe la cuenta, se ha enviado un código a su móvil, válido durante 5 minutos', setPassword: 'Guardar contraseña',
    registered: 'Registro completo, inicie sesión', passwordSet: 'Contraseña guardada, inicie sesión con ella', done: 'Hecho', thirdTitle: 'Inicio con terceros', thirdRunning: 'Iniciando sesión', thirdBound: 'Vinculado', byWeixin: 'Entrar con WeChat', byThird: 'Entrar con {{name}}', thirdRefused: 'El tercero no aceptó el inicio de sesión ({{reason}}). Use su usuario y contraseña.', thirdNothing: 'La dirección no trae datos de un tercero. Inicie sesión de nuevo.',
    title: 'Iniciar sesión', hint: 'Use la cuenta de su unidad o laboratorio', userName: 'Usuario', password: 'Contraseña', remember: 'Mantener la sesión 7 días', signIn: 'Iniciar sesión',
    showPassword: 'Mostrar contraseña', hidePassword: 'Ocultar contraseña', language: 'Idioma', emptyUserName: 'Escriba su usuario', emptyPassword: 'Escriba su contraseña',
    slogan: 'Del encargo al informe, en un solo lugar', promise: 'Ensayos de materiales, recepción de muestras, firmas e informes: cada paso queda registrado y se puede comprobar.', curve: 'Curva granulométrica: pasa (%) por tamiz (mm)', support: 'Soporte {{contact}}',
  },
});
