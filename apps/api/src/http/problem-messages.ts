import { inLanguages, type InEveryLanguage } from '#domain/text';

/** Messages of the api itself. Those of business rules are in libs/domain, next to the rules. */
export const apiMessages = {
  INVALID: inLanguages('请求数据不正确', 'The request is not valid', 'La solicitud no es válida'),
  BAD_CREDENTIALS: inLanguages(
    '用户名或密码错误',
    'The user name or the password is wrong',
    'El usuario o la contraseña no es correcto',
  ),
  UNAUTHORIZED: inLanguages('登录失效，请重新登录', 'Please sign in again', 'Vuelva a iniciar sesión'),
  key_invalid: inLanguages(
    '接口密钥无效、已到期或已停用',
    'The access key is unknown, expired or revoked',
    'La clave de acceso es desconocida, ha caducado o está revocada',
  ),
  scope_missing: inLanguages(
    '接口密钥没有此操作所需的权限范围“{scope}”',
    'The access key lacks the scope “{scope}” that this operation needs',
    'La clave de acceso no tiene el ámbito «{scope}» que esta operación necesita',
  ),
  cursor_foreign: inLanguages(
    '此游标属于另一个事件日志，请从头读取',
    'This cursor is of another log; read from the start',
    'Este cursor es de otro registro; lea desde el principio',
  ),
  FORBIDDEN: inLanguages('您没有权限执行此操作', 'You may not do this', 'No tiene permiso para esta operación'),
  UNIT_WAITS: inLanguages(
    '您的单位已注册，正在等待平台管理员开通；开通之前只能使用个人账号，不能新建或修改其他数据',
    'Your unit is registered and waits for the platform’s administrator to open it; until then only your own account can be changed',
    'Su unidad está registrada y espera a que el administrador de la plataforma la abra; hasta entonces solo puede cambiar su propia cuenta',
  ),
  UNIT_REFUSED: inLanguages(
    '平台管理员没有同意您单位的注册，不能新建或修改数据；如有疑问请联系平台管理员',
    'The platform’s administrator has refused the registration of your unit, so nothing can be created or changed; please ask the administrator',
    'El administrador de la plataforma ha rechazado el registro de su unidad, por lo que no se puede crear ni cambiar nada; consulte al administrador',
  ),
  NOT_FOUND: inLanguages('未找到所请求的数据', 'What you asked for does not exist', 'Lo solicitado no existe'),
  STALE_REVISION: inLanguages(
    '数据已被他人修改，请刷新后重试',
    'Somebody changed this meanwhile, please reload',
    'Alguien lo ha modificado entretanto; vuelva a cargarlo',
  ),
  CONFLICT: inLanguages(
    '同时有其他修改，请重试',
    'Something else changed this at the same moment, please try again',
    'Otra modificación simultánea; inténtelo de nuevo',
  ),
  KEY_REUSED: inLanguages(
    '同一幂等键（Idempotency-Key）已用于内容不同的请求，本次请求未执行',
    'This Idempotency-Key came before with another request; this one was not carried out',
    'Esta Idempotency-Key ya se usó con otra solicitud; esta no se ha ejecutado',
  ),
  REVISION_NEEDED: inLanguages(
    '请求缺少 If-Match 版本号',
    'The If-Match header with the revision is missing',
    'Falta la cabecera If-Match con la revisión',
  ),
  TOO_LARGE: inLanguages('请求内容过大', 'The request is too large', 'La solicitud es demasiado grande'),
  NOT_JSON: inLanguages('请求内容须为 JSON', 'The request must be JSON', 'La solicitud debe ser JSON'),
  NOT_A_FORM: inLanguages('请求内容须为表单', 'The request must be a form', 'La solicitud debe ser un formulario'),
  NOT_AN_UPLOAD: inLanguages(
    '请以表单上传一个文件',
    'The request must be a form with one file',
    'La solicitud debe ser un formulario con un archivo',
  ),
  CHARSET_UNKNOWN: inLanguages(
    '不支持所声明的字符集；请使用 UTF-8、UTF-16、GBK、GB2312 或 GB18030',
    'The charset named is not supported; please use UTF-8, UTF-16, GBK, GB2312 or GB18030',
    'El juego de caracteres indicado no se admite; use UTF-8, UTF-16, GBK, GB2312 o GB18030',
  ),
  COMPRESSED: inLanguages(
    '请求内容不能压缩或另行编码，请去掉 Content-Encoding',
    'The content of a request may not be compressed; please send it without Content-Encoding',
    'El contenido de la solicitud no puede ir comprimido; envíelo sin Content-Encoding',
  ),
  METHOD_NOT_ALLOWED: inLanguages(
    '此地址不支持该请求方法',
    'This address does not take requests of this method',
    'Esta dirección no admite solicitudes con este método',
  ),
  EXPECTATION_UNKNOWN: inLanguages(
    '不支持请求头 Expect 中的要求',
    'What the Expect header asks for is not supported',
    'Lo que pide la cabecera Expect no se admite',
  ),
  HEADERS_TOO_LARGE: inLanguages(
    '请求头过大',
    'The headers of the request are too large',
    'Las cabeceras de la solicitud son demasiado grandes',
  ),
  ADDRESS_TOO_LONG: inLanguages(
    '请求地址过长',
    'The address of the request is too long',
    'La dirección de la solicitud es demasiado larga',
  ),
  TIMED_OUT: inLanguages(
    '请求没有在规定时间内发送完毕',
    'The request did not arrive in time',
    'La solicitud no llegó a tiempo',
  ),
  NO_BODY_EXPECTED: inLanguages(
    '此请求不带内容',
    'This request carries no content',
    'Esta solicitud no lleva contenido',
  ),
  STALLED: inLanguages(
    '上传中断时间过长，文件没有保存，请重试',
    'The upload stood still for too long and nothing was stored, please try again',
    'La carga estuvo detenida demasiado tiempo y no se guardó nada; inténtelo de nuevo',
  ),
  TOO_MANY: inLanguages(
    '尝试次数过多，请稍后再试',
    'Too many attempts, please wait a moment',
    'Demasiados intentos; espere un momento',
  ),
  VIEW_FAILED: inLanguages(
    '此列表的数据暂时无法更新，运维人员处理后恢复；您的操作不受影响',
    'This list cannot be brought up to date at the moment; it is back once an operator has mended it. What you do elsewhere is not affected',
    'Esta lista no puede actualizarse por el momento; volverá cuando un operador la repare. Lo demás no se ve afectado',
  ),
  UNAVAILABLE: inLanguages(
    '服务暂不可用，请稍后再试',
    'The service is not available at the moment',
    'El servicio no está disponible por ahora',
  ),
  STORE_MISCONFIGURED: inLanguages(
    '服务无法使用其数据存储，须由系统运维人员处理；处理之前重试无效',
    'The service is not let into its own data store; whoever operates it has to mend that, and trying again does not help before',
    'El servicio no tiene acceso a su almacén de datos; debe resolverlo quien lo opera, y reintentar no sirve hasta entonces',
  ),
  BUSY: inLanguages(
    '服务器正忙，请稍后再试',
    'The server is busy, please try again in a moment',
    'El servidor está ocupado; inténtelo en un momento',
  ),
  WORKBOOKS_BUSY: inLanguages(
    '正在处理的工作簿较多，本次没有处理，请稍后再试',
    'Many workbooks are being read and written; this one was not, please try again in a moment',
    'Se están procesando muchos libros; este no se ha procesado, inténtelo en un momento',
  ),
  SCANNER_AWAY: inLanguages(
    '文件暂时无法进行病毒扫描，没有保存，请稍后再试',
    'The file could not be scanned and was not stored, please try again later',
    'No se pudo analizar el archivo y no se guardó; inténtelo más tarde',
  ),
  LAB_SYSTEM_AWAY: inLanguages(
    '检测单位的检测系统没有应答，暂时读取不到其目录，请稍后再试',
    'The testing unit’s laboratory system does not answer, so its catalogue cannot be read now; please try again later',
    'El sistema del laboratorio no responde y su catálogo no se puede leer ahora; inténtelo más tarde',
  ),
  LAB_SYSTEM_UNREADABLE: inLanguages(
    '检测单位的检测系统返回的数据无法识别，请联系检测单位',
    'The testing unit’s laboratory system answered something that cannot be read; please tell the testing unit',
    'El sistema del laboratorio respondió algo ilegible; avise al laboratorio',
  ),
  LAB_SYSTEM_REFUSED: inLanguages(
    '检测单位的检测系统没有提供所请求的数据',
    'The testing unit’s laboratory system did not give what was asked for',
    'El sistema del laboratorio no facilitó lo solicitado',
  ),
  LAB_SYSTEM_ADDRESS: inLanguages(
    '检测单位的检测系统地址不允许访问，请联系平台管理员',
    'The address of the testing unit’s laboratory system may not be called; please tell the administrator',
    'La dirección del sistema del laboratorio no está permitida; avise al administrador',
  ),
  BROKEN: inLanguages('服务器内部错误', 'Something went wrong on our side', 'Error interno del servidor'),
} satisfies Record<string, InEveryLanguage>;

export type ProblemCode = keyof typeof apiMessages;
