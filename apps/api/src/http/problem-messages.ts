import type { Language } from './api-request.js';

/** Sentences of the api itself. Those of business rules stand beside the rules, in libs/domain. */
export const messages = {
  INVALID: { zh: '请求数据不正确', en: 'The request is not valid', es: 'La solicitud no es válida' },
  BAD_CREDENTIALS: { zh: '用户名或密码错误', en: 'The user name or the password is wrong', es: 'El usuario o la contraseña no es correcto' },
  UNAUTHORIZED: { zh: '登录失效，请重新登录', en: 'Please sign in again', es: 'Vuelva a iniciar sesión' },
  FORBIDDEN: { zh: '您没有权限执行此操作', en: 'You may not do this', es: 'No tiene permiso para esta operación' },
  NOT_FOUND: { zh: '未找到所请求的数据', en: 'What you asked for does not exist', es: 'Lo solicitado no existe' },
  STALE_REVISION: { zh: '数据已被他人修改，请刷新后重试', en: 'Somebody changed this meanwhile, please reload', es: 'Alguien lo ha modificado entretanto; vuelva a cargarlo' },
  CONFLICT: { zh: '同时有其他修改，请重试', en: 'Something else changed this at the same moment, please try again', es: 'Otra modificación simultánea; inténtelo de nuevo' },
  REVISION_NEEDED: { zh: '请求缺少 If-Match 版本号', en: 'The If-Match header with the revision is missing', es: 'Falta la cabecera If-Match con la revisión' },
  TOO_LARGE: { zh: '请求内容过大', en: 'The request is too large', es: 'La solicitud es demasiado grande' },
  NOT_JSON: { zh: '请求内容须为 JSON', en: 'The request must be JSON', es: 'La solicitud debe ser JSON' },
  TOO_MANY: { zh: '尝试次数过多，请稍后再试', en: 'Too many attempts, please wait a moment', es: 'Demasiados intentos; espere un momento' },
  UNAVAILABLE: { zh: '服务暂不可用，请稍后再试', en: 'The service is not available at the moment', es: 'El servicio no está disponible por ahora' },
  BROKEN: { zh: '服务器内部错误', en: 'Something went wrong on our side', es: 'Error interno del servidor' },
} satisfies Record<string, Record<Language, string>>;

export type ProblemCode = keyof typeof messages;
