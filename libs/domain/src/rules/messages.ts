import { fieldLabelOfPath } from './field-labels.js';
import { nameOfAction, nameOfStatus } from '../consignment/transitions.js';
import { nameOfReportAction, nameOfReportStatus } from '../report/report-actions.js';
import { catalogueTexts } from './catalogue-rules.js';
import { interpolate } from './counted-words.js';
import { inLanguages, type InEveryLanguage, type Language } from './language.js';
import type { Problem, RuleParams } from './rule-broken.js';
import type { RuleCode } from './rule-kinds.js';

/**
 * The words of every rule. zh is the specification's, character for character, where it gives them (000 section 5), with its
 * full and half width punctuation; texts it quotes in English stay exact in en (000.md 13). Colons, quotes and ！ are part of it.
 */
const texts: Record<RuleCode, InEveryLanguage> = {
  NO_SUCH_CONSIGNMENT: inLanguages(
    '委托不存在或已删除',
    'This consignment does not exist or has been deleted',
    'El encargo no existe o ha sido eliminado',
  ),
  NO_SUCH_REVISION: inLanguages(
    '没有这一版，或不向您的单位显示',
    'There is no such revision, or it is not shown to your unit',
    'Esta versión no existe o no se muestra a su unidad',
  ),
  NO_SUCH_SAMPLE: inLanguages(
    '样品不存在或已删除',
    'This sample does not exist or has been deleted',
    'La muestra no existe o ha sido eliminada',
  ),
  NO_SUCH_ACCESS_KEY: inLanguages('接口密钥不存在', 'This access key does not exist', 'Esta clave de acceso no existe'),
  NO_SUCH_OUTGOING_CALL: inLanguages('调用记录不存在', 'There is no such call', 'No existe esta llamada'),
  OUTGOING_CALL_WAITING: inLanguages(
    '该调用仍在发送中，无需重发',
    'This call is still being sent; there is nothing to resend',
    'Esta llamada todavía se está enviando; no hay nada que reenviar',
  ),
  NO_REPORT_VIDEOS: inLanguages(
    '该检测单位没有对接检测系统，不能在此申请检测视频',
    'This testing unit has no laboratory system, so videos of its tests cannot be applied for here',
    'Este laboratorio no tiene un sistema propio; aquí no se pueden solicitar vídeos de sus ensayos',
  ),
  NO_LAB_SYSTEM: inLanguages(
    '该检测单位没有对接检测系统',
    'This testing unit has no laboratory system',
    'Este laboratorio no tiene un sistema propio',
  ),
  ACCESS_KEY_NAME_REQUIRED: inLanguages(
    '请填写接口密钥的名称',
    'Please name the access key',
    'Indique el nombre de la clave de acceso',
  ),
  ACCESS_KEY_EXPIRES_IN_PAST: inLanguages(
    '接口密钥的到期时间须在当前时间之后',
    'An access key must expire in the future',
    'La clave de acceso debe caducar en el futuro',
  ),
  SCOPE_OF_TESTING_UNITS: inLanguages(
    '权限范围“{scope}”只能给检测单位的密钥',
    'The scope “{scope}” is for keys of testing units alone',
    'El ámbito «{scope}» es solo para claves de laboratorios',
  ),
  TRANSITION_NOT_ALLOWED: inLanguages(
    '委托 {id} 不能变为“{status}”：{cause}',
    'Consignment {id} cannot become “{status}”: {cause}',
    'El encargo {id} no puede pasar a «{status}»: {cause}',
  ),
  PUSHED_REPORT_STATUS_UNKNOWN: inLanguages(
    '报告状态“{status}”不存在',
    'There is no report status “{status}”',
    'No existe el estado de informe «{status}»',
  ),
  EXPRESS_NUMBERS_DIFFER: inLanguages(
    '快递单号与数据的个数不同：第 {index} 项没有对应',
    'There are not as many numbers as keys: item {index} has none beside it',
    'No hay tantos números como claves: el elemento {index} no tiene pareja',
  ),
  ACCESS_KEY_REVOKED: inLanguages(
    '接口密钥已撤销，不能再修改或轮换',
    'A revoked access key cannot be changed or rotated',
    'Una clave de acceso revocada no se puede cambiar ni renovar',
  ),
  ACCESS_KEY_SECRETS_BOTH_OPEN: inLanguages(
    '上一次轮换前的旧密钥仍然有效；请等它到期，或选择“立即失效”',
    'The secret before the last rotation is still valid; wait until it ends, or end it at once',
    'El secreto anterior a la última renovación sigue vigente; espere a que termine o ciérrelo de inmediato',
  ),
  TOO_MANY_ACCESS_KEYS: inLanguages(
    '一个单位最多有 {max} 个有效的接口密钥',
    'A unit can have at most {max} access keys at a time',
    'Una unidad puede tener como máximo {max} claves de acceso a la vez',
  ),
  NO_SUCH_WEBHOOK: inLanguages(
    '回调地址不存在或已删除',
    'This webhook endpoint does not exist or has been deleted',
    'Este punto de entrega no existe o ha sido eliminado',
  ),
  NO_SUCH_WEBHOOK_SECRET: inLanguages(
    '推送密钥不存在或已失效',
    'This webhook secret does not exist or signs no more',
    'Este secreto de webhook no existe o ya no firma',
  ),
  NO_SUCH_DELIVERY: inLanguages(
    '投递记录不存在，或已超过保留期限',
    'This delivery does not exist or is kept no more',
    'Esta entrega no existe o ya no se conserva',
  ),
  REDELIVERY_SELECTION: inLanguages(
    '请只选择一种范围：指定事件、起止时间，或全部失败的事件',
    'Please choose one of these: events, a period with both bounds, or all that failed',
    'Elija una sola opción: eventos, un periodo con ambos límites o todos los fallidos',
  ),
  WEBHOOK_NOT_ACTIVE: inLanguages(
    '回调地址已暂停或停用，请先继续推送',
    'The webhook endpoint is paused or disabled; resume it first',
    'El punto de entrega está en pausa o desactivado; reanúdelo primero',
  ),
  COUNT_CHANGED: inLanguages(
    '事件数量已变为 {count}，请重新确认',
    'The number of events is {count} by now; please confirm again',
    'El número de eventos es ahora {count}; confírmelo de nuevo',
  ),
  FEED_TYPE_UNKNOWN: inLanguages(
    '没有以“{prefix}”开头的事件类型',
    'No type of event begins with “{prefix}”',
    'Ningún tipo de evento empieza por «{prefix}»',
  ),
  WEBHOOK_URL_INVALID: inLanguages(
    '回调地址不是有效的网址',
    'The address of the endpoint is not a valid URL',
    'La dirección del punto de entrega no es una URL válida',
  ),
  WEBHOOK_URL_HTTPS: inLanguages(
    '回调地址须以 https:// 开头',
    'The address of the endpoint must begin with https://',
    'La dirección del punto de entrega debe empezar por https://',
  ),
  WEBHOOK_URL_NOT_PUBLIC: inLanguages(
    '回调地址须是公网地址；内网地址须由平台运维人员列入允许名单',
    'The address of the endpoint must be public; a host of the own network has to be allowed by the operator of the platform',
    'La dirección del punto de entrega debe ser pública; un equipo de la red propia debe permitirlo el operador de la plataforma',
  ),
  WEBHOOK_URL_CREDENTIALS: inLanguages(
    '回调地址中不能含有用户名或密码',
    'The address of the endpoint cannot hold a user name or a password',
    'La dirección del punto de entrega no puede contener usuario ni contraseña',
  ),
  TOO_MANY_WEBHOOKS: inLanguages(
    '一个单位最多有 {max} 个回调地址',
    'A unit can have at most {max} webhook endpoints',
    'Una unidad puede tener como máximo {max} puntos de entrega',
  ),
  WEBHOOK_SECRETS_BOTH_SIGN: inLanguages(
    '上一个密钥仍在签名，请先将其作废，或等它到期后再更换',
    'The previous secret still signs; revoke it first, or wait until it ends',
    'El secreto anterior todavía firma; revóquelo primero o espere a que termine',
  ),
  WEBHOOK_SECRET_CURRENT: inLanguages(
    '当前密钥不能作废，请先更换密钥',
    'The current secret cannot be revoked; rotate it first',
    'El secreto actual no se puede revocar; renuévelo primero',
  ),
  NO_SUCH_USER: inLanguages('用户不存在', 'This user does not exist', 'Este usuario no existe'),
  NO_SUCH_KEY: inLanguages(
    '二维码无效，请在电脑上重新打开二维码后扫码',
    'This code is not valid, please open it on the computer again and scan',
    'El código no es válido; vuelva a abrirlo en el ordenador y escanéelo',
  ),
  TOO_MANY_FOR_A_KEY: inLanguages(
    '扫码一次最多签 {max} 份',
    'One code signs at most {max}',
    'Un código firma como máximo {max}',
  ),
  ONE_OWNER_A_KEY: inLanguages(
    '一个上传二维码只对应一份委托或一个样品',
    'A code for files is for one consignment or one sample',
    'Un código para archivos es de un solo encargo o una sola muestra',
  ),
  NO_SUCH_EXPORT: inLanguages('导出任务不存在', 'This export does not exist', 'Esta exportación no existe'),
  NO_SUCH_REPORT: inLanguages('报告不存在', 'This report does not exist', 'Este informe no existe'),
  REPORT_HAS_NO_FILE: inLanguages(
    '报告文件尚未上传',
    'The report has not been uploaded yet',
    'El informe aún no se ha subido',
  ),
  NO_SUCH_CATALOGUE_SAMPLE: inLanguages('样品id不存在', 'sample id does not exist', 'no existe esa muestra'),
  NO_SUCH_CATEGORY: inLanguages(
    '样品类别不存在或已删除',
    'This sample category does not exist or has been deleted',
    'Esta categoría de muestras no existe o ha sido eliminada',
  ),
  NO_SUCH_DICTIONARY: inLanguages(
    '字典“{code}”不存在',
    'There is no dictionary “{code}”',
    'No existe el diccionario «{code}»',
  ),
  NO_SUCH_UNIT_CODE: inLanguages(
    '没有代码为“{code}”的检测单位',
    'There is no testing unit with the code “{code}”',
    'No hay entidad de ensayo con el código «{code}»',
  ),
  NO_UNOFFERED_PARAMETER: inLanguages(
    '样品“{sample}”没有未开展的参数“{parameter}”',
    'Sample “{sample}” has no parameter “{parameter}” that is not offered',
    'La muestra «{sample}» no tiene un parámetro «{parameter}» sin ofrecer',
  ),
  NO_SUCH_ATTACHMENT: inLanguages(
    '附件不存在或已删除',
    'This attachment does not exist or has been deleted',
    'El archivo adjunto no existe o ha sido eliminado',
  ),
  NO_SUCH_INSTRUCTION: inLanguages(
    '操作说明不存在或已删除',
    'This instruction does not exist or has been deleted',
    'Esta instrucción no existe o ha sido eliminada',
  ),

  ROLE_NOT_ALLOWED: inLanguages('当前角色不能{action}', 'Your role may not {action}', 'Su rol no permite {action}'),
  CATALOGUE_NOT_YOURS: inLanguages(
    '检测单位只能使用本单位的样品目录',
    'A testing unit reads its own catalogue only',
    'Una entidad de ensayo solo lee su propio catálogo',
  ),
  NOT_YOURS: inLanguages(
    '该委托不属于您的单位',
    'This consignment does not belong to your unit',
    'Este encargo no pertenece a su unidad',
  ),
  NO_UNIT: inLanguages('未关联单位', 'not linked to a unit', 'sin unidad asociada'),
  REPORT_ROLE_NOT_ALLOWED: inLanguages(
    '当前角色不能{reportAction}',
    'Your role may not {reportAction}',
    'Su rol no permite {reportAction}',
  ),
  REPORT_REGISTRATION_NOT_ALLOWED: inLanguages(
    '只有检测单位可以登记报告',
    'Only a testing unit registers reports',
    'Solo una entidad de ensayo registra informes',
  ),
  REPORT_APPLICATION_NOT_ALLOWED: inLanguages(
    '只有委托单位可以申请报告',
    'Only the consigning unit applies for reports',
    'Solo la unidad que encarga solicita informes',
  ),
  REPORT_NOT_YOURS: inLanguages(
    '该报告不属于您的单位',
    'This report does not belong to your unit',
    'Este informe no pertenece a su unidad',
  ),
  REPORT_NOT_PUBLISHED: inLanguages(
    '报告{reportStatus}，发布后才能下载',
    '{reportStatus}: the report can be downloaded once it is published',
    '{reportStatus}: el informe se puede descargar cuando esté publicado',
  ),
  FILE_WITHHELD: inLanguages(
    '文件含有姓名、电话等个人信息，不向当前角色显示',
    'The file holds names and phones and is not shown to your role',
    'El archivo contiene nombres y teléfonos y no se muestra a su función',
  ),
  REPORT_IS_VOID: inLanguages(
    '报告已作废，不能下载',
    'This report is void and cannot be downloaded',
    'Este informe está anulado y no se puede descargar',
  ),

  TESTING_UNIT_REQUIRED: inLanguages(
    '请选择检测机构',
    'Please choose a testing organisation',
    'Elija una entidad de ensayo',
  ),
  PROJECT_REQUIRED: inLanguages('请选择工程项目', 'Please choose a project', 'Elija un proyecto'),
  TEST_TIME_REQUIRED: inLanguages(
    '请选择预约检测时间',
    'Please choose the appointment time',
    'Elija la fecha del ensayo',
  ),
  TEST_TIME_INVALID: inLanguages(
    '预约检测时间格式错误',
    'The appointment time is not a date',
    'La fecha del ensayo no es válida',
  ),
  TEST_TIME_PAST: inLanguages(
    '预约检测时间已过，请重新选择',
    'The appointment is on a day that is past; please choose another',
    'La fecha del ensayo ya ha pasado; elija otra',
  ),
  CONTACT_REQUIRED: inLanguages('请输入委托人', 'Please enter the contact person', 'Indique la persona de contacto'),
  CONTACT_PHONE_REQUIRED: inLanguages(
    '请输入联系电话',
    'Please enter the contact phone',
    'Indique el teléfono de contacto',
  ),
  CONTACT_PHONE_INVALID: inLanguages(
    '联系电话格式错误',
    'The contact phone is not a phone number',
    'El teléfono de contacto no es un número de teléfono',
  ),
  QUALIFICATION_REQUIRED: inLanguages(
    '请选择资质类型',
    'Please choose a qualification type',
    'Elija un tipo de acreditación',
  ),
  MAIL_NUMBER_REQUIRED: inLanguages('请输入邮寄单号', 'Please enter the mail number', 'Indique el número de envío'),
  WITNESS_REQUIRED: inLanguages('请输入见证人', 'Please enter the witness', 'Indique el testigo'),
  WITNESS_PHONE_REQUIRED: inLanguages(
    '请输入见证人手机号',
    'Please enter the witness’s mobile number',
    'Indique el móvil del testigo',
  ),
  WITNESS_PHONE_INVALID: inLanguages(
    '见证人手机号格式错误',
    'The witness’s mobile number is not valid',
    'El móvil del testigo no es válido',
  ),
  WITNESS_PHONE_TAKEN: inLanguages(
    '手机号：{phone}；已被见证人{name}占用，请重新填写',
    'Mobile number {phone} is already used by witness {name}, please enter another',
    'El móvil {phone} ya lo usa el testigo {name}; indique otro',
  ),
  WITNESS_NAME_TOO_LONG: inLanguages(
    '见证人不能超过{max}个字符',
    'The witness’s name has at most {max} characters',
    'El nombre del testigo tiene como máximo {max} caracteres',
  ),
  WITNESS_CARD_TOO_LONG: inLanguages(
    '见证人证号不能超过{max}个字符',
    'The certificate number has at most {max} characters',
    'El número de certificado tiene como máximo {max} caracteres',
  ),
  TOO_MANY_WITNESSES: inLanguages(
    '每方见证人最多{max}人',
    'At most {max} witnesses a side',
    'Como máximo {max} testigos por parte',
  ),
  REPORT_COUNT_MIN: inLanguages(
    '报告数量最小为1',
    'The number of reports is at least 1',
    'El número de informes es al menos 1',
  ),
  EXTRA_NOT_A_NUMBER: inLanguages('“{field}”必须是数字', '“{field}” must be a number', '“{field}” debe ser un número'),
  EXTRA_NOT_AN_OPTION: inLanguages(
    '“{field}”不在可选项中',
    '“{field}” is not one of the options',
    '“{field}” no es una de las opciones',
  ),
  EXTRA_NOT_A_DATE: inLanguages(
    '“{field}”必须是日期（yyyy-MM-dd）',
    '“{field}” must be a date (yyyy-MM-dd)',
    '“{field}” debe ser una fecha (yyyy-MM-dd)',
  ),
  TOO_MANY_EXTRA_FIELDS: inLanguages(
    '扩展字段最多{max}个',
    'At most {max} extra fields',
    'Como máximo {max} campos adicionales',
  ),
  TEXT_TOO_LONG: inLanguages(
    '内容过长，最多{max}个字符',
    'The text is too long, at most {max} characters',
    'El texto es demasiado largo, como máximo {max} caracteres',
  ),
  TOO_LARGE: inLanguages(
    '内容过大，请精简后再保存',
    'This is too much to save at once, please shorten it',
    'Hay demasiado contenido, redúzcalo antes de guardar',
  ),
  REASON_REQUIRED: inLanguages(
    '输入内容不能为空',
    'input content cannot be empty',
    'el contenido no puede estar vacío',
  ),
  REMARK_TOO_LONG: inLanguages(
    '意见最多{max}个字符',
    'A remark has at most {max} characters',
    'La observación tiene como máximo {max} caracteres',
  ),
  TEST_REASON_REQUIRED: inLanguages('请输入检测原因', 'please enter test reason', 'indique el motivo del ensayo'),
  SAMPLE_REQUIRED: inLanguages('请选择样品', 'please select sample', 'elija una muestra'),
  COUNT_INVALID: inLanguages(
    '“{typed}”不是 {min} 至 {max} 的整数',
    '“{typed}” is not a whole number from {min} to {max}',
    '«{typed}» no es un número entero de {min} a {max}',
  ),
  QUANTITY_INVALID: inLanguages(
    '须为不小于 0 的数字，最多 9 位整数和 6 位小数',
    'must be a number from 0 on with at most 9 digits and 6 decimals',
    'debe ser un número desde 0 con 9 cifras y 6 decimales como máximo',
  ),
  NUMBER_READS_TWO_WAYS: inLanguages(
    '“{typed}”有两种读法，请去掉千位分隔符 {signs}',
    '“{typed}” reads two ways; please take out the separators between thousands: {signs}',
    '«{typed}» se puede leer de dos maneras; quite los separadores de millares: {signs}',
  ),
  NUMBER_HAS_SIGNS: inLanguages(
    '“{typed}”只能写数字，请去掉 {signs}',
    '“{typed}” must hold a number alone; please take out {signs}',
    '«{typed}» debe contener solo un número; quite {signs}',
  ),
  NUMBER_HAS_BLANKS: inLanguages(
    '“{typed}”只能写数字，请去掉中间的空格',
    '“{typed}” must hold a number alone; please take out the blanks within it',
    '«{typed}» debe contener solo un número; quite los espacios intermedios',
  ),
  NUMBER_HAS_BLANKS_AND_SIGNS: inLanguages(
    '“{typed}”只能写数字，请去掉中间的空格和 {signs}',
    '“{typed}” must hold a number alone; please take out the blanks within it and {signs}',
    '«{typed}» debe contener solo un número; quite los espacios intermedios y {signs}',
  ),
  NUMBER_TOO_LONG: inLanguages(
    '“{typed}”过长：最多 {whole} 位整数和 {decimals} 位小数',
    '“{typed}” is too long: at most {whole} digits and {decimals} decimals',
    '«{typed}» es demasiado largo: como máximo {whole} cifras y {decimals} decimales',
  ),
  GROUP_COUNT_REQUIRED: inLanguages('请输入检测组数', 'please enter sample group count', 'indique el número de grupos'),
  POINT_COUNT_REQUIRED: inLanguages(
    '请输入检测点数',
    'please enter detection point count',
    'indique el número de puntos',
  ),
  AGE_INVALID: inLanguages(
    '龄期为 {min} 至 {max} 的整数天',
    'the age is a whole number of days from {min} to {max}',
    'la edad es un número entero de días de {min} a {max}',
  ),
  AFTER_TEST_REQUIRED: inLanguages(
    '请选择检后样品处理方式',
    'please select after-test sample handling',
    'elija qué hacer tras el ensayo',
  ),
  TEST_PARAMETERS_REQUIRED: inLanguages(
    '请选择检测参数',
    'please select test parameters',
    'elija los parámetros de ensayo',
  ),
  ONLY_NUMBERS: inLanguages(
    '数量只能输入数字，单位请单独选择，其他说明请填写在样品描述中。',
    'Only numbers are allowed; the unit is selected separately; descriptions go into the sample description.',
    'Solo se admiten números; la unidad se elige aparte; las aclaraciones van en la descripción de la muestra.',
  ),
  ATTACHMENTS_REQUIRED: inLanguages(
    '请上传附件：{names}',
    'please upload attachments: {names}',
    'suba los adjuntos: {names}',
  ),
  FEE_INVALID: inLanguages(
    '实际费用须为不小于 0 的金额，最多两位小数',
    'The actual fee is an amount from 0 on with at most two decimals',
    'El importe real es una cantidad desde 0 con dos decimales como máximo',
  ),
  BILL_MISSING: inLanguages('请上传委托单文件', 'Please upload the file of the bill', 'Suba el archivo de la orden'),
  NOTHING_TO_SUBMIT: inLanguages(
    '请选择要提交的委托',
    'Please choose the consignments to submit',
    'Elija los encargos que desea enviar',
  ),
  NOTHING_TO_SIGN: inLanguages(
    '请选择需要签名的数据',
    'Please choose what is to be signed',
    'Elija lo que desea firmar',
  ),
  NO_CONSIGNMENT_ID: inLanguages(
    '委托id不能为空，请从列表页点击新增按钮重新进入！',
    'The consignment id is missing, please enter again from the list with “new”!',
    'Falta el identificador del encargo; entre de nuevo desde la lista con “nuevo”.',
  ),
  PROJECT_NAME_REQUIRED: inLanguages(
    '请输入工程项目名称',
    'Please enter the project name',
    'Indique el nombre del proyecto',
  ),
  INSTRUCTION_TYPE_REQUIRED: inLanguages(
    '请选择操作说明类型',
    'Please select the instruction type',
    'Seleccione el tipo de instrucción',
  ),
  INSTRUCTION_TITLE_REQUIRED: inLanguages(
    '请输入操作说明标题',
    'Please enter the instruction title',
    'Escriba el título de la instrucción',
  ),
  INSTRUCTION_CONTENT_REQUIRED: inLanguages(
    '请输入操作说明内容',
    'Please enter the instruction content',
    'Escriba el contenido de la instrucción',
  ),
  INSTRUCTION_TOO_LARGE: inLanguages(
    '操作说明内容过大，最多 {max} kB',
    'The content is too large, at most {max} kB',
    'El contenido es demasiado grande, como máximo {max} kB',
  ),
  TESTING_UNIT_UNKNOWN: inLanguages(
    '所选检测机构不存在或已停用',
    'There is no such testing organisation, or it is closed',
    'Esa entidad de ensayo no existe o está inactiva',
  ),
  ADDRESS_UNKNOWN: inLanguages(
    '所选收样地址不属于该检测机构',
    'This address is not one of the testing organisation',
    'Esa dirección no es de la entidad de ensayo',
  ),
  PROJECT_UNKNOWN: inLanguages('所选工程项目不存在', 'There is no such project', 'Ese proyecto no existe'),
  QUALIFICATION_UNKNOWN: inLanguages(
    '所选资质不属于该检测机构',
    'The testing organisation does not hold this qualification',
    'La entidad de ensayo no tiene esa acreditación',
  ),
  EXTRA_FIELD_UNKNOWN: inLanguages('扩展字段不存在', 'There is no such extra field', 'Ese campo adicional no existe'),
  CATALOGUE_SAMPLE_UNKNOWN: inLanguages(
    '所选样品不存在，请重新选择',
    'There is no such sample, please choose again',
    'Esa muestra no existe; elija de nuevo',
  ),
  SIGN_IMAGE_INVALID: inLanguages(
    '签名图片须为 PNG',
    'The signature must be a PNG image',
    'La firma debe ser una imagen PNG',
  ),
  SEVERAL_CONSIGNMENTS: inLanguages(
    'If-Match 只能用于单个委托',
    'If-Match goes with one consignment only',
    'If-Match solo vale para un encargo',
  ),
  CATALOGUE_IN_LAB_SYSTEM: inLanguages(
    '该检测单位的样品目录由其检测系统（{code}）维护，请在检测系统中修改',
    'The catalogue of this testing unit is kept in its own system ({code}); change it there',
    'El catálogo de esta entidad está en su propio sistema ({code}); cámbielo allí',
  ),
  EMBEDDING_NOT_ALLOWED: inLanguages(
    '该检测单位未允许“{origin}”的页面嵌入本平台',
    'The testing unit does not allow pages of “{origin}” to embed this platform',
    'La entidad no permite que las páginas de «{origin}» integren esta plataforma',
  ),
  EMBEDDING_CODE_INVALID: inLanguages(
    '嵌入口令无效或已使用，请从检测系统重新打开',
    'The code for the embedded page is not valid or was used; open the page again from the laboratory’s system',
    'El código de la página integrada no es válido o ya se usó; ábrala de nuevo desde el sistema del laboratorio',
  ),
  UNIT_MANAGER_REQUIRED: inLanguages(
    '只有本单位的单位管理员可以这样做，请联系单位管理员',
    'Only a unit manager of your unit may do this; please ask one',
    'Solo un administrador de su unidad puede hacerlo; consulte con uno',
  ),
  IN_PERSON_ONLY: inLanguages(
    '通过检测机构系统登录时不能这样做，请用自己的密码登录',
    'Not possible through the laboratory’s system; sign in with your own password',
    'No es posible a través del sistema del laboratorio; inicie sesión con su contraseña',
  ),
  LAB_SYSTEM_CODE_LAPSED: inLanguages(
    '生成此对接码的人已不是单位管理员，请由单位管理员重新生成',
    'Whoever issued this code is no unit manager any more; a unit manager has to issue another',
    'Quien emitió este código ya no es administrador de la unidad; un administrador debe emitir otro',
  ),
  UNIT_CODE_DIFFERS: inLanguages(
    'Unit-Code 与 testUnitId 不是同一检测单位',
    'Unit-Code and testUnitId name different testing units',
    'Unit-Code y testUnitId nombran entidades distintas',
  ),
  PARAMETER_UNKNOWN: inLanguages(
    '样品“{sample}”没有所选参数，请重新选择',
    'Sample “{sample}” has no such parameter, please choose again',
    'La muestra “{sample}” no tiene ese parámetro; elija de nuevo',
  ),
  STANDARD_UNKNOWN: inLanguages(
    '所选标准不存在，请重新选择',
    'There is no such standard, please choose again',
    'Esa norma no existe; elija de nuevo',
  ),
  STANDARD_TWICE: inLanguages(
    '该标准已存在，请勿重复添加',
    'this standard already exists, please do not add it again',
    'esta norma ya existe, no la añada de nuevo',
  ),
  STANDARD_NOT_FOR_BASIS: inLanguages(
    '自定义评定标准“{standard}”不能作为检测依据',
    'Custom evaluation standard “{standard}” cannot be a test basis',
    'La norma de evaluación propia “{standard}” no puede ser norma de ensayo',
  ),
  PARAMETER_TWICE: inLanguages(
    '检测参数[{parameter}]重复，请只保留一个',
    'Test parameter [{parameter}] is there twice, please keep one',
    'El parámetro [{parameter}] está repetido; deje solo uno',
  ),
  SAMPLE_NAME_REQUIRED: inLanguages(
    '请输入辅助信息的样品名称',
    'please enter auxiliary info sample name',
    'indique el nombre de la muestra en los datos auxiliares',
  ),
  AMOUNT_UNIT_UNKNOWN: inLanguages(
    '计量单位“{unit}”不在可选项中',
    'Unit “{unit}” is not one of the options',
    'La unidad “{unit}” no es una de las opciones',
  ),
  AFTER_TEST_UNKNOWN: inLanguages(
    '检后处理“{name}”不在可选项中',
    'Handling after the test “{name}” is not one of the options',
    'El tratamiento tras el ensayo “{name}” no es una de las opciones',
  ),
  ACCESSORY_TYPE_UNKNOWN: inLanguages(
    '附件类型不存在或已停用，请重新选择',
    'There is no such kind of attachment, please choose again',
    'No existe ese tipo de adjunto; elija de nuevo',
  ),
  NOT_A_QUANTITY: inLanguages(
    '“{field}”必须是不小于 0 的数字',
    '“{field}” must be a number of at least 0',
    '“{field}” debe ser un número no menor que 0',
  ),
  TOO_MANY_SITES: inLanguages(
    '检测部位最多 {max} 处，与检测组数一致',
    'There {max, plural(one: is; other: are)} at most {max} test {max, plural(one: site; other: sites)}, as many as groups',
    'Hay como máximo {max} {max, plural(one: lugar; other: lugares)} de ensayo, tantos como grupos',
  ),
  TOO_MANY_PIECES: inLanguages(
    '制件信息最多 {max} 行，与检测组数一致',
    'There {max, plural(one: is; other: are)} at most {max} prepared {max, plural(one: piece; other: pieces)}, as many as groups',
    'Hay como máximo {max} {max, plural(one: pieza preparada; other: piezas preparadas)}, tantas como grupos',
  ),
  PIECE_AGE_INVALID: inLanguages(
    '制件信息第 {row} 行的龄期须为不小于 0 的整数',
    'preparation specimen row {row}: the age is a whole number of days from 0 on',
    'pieza preparada, fila {row}: la edad es un número entero de días desde 0',
  ),
  PIECE_DATE_INVALID: inLanguages(
    '制件信息第 {row} 行的成型日期须为 yyyy-MM-dd 格式的日期',
    'preparation specimen row {row}: the forming date is a day as yyyy-MM-dd',
    'pieza preparada, fila {row}: la fecha de moldeo es un día como yyyy-MM-dd',
  ),
  SPECIFICATION_INVALID: inLanguages(
    '规格型号的组成须为 JSON 列表',
    'The parts of the specification must be a JSON list',
    'Las partes de la especificación deben ser una lista JSON',
  ),
  PACK_UNKNOWN: inLanguages(
    '所选参数包不存在或不属于该样品，请重新选择',
    'There is no such parameter pack for this sample, please choose again',
    'No existe ese paquete de parámetros para la muestra; elija de nuevo',
  ),
  MATERIAL_SAMPLE_REQUIRED: inLanguages(
    '第 {row} 行原材料未选择样品',
    'row {row} raw material has no sample selected',
    'la materia prima de la fila {row} no tiene muestra',
  ),
  MATERIAL_PARAMETERS_INCOMPLETE: inLanguages(
    '第 {row} 行原材料参数信息不完整',
    'row {row} raw material parameter information incomplete',
    'los parámetros de la materia prima de la fila {row} están incompletos',
  ),
  MATERIAL_REPORT_REQUIRED: inLanguages(
    '第 {row} 行原材料未上传报告文件',
    'row {row} raw material has no report file uploaded',
    'la materia prima de la fila {row} no tiene informe',
  ),
  MATERIAL_NUMBER_INVALID: inLanguages(
    '第 {row} 行原材料的用量和单位比须为不小于 0 的数字，最多六位小数',
    'row {row}: dosage and unit ratio are numbers from 0 on with at most six decimals',
    'fila {row}: la dosificación y la proporción son números desde 0 con seis decimales como máximo',
  ),
  MATERIAL_OWN_SAMPLE_UNKNOWN: inLanguages(
    '原材料样品不存在或已删除，请重新编辑该行',
    'The sample of this raw material does not exist any more, please edit the row again',
    'La muestra de esta materia prima ya no existe; edite de nuevo la fila',
  ),
  CITED_SAMPLE_UNKNOWN: inLanguages(
    '所引用的委托不存在，请重新选择',
    'There is no such consignment to cite, please choose again',
    'No existe ese encargo para citar; elija de nuevo',
  ),
  CITED_SAMPLE_NO_MATERIAL: inLanguages(
    '第 {row} 行引用的样品不是该样品的原材料，请重新选择',
    'row {row}: the cited sample is none of the raw materials of this sample, please choose another',
    'fila {row}: la muestra citada no es una de las materias primas de esta muestra; elija otra',
  ),
  REPORT_TYPE_UNSUPPORTED: inLanguages(
    '报告文件仅支持以下格式：{allowed}',
    'only these formats supported for report file: {allowed}',
    'el informe solo admite estos formatos: {allowed}',
  ),
  TOO_MANY_MATERIALS: inLanguages(
    '一个样品最多 {max} 种原材料',
    'A sample has at most {max} raw materials',
    'Una muestra tiene como máximo {max} materias primas',
  ),
  PASSWORD_WEAK: inLanguages(
    '密码至少{min}个字符，须包含大写字母、小写字母、数字、符号中的三类，且不能包含用户名',
    'A password has at least {min} characters of three kinds (capitals, small letters, digits, signs) and does not contain the user name',
    'La contraseña tiene al menos {min} caracteres de tres clases (mayúsculas, minúsculas, cifras, signos) y no contiene el nombre de usuario',
  ),
  NO_SUCH_QUALIFICATION: inLanguages(
    '资质不存在或已删除',
    'This qualification does not exist or has been deleted',
    'Esta acreditación no existe o ha sido eliminada',
  ),
  NO_SUCH_TENANT: inLanguages('租户不存在', 'There is no such tenant', 'No existe ese inquilino'),
  NO_SUCH_PROVIDER: inLanguages(
    '平台未启用第三方登录“{provider}”',
    'This platform has no sign-in by “{provider}”',
    'La plataforma no ofrece inicio de sesión con «{provider}»',
  ),
  EMAIL_INVALID: inLanguages('请输入正确的邮箱地址', 'Please enter a valid e-mail address', 'Indique un correo válido'),
  TENANCY_NAME_INVALID: inLanguages(
    '租户名以字母开头，由2至64个字母、数字、下划线或短横线组成',
    'The name of a tenant begins with a letter and has 2 to 64 letters, digits, underscores or hyphens',
    'El nombre del inquilino empieza por una letra y tiene de 2 a 64 letras, cifras, guiones o guiones bajos',
  ),
  THIRD_PARTY_STATE: inLanguages(
    '登录请求已失效或不是由本浏览器发起，请重新登录',
    'This sign-in has expired or was not started in this browser, please start again',
    'Este inicio de sesión ha caducado o no empezó en este navegador; empiece de nuevo',
  ),
  THIRD_PARTY_CODE: inLanguages(
    '第三方平台未确认登录，请重新登录',
    'The third party did not confirm the sign-in, please start again',
    'El tercero no confirmó el inicio de sesión; empiece de nuevo',
  ),
  THIRD_PARTY_BOUND: inLanguages(
    '已绑定该平台的其他账号，请先解除绑定',
    'Another identity of this third party is bound, please unbind it first',
    'Ya hay otra identidad de este tercero vinculada; desvincúlela primero',
  ),
  THIRD_PARTY_TAKEN: inLanguages(
    '该第三方账号已绑定其他用户',
    'This identity is bound to another user',
    'Esta identidad está vinculada a otro usuario',
  ),
  THIRD_PARTY_UNBOUND: inLanguages(
    '该第三方账号尚未绑定平台用户，请用密码登录后在“我的账号”中绑定',
    'This identity is not bound to a user. Sign in with your password and bind it under “My account”',
    'Esta identidad no está vinculada a un usuario. Entre con su contraseña y vincúlela en «Mi cuenta»',
  ),
  THIRD_PARTY_AWAY: inLanguages(
    '第三方平台暂时无法访问，请稍后再试',
    'The third party cannot be reached now, please try again later',
    'No se puede contactar con el tercero; inténtelo más tarde',
  ),
  REPORT_NUMBER_REQUIRED: inLanguages(
    '请输入报告编号',
    'Please enter the report number',
    'Indique el número de informe',
  ),
  REPORT_SAMPLES_REQUIRED: inLanguages(
    '请选择报告包含的样品',
    'Please choose the samples of the report',
    'Elija las muestras del informe',
  ),
  REPORT_SAMPLE_UNKNOWN: inLanguages(
    '所选样品不属于该委托',
    'A chosen sample is not one of this consignment',
    'Una muestra elegida no es de este encargo',
  ),
  TOO_MANY_COPIES: inLanguages(
    '一次最多申请{max}份报告',
    'At most {max} copies at a time',
    'Como máximo {max} copias a la vez',
  ),
  TEXT_ONE_LINE: inLanguages(
    '只能填写一行，请删除换行和制表符',
    'Takes one line; please remove line breaks and tabs',
    'Admite una sola línea; elimine los saltos de línea y las tabulaciones',
  ),
  TEXT_CHARACTER_REFUSED: inLanguages(
    '含有不能保存的字符（{character}），请删除后重试',
    'Holds a character that cannot be stored ({character}); please remove it',
    'Contiene un carácter que no se puede guardar ({character}); elimínelo',
  ),
  TEXT_BYTES_REFUSED: inLanguages(
    '含有不是 {charset} 编码的内容；请用 {charset} 发送，或在 Content-Type 中声明字符集',
    'Holds bytes that are not {charset}; please send it in {charset}, or name its charset in the Content-Type',
    'Contiene bytes que no son {charset}; envíelo en {charset} o indique su juego de caracteres en Content-Type',
  ),
  HEADER_ONCE: inLanguages(
    '请求头只能出现一次',
    'This header may be sent once only',
    'Esta cabecera solo puede enviarse una vez',
  ),
  NESTED_TOO_DEEP: inLanguages(
    '数据嵌套不能超过 {max} 层',
    'Lists and objects may be nested {max} levels deep at most',
    'Las listas y los objetos admiten como máximo {max} niveles',
  ),
  FORM_WITHOUT_BOUNDARY: inLanguages(
    '上传请求的 Content-Type 缺少有效的 boundary',
    'The Content-Type of the upload lacks a valid boundary',
    'Falta un boundary válido en el Content-Type de la carga',
  ),
  FORM_CUT_SHORT: inLanguages(
    '上传内容不完整：缺少结尾的 boundary，请重新上传',
    'The upload is not complete: its last boundary is missing; please send it again',
    'La carga está incompleta: falta el boundary final; envíela de nuevo',
  ),
  FORM_UNREADABLE: inLanguages(
    '上传内容不是有效的 multipart/form-data',
    'The upload is not valid multipart/form-data',
    'La carga no es multipart/form-data válido',
  ),
  FILE_WITHOUT_NAME: inLanguages(
    '上传的文件缺少文件名（filename）',
    'The file of the upload has no name (filename)',
    'El archivo de la carga no tiene nombre (filename)',
  ),
  FILE_MISSING: inLanguages('请选择文件', 'Please choose a file', 'Elija un archivo'),
  ONE_FILE_ONLY: inLanguages('一次只能上传一个文件', 'One file at a time', 'Un archivo cada vez'),
  FILE_EMPTY: inLanguages('文件“{name}”是空文件', 'File “{name}” is empty', 'El archivo “{name}” está vacío'),
  FILE_TOO_LARGE: inLanguages(
    '文件大小不能超过10M',
    'file size cannot exceed 10M',
    'el tamaño del archivo no puede superar 10M',
  ),
  FILE_NAME_INVALID: inLanguages(
    '文件名“{name}”不正确，不能含 \\ / : * ? " < > |，也不能以点开头',
    'The file name “{name}” is not valid: no \\ / : * ? " < > |, and no dot at the beginning',
    'El nombre de archivo «{name}» no es válido: sin \\ / : * ? " < > | y sin punto al principio',
  ),
  FILE_NAME_TOO_LONG: inLanguages(
    '文件名“{name}…”过长，最多 {max} 个字符',
    'The file name “{name}…” is too long: at most {max} characters',
    'El nombre de archivo «{name}…» es demasiado largo: como máximo {max} caracteres',
  ),
  IMAGE_TOO_LARGE: inLanguages(
    '文件大小不能超过100M',
    'file size cannot exceed 100M',
    'el tamaño del archivo no puede superar 100M',
  ),
  IMAGE_TOO_MANY_PIXELS: inLanguages(
    '图片尺寸为 {width}×{height} 像素，单边不能超过 {side}，总计不能超过 {area}',
    'The picture has {width} × {height} pixels; a side may have {side}, the whole {area}',
    'La imagen tiene {width} × {height} píxeles; un lado admite {side} y el total {area}',
  ),
  IMAGE_TYPE_UNSUPPORTED: inLanguages(
    '上传文件只能是 png、jpg、ico 格式',
    'uploaded file can only be png, jpg, ico format',
    'el archivo solo puede ser de formato png, jpg o ico',
  ),
  IMAGE_QUOTA_FULL: inLanguages(
    '本单位的正文图片已达 1 GB 上限。不再使用的图片会在 {days} 天后自动清除',
    'The pictures in the texts of this unit have reached 1 GB. Those that no text shows go by themselves after {days} days',
    'Las imágenes de los textos de esta unidad han llegado a 1 GB. Las que ningún texto muestra desaparecen a los {days} días',
  ),
  IMAGE_IN_USE: inLanguages(
    '该图片仍被使用，请先从正文中移除并保存',
    'This picture is still shown somewhere; take it out of the text and save first',
    'Esta imagen todavía se muestra; quítela del texto y guarde primero',
  ),
  NO_SUCH_FILE: inLanguages(
    '文件不存在或已删除',
    'This file does not exist or has been deleted',
    'El archivo no existe o ha sido eliminado',
  ),
  FILE_TYPE_UNSUPPORTED: inLanguages(
    '不支持文件“{name}”的格式，仅支持：{allowed}',
    'The format of “{name}” is not supported. Supported: {allowed}',
    'El formato de “{name}” no se admite. Se admiten: {allowed}',
  ),
  FILE_CONTENT_DIFFERS: inLanguages(
    '文件“{name}”的内容与扩展名不符',
    'The content of “{name}” is not what its extension says',
    'El contenido de “{name}” no corresponde a su extensión',
  ),
  FILE_UNPACKS_BADLY: inLanguages(
    '压缩包“{name}”解压后过大，或含有不安全的路径',
    'Archive “{name}” unpacks to too much or to unsafe paths',
    'El archivo comprimido “{name}” se expande demasiado o a rutas inseguras',
  ),
  FILE_INFECTED: inLanguages(
    '文件“{name}”未通过病毒扫描',
    'File “{name}” did not pass the virus scan',
    'El archivo “{name}” no superó el análisis de virus',
  ),
  UPLOAD_UNKNOWN: inLanguages(
    '上传的文件不存在或已过期，请重新上传',
    'The uploaded file does not exist or has expired, please upload it again',
    'El archivo subido no existe o ha caducado; súbalo de nuevo',
  ),

  ALREADY_EXISTS: inLanguages('委托已存在', 'This consignment exists already', 'El encargo ya existe'),
  NOT_IN_THIS_STATUS: inLanguages(
    '{status}，不能{action}',
    '{status}: you cannot {action}',
    '{status}: no se puede {action}',
  ),
  ALREADY_SUBMITTED: inLanguages(
    '您请选择的委托中有已经提交的委托。',
    'Some of the chosen consignments have already been submitted.',
    'Algunos de los encargos elegidos ya se han enviado.',
  ),
  SAVE_FIRST: inLanguages(
    '请先保存委托再提交',
    'Please save the consignment before you submit it',
    'Guarde el encargo antes de enviarlo',
  ),
  TESTING_UNIT_LOCKED: inLanguages(
    '委托已有编号，不能更换检测机构',
    'The consignment has its number, the testing organisation can no longer change',
    'El encargo ya tiene número; la entidad de ensayo no puede cambiarse',
  ),
  TESTING_UNIT_NEEDED: inLanguages(
    '请选择检测机构！',
    'Please choose a testing organisation!',
    '¡Elija una entidad de ensayo!',
  ),
  QUALIFICATION_NEEDED: inLanguages(
    '请选择资质类型！',
    'Please choose a qualification type!',
    '¡Elija un tipo de acreditación!',
  ),
  SINGLE_SAMPLE_UNIT: inLanguages(
    '您不能委托多个样品，因为检测单位已设置一次只能委托一个样品！',
    'You cannot consign several samples: this testing unit accepts one sample at a time!',
    '¡No puede encargar varias muestras: esta entidad solo acepta una por encargo!',
  ),
  TOO_MANY_SAMPLES: inLanguages(
    '一个委托最多{max}个样品',
    'A consignment has at most {max} samples',
    'Un encargo tiene como máximo {max} muestras',
  ),
  NO_SAMPLES: inLanguages('请添加样品信息!', 'Please add samples!', '¡Añada muestras!'),
  NO_TEST_ITEMS: inLanguages('请添加检测项目!', 'Please add test items!', '¡Añada ensayos!'),
  NO_SAMPLE_TO_COPY: inLanguages(
    '请选择要复制的样品',
    'Please choose the sample to copy',
    'Elija la muestra que desea copiar',
  ),
  NO_SAMPLE_TO_REMOVE: inLanguages(
    '请选择要删除的样品',
    'Please choose the sample to delete',
    'Elija la muestra que desea eliminar',
  ),
  PARAMETERS_INCOMPLETE: inLanguages(
    '样品“{samples}”的参数信息不完整，请完善后再提交！',
    'The parameters of “{samples}” are incomplete, please complete them before you submit!',
    '¡Los parámetros de “{samples}” están incompletos; complételos antes de enviar!',
  ),
  MATERIALS_INCOMPLETE: inLanguages(
    '样品“{samples}”的原材料信息不完整，请完善后再提交！',
    'The raw materials of “{samples}” are incomplete, please complete them before you submit!',
    '¡Las materias primas de “{samples}” están incompletas; complételas antes de enviar!',
  ),
  REPORTS_INCOMPLETE: inLanguages(
    '样品“{samples}”的报告文件不完整，请完善后再提交！',
    'The report files of “{samples}” are incomplete, please complete them before you submit!',
    '¡Los informes de “{samples}” están incompletos; complételos antes de enviar!',
  ),
  CHOSEN_UNIT_CLOSED: inLanguages(
    '检测单位“{unit}”已停用，请重新选择检测单位后再提交！',
    'The testing unit “{unit}” has been closed, please choose another before you submit!',
    '¡La entidad “{unit}” está inactiva; elija otra antes de enviar!',
  ),
  ADDRESS_CLOSED: inLanguages(
    '检测单位“{unit}”的收样地址“{address}”已停用，请重新选择收样地址后再提交！',
    '“{unit}” no longer receives samples at “{address}”, please choose another address before you submit!',
    '¡“{unit}” ya no recibe muestras en “{address}”; elija otra dirección antes de enviar!',
  ),
  PROJECT_GONE: inLanguages(
    '工程项目“{project}”已不可用，请重新选择工程项目后再提交！',
    'The project “{project}” is no longer there, please choose another before you submit!',
    '¡El proyecto “{project}” ya no existe; elija otro antes de enviar!',
  ),
  QUALIFICATION_LOST: inLanguages(
    '检测单位“{unit}”已不再具备资质“{qualification}”，请重新选择资质后再提交！',
    '“{unit}” no longer holds the qualification “{qualification}”, please choose another before you submit!',
    '¡“{unit}” ya no tiene la acreditación “{qualification}”; elija otra antes de enviar!',
  ),
  SAMPLES_WITHDRAWN: inLanguages(
    '检测单位已不再开展样品“{samples}”的检测，请删除后再提交！',
    'The testing unit no longer tests “{samples}”, please remove these samples before you submit!',
    '¡La entidad ya no ensaya “{samples}”; quite estas muestras antes de enviar!',
  ),
  PARAMETERS_WITHDRAWN: inLanguages(
    '样品“{samples}”的参数[{parameters}]检测单位已不再开展，请重新选择参数后再提交！',
    'The testing unit no longer offers [{parameters}] of “{samples}”, please choose the parameters again before you submit!',
    '¡La entidad ya no ofrece [{parameters}] de “{samples}”; elija de nuevo los parámetros antes de enviar!',
  ),
  STANDARDS_WITHDRAWN: inLanguages(
    '样品“{samples}”的标准[{standards}]已不再提供，请重新选择标准后再提交！',
    'The standards [{standards}] of “{samples}” are no longer offered, please choose others before you submit!',
    '¡Las normas [{standards}] de “{samples}” ya no se ofrecen; elija otras antes de enviar!',
  ),
  PRICES_CHANGED: inLanguages(
    '检测单位已调整样品“{samples}”的价格，请打开样品重新保存后再提交！',
    'The testing unit has changed prices of “{samples}”, please open these samples and save them again before you submit!',
    '¡La entidad ha cambiado los precios de “{samples}”; abra y guarde de nuevo estas muestras antes de enviar!',
  ),
  SAMPLE_ATTACHMENTS_REQUIRED: inLanguages(
    '样品“{samples}”请上传附件：{names}',
    '“{samples}”: please upload attachments: {names}',
    '“{samples}”: suba los adjuntos: {names}',
  ),
  PARAMETERS_UNCONFIRMED: inLanguages(
    '请完善样品“{samples}”的参数信息后再进行审核操作！',
    'Please complete the parameters of “{samples}” before the audit!',
    '¡Complete los parámetros de “{samples}” antes de la revisión!',
  ),
  NOTHING_LEFT_TO_THE_LABORATORY: inLanguages(
    '没有由检测机构确定参数的样品',
    'No sample leaves its parameters to the testing organisation',
    'Ninguna muestra deja sus parámetros a la entidad de ensayo',
  ),
  NO_MATERIALS_HERE: inLanguages(
    '只有原材料检测的样品有原材料信息',
    'Only samples of raw-material testing have raw materials',
    'Solo las muestras de ensayo de materiales tienen materias primas',
  ),
  CONFIRMATION_SWITCHED_OFF: inLanguages(
    '检测单位未启用收样确认',
    'This testing unit does not confirm receipt',
    'Esta entidad no confirma la recepción',
  ),
  NOT_SENT_BY_MAIL: inLanguages(
    '送样方式不是邮寄',
    'The samples are not sent by mail',
    'Las muestras no se envían por correo',
  ),
  NOT_AWAITING_SIGNATURE: inLanguages(
    '所选委托必须是待签名状态！',
    'The chosen consignments must await a signature!',
    '¡Los encargos elegidos deben estar pendientes de firma!',
  ),
  SIGN_PHONES_DIFFER: inLanguages(
    '所选委托的联系人电话号码不一致！',
    'The chosen consignments have different contact phones!',
    '¡Los encargos elegidos tienen teléfonos de contacto distintos!',
  ),
  NO_SIGNATURE_ENTRY: inLanguages(
    '委托[{codes}]没有签名信息，请重新选择！',
    'Consignment [{codes}] has no signature entry, please choose again!',
    '¡El encargo [{codes}] no tiene datos de firma; elija de nuevo!',
  ),
  SIGNED_ALREADY: inLanguages(
    '该二维码已完成签名，无需重复签名',
    'These consignments have been signed with this code already',
    'Con este código ya se ha firmado',
  ),
  KEY_EXPIRED: inLanguages(
    '二维码已过期，请在电脑上刷新后重新扫码',
    'This code has expired, please refresh it on the computer and scan again',
    'El código ha caducado; actualícelo en el ordenador y vuelva a escanearlo',
  ),
  PICKED_UP_ALREADY: inLanguages(
    '该二维码已完成领取签名，无需重复签名',
    'These reports have been signed for with this code already',
    'Con este código ya se ha firmado la recogida',
  ),
  SEVERAL_CONSIGNING_UNITS: inLanguages(
    '一次只能领取同一委托单位的报告',
    'Only reports of one consigning unit are fetched together',
    'Solo se recogen juntos informes de una misma unidad cliente',
  ),
  PHONE_APP_ADDRESS: inLanguages(
    '请提供网页地址（http 或 https）',
    'An address of the web is needed (http or https)',
    'Se necesita una dirección web (http o https)',
  ),
  SIGNING_CHANGED: inLanguages(
    '委托内容已变更，请重新核对后签名',
    'The consignments have changed meanwhile, please check them again before you sign',
    'Los encargos han cambiado; compruébelos de nuevo antes de firmar',
  ),
  NO_WITNESS_PENDING: inLanguages(
    '没有待签名的见证人',
    'No witness has still to sign',
    'Ningún testigo está pendiente de firmar',
  ),
  NOTIFIED_RECENTLY: inLanguages(
    '距上次通知见证人未超过24小时！',
    'The witnesses were notified less than 24 hours ago!',
    '¡Los testigos fueron avisados hace menos de 24 horas!',
  ),
  NOT_A_PLATFORM_CUSTOMER: inLanguages(
    '检测单位不是平台用户，不能打印委托单',
    'The testing unit is no customer of the platform, there is no bill to print',
    'La entidad no es cliente de la plataforma; no hay orden que imprimir',
  ),
  BILL_ADDRESS_INVALID: inLanguages(
    '委托单地址须为 http 或 https 网址，或以单个“/”开头的本平台路径',
    'The address of the bill must be an http or https URL, or a path of this platform that begins with a single “/”',
    'La dirección de la orden debe ser una URL http o https, o una ruta de esta plataforma que empiece por una sola «/»',
  ),
  NO_BILL: inLanguages('委托单尚未生成', 'The bill has not been generated yet', 'La orden aún no se ha generado'),
  CHANGED_MEANWHILE: inLanguages(
    '同时有其他修改，请重试',
    'Something else changed this at the same moment, please try again',
    'Otra modificación simultánea; inténtelo de nuevo',
  ),
  PARTLY_DONE: inLanguages(
    '已完成：{done}；未完成：{notDone}（{cause}）',
    'Done: {done}; not done: {notDone} ({cause})',
    'Hecho: {done}; pendiente: {notDone} ({cause})',
  ),
  PARAMETER_NOT_OFFERED: inLanguages(
    '参数[{parameter}]暂未开放，不能选择！感谢您的支持与反馈',
    'parameter [{parameter}] is not yet offered, cannot be selected! Thank you for your support and feedback',
    'el parámetro [{parameter}] aún no se ofrece, no se puede elegir. Gracias por su apoyo y sus comentarios',
  ),
  PACK_CHANGED: inLanguages(
    '所选参数与参数包“{pack}”不一致，请重新选择参数包或取消参数包',
    'The chosen parameters are not those of pack “{pack}”, please choose the pack again or drop it',
    'Los parámetros elegidos no son los del paquete “{pack}”; vuelva a elegirlo o quítelo',
  ),
  STANDARDS_MISSING: inLanguages(
    '检测参数[{parameter}]未选择评定标准和检测依据',
    'test parameter [{parameter}] has not selected evaluation standard and test basis',
    'el parámetro [{parameter}] no tiene norma de evaluación ni norma de ensayo',
  ),
  EVALUATION_STANDARD_MISSING: inLanguages(
    '检测参数[{parameter}]未选择评定标准',
    'test parameter [{parameter}] has not selected evaluation standard',
    'el parámetro [{parameter}] no tiene norma de evaluación',
  ),
  TEST_BASIS_MISSING: inLanguages(
    '检测参数[{parameter}]未选择检测依据',
    'test parameter [{parameter}] has not selected test basis',
    'el parámetro [{parameter}] no tiene norma de ensayo',
  ),
  NO_SUCH_ROLE: inLanguages(
    '角色不存在或已删除',
    'This role does not exist or has been deleted',
    'Este rol no existe o ha sido eliminado',
  ),
  ROLE_NAME_INVALID: inLanguages(
    '角色名须为 2 到 30 个字母、数字、汉字或 . _ - 字符，且不能与系统角色同名',
    'A role’s name has 2 to 30 letters, digits or . _ - and is not that of a built-in role',
    'El nombre de un rol tiene de 2 a 30 letras, cifras o . _ - y no es el de un rol del sistema',
  ),
  ROLE_UNKNOWN: inLanguages('角色“{role}”不存在', 'There is no role “{role}”', 'No existe el rol «{role}»'),
  ROLE_OF_ANOTHER_KIND: inLanguages(
    '角色“{role}”与账号所属单位的类型不符',
    'Role “{role}” does not go with the unit of the account',
    'El rol «{role}» no corresponde a la unidad de la cuenta',
  ),
  ONE_UNIT_ONLY: inLanguages(
    '一次只能设置一个单位的参数',
    'One request sets the parameters of one unit',
    'Una solicitud ajusta los parámetros de una sola unidad',
  ),
  RETURN_ADDRESS_INVALID: inLanguages(
    '登录后的返回地址须为本系统的 {path} 页面',
    'The address to return to must be {path} of this console',
    'La dirección de retorno debe ser {path} de esta consola',
  ),
  PERMISSION_OF_PLATFORM: inLanguages(
    '角色“{role}”含平台级权限“{permission}”，不能授予单位账号',
    'Role “{role}” holds “{permission}”, which reaches beyond a unit, so it goes with accounts of the platform alone',
    'El rol «{role}» incluye «{permission}», que va más allá de una unidad: solo es para cuentas de la plataforma',
  ),
  ROLE_STATIC: inLanguages(
    '系统角色不能修改或删除',
    'A built-in role is neither changed nor deleted',
    'Un rol del sistema no se modifica ni se elimina',
  ),
  ROLE_IN_USE: inLanguages(
    '有 {users} 个账号使用该角色，不能删除',
    '{users} accounts have this role, it cannot be deleted',
    '{users} cuentas tienen este rol; no puede eliminarse',
  ),
  NO_PERSON_THERE: inLanguages(
    '这一版中没有所选的个人信息',
    'This revision holds none of the personal data chosen',
    'Esta versión no contiene los datos personales elegidos',
  ),
  OWN_ACCOUNT: inLanguages(
    '不能停用自己的账号',
    'Nobody deactivates their own account',
    'Nadie desactiva su propia cuenta',
  ),
  LAST_UNIT_MANAGER: inLanguages(
    '单位至少要有一名单位管理员，请先授予他人',
    'A unit has at least one unit manager; give the right to somebody else first',
    'Una unidad tiene al menos un administrador; conceda antes el derecho a otra persona',
  ),
  NOT_OF_A_UNIT: inLanguages(
    '该账号不属于任何单位，没有单位管理员权限',
    'This account belongs to no unit, so it cannot be a unit manager',
    'Esta cuenta no pertenece a ninguna unidad, así que no puede ser administrador de unidad',
  ),
  MORE_ROLES: inLanguages(
    '该账号持有平台另外授予的角色，请联系平台管理员',
    'This account has roles that the platform gave it, please ask the administrator of the platform',
    'Esta cuenta tiene roles concedidos por la plataforma; consulte con su administrador',
  ),
  OWN_ROLES: inLanguages('不能修改自己的角色', 'Nobody changes their own roles', 'Nadie cambia sus propios roles'),
  PERMISSION_UNKNOWN: inLanguages(
    '权限“{permission}”不存在',
    'There is no permission “{permission}”',
    'No existe el permiso «{permission}»',
  ),
  NO_SUCH_NOTIFICATION: inLanguages('消息不存在', 'This message does not exist', 'Este mensaje no existe'),
  NOTHING_TO_RESEND: inLanguages(
    '这条消息没有可重新发送的内容',
    'Nothing of this message can be sent again',
    'No hay nada que reenviar de este mensaje',
  ),
  NO_SUCH_NOTICE: inLanguages(
    '公告不存在或已删除',
    'This notice does not exist or has been deleted',
    'Este aviso no existe o ha sido eliminado',
  ),
  NOTICE_TITLE_REQUIRED: inLanguages(
    '请输入公告标题',
    'Please enter the title of the notice',
    'Escriba el título del aviso',
  ),
  NOTICE_CONTENT_REQUIRED: inLanguages(
    '请输入公告内容',
    'Please enter the content of the notice',
    'Escriba el contenido del aviso',
  ),
  NOTICE_TOO_LARGE: inLanguages(
    '公告内容过大，最多 {max} kB',
    'The notice is too large, at most {max} kB',
    'El aviso es demasiado grande, como máximo {max} kB',
  ),
  PASSWORDS_DIFFER: inLanguages('两次输入的密码不一致', 'The two passwords differ', 'Las dos contraseñas no coinciden'),
  PASSWORD_WRONG: inLanguages('密码错误', 'The password is wrong', 'La contraseña no es correcta'),
  CODE_WRONG: inLanguages(
    '验证码错误或已失效，请重新获取',
    'The verification code is wrong or no longer valid, please ask for another',
    'El código de verificación no es correcto o ya no es válido; pida otro',
  ),
  CODE_SENT_RECENTLY: inLanguages(
    '验证码发送过于频繁，请 {seconds} 秒后再试',
    'A code was sent a moment ago, please try again in {seconds} s',
    'Se acaba de enviar un código; inténtelo dentro de {seconds} s',
  ),
  CODE_NOT_SENT: inLanguages(
    '验证码暂未发出，平台会继续尝试；{seconds} 秒后仍未收到，请重新获取',
    'The code could not be sent yet and is tried again; if it has not come in {seconds} s, please ask for another',
    'El código aún no se pudo enviar y se reintenta; si no llega en {seconds} s, pida otro',
  ),
  CODES_USED_UP: inLanguages(
    '今天获取验证码次数过多，请明天再试',
    'Too many codes were asked for today, please try again tomorrow',
    'Hoy se han pedido demasiados códigos; inténtelo mañana',
  ),
  ADDRESS_LOCKED: inLanguages(
    '您所在网络的登录失败次数过多，请 {minutes} 分钟后再试',
    'Too many failed sign-ins from your network, please try again in {minutes} min',
    'Demasiados intentos fallidos desde su red; inténtelo dentro de {minutes} min',
  ),
  ACCOUNT_LOCKED: inLanguages(
    '登录失败次数过多，请 {wait}后再试，或重置密码',
    'Too many failed sign-ins, please try again in {wait} or reset the password',
    'Demasiados intentos fallidos; inténtelo dentro de {wait} o restablezca la contraseña',
  ),
  WAIT_SECONDS: inLanguages('{seconds} 秒', '{seconds} s', '{seconds} s'),
  WAIT_MINUTES: inLanguages('{minutes} 分钟', '{minutes} min', '{minutes} min'),
  USER_NAME_INVALID: inLanguages(
    '用户名须为 3 到 50 个字母、数字、汉字或 . _ - 字符',
    'A user name has 3 to 50 letters, digits or . _ -',
    'El usuario tiene de 3 a 50 letras, cifras o . _ -',
  ),
  USER_NAME_TAKEN: inLanguages(
    '用户名“{userName}”已被使用',
    'User name “{userName}” is already taken',
    'El usuario «{userName}» ya está en uso',
  ),
  MOBILE_INVALID: inLanguages(
    '请输入正确的手机号',
    'Please enter a valid mobile number',
    'Indique un número de móvil válido',
  ),
  PERSON_NAME_REQUIRED: inLanguages('请输入姓名', 'Please enter the name', 'Indique el nombre'),
  RECORD_EXISTS: inLanguages('该记录已存在', 'This record exists already', 'Este registro ya existe'),
  VALUE_TAKEN: inLanguages(
    '该值已被占用，请重新填写',
    'This value is already taken, please enter another',
    'Este valor ya está en uso; indique otro',
  ),
  EXPORT_TOO_LARGE: inLanguages(
    '一份台账最多 {max} 条，请分次导出',
    'A ledger holds at most {max} rows, please export in parts',
    'Un libro admite como máximo {max} filas; exporte por partes',
  ),
  EXPORT_GONE: inLanguages(
    '台账文件已过期删除，请重新导出',
    'This ledger has been deleted after a day, please export again',
    'Este libro se eliminó al cabo de un día; exporte de nuevo',
  ),
  EXPORT_FAILED: inLanguages(
    '台账导出失败，请重新导出',
    'The ledger could not be made, please export again',
    'No se pudo generar el libro; exporte de nuevo',
  ),
  SAMPLES_NOT_RECEIVED: inLanguages(
    '{status}，收样后才能出具报告',
    '{status}: there is a report only after the samples were received',
    '{status}: solo hay informe tras recibir las muestras',
  ),
  REPORT_NOT_IN_THIS_STATUS: inLanguages(
    '{reportStatus}，不能{reportAction}',
    '{reportStatus}: you cannot {reportAction}',
    '{reportStatus}: no se puede {reportAction}',
  ),
  REPORT_STATUS_UNREACHABLE: inLanguages(
    '{reportStatus}，不能改为{toStatus}',
    '{reportStatus}: the report cannot become {toStatus}',
    '{reportStatus}: el informe no puede pasar a {toStatus}',
  ),
  REPORT_FILE_MISSING: inLanguages(
    '请先上传报告文件再发布',
    'Please upload the report before you publish it',
    'Suba el informe antes de publicarlo',
  ),
  NO_SUCH_UNIT: inLanguages('单位不存在', 'There is no such unit', 'Esa unidad no existe'),
  ...catalogueTexts,
  NO_SUCH_PROJECT: inLanguages('工程项目不存在', 'There is no such project', 'Ese proyecto no existe'),
  FIELD_OF_THE_PLATFORM: inLanguages(
    '该信息由平台管理员维护，不能自行修改',
    'This is kept by the administrator of the platform',
    'Este dato lo mantiene el administrador de la plataforma',
  ),
  UNIT_NAME_REQUIRED: inLanguages(
    '请输入单位名称',
    'Please enter the name of the unit',
    'Indique el nombre de la unidad',
  ),
  UNIT_NO_REQUIRED: inLanguages(
    '请输入单位编号（字母、数字、下划线或短横线，最多 20 个）',
    'Please enter the unit number (at most 20 letters, digits, - or _)',
    'Indique el número de la unidad (como máximo 20 letras, cifras, - o _)',
  ),
  UNIT_ADDRESS_INCOMPLETE: inLanguages(
    '请填写第 {number} 个地址的地区和详细地址',
    'Please enter area and street of address {number}',
    'Indique la zona y la calle de la dirección {number}',
  ),
  TOO_MANY_ADDRESSES: inLanguages(
    '一个单位最多 {max} 个地址',
    'A unit has at most {max} addresses',
    'Una unidad tiene como máximo {max} direcciones',
  ),
  WEB_ADDRESS_INVALID: inLanguages(
    '请输入以 http:// 或 https:// 开头的网址',
    'Please enter a web address that begins with http:// or https://',
    'Escriba una dirección web que empiece por http:// o https://',
  ),
  ORIGIN_INVALID: inLanguages(
    '“{origin}”不是网站来源，例如 https://lab.example.com',
    '“{origin}” is no web origin, e.g. https://lab.example.com',
    '«{origin}» no es un origen web, p. ej. https://lab.example.com',
  ),
  ORIGIN_NOT_LISTED: inLanguages(
    '“{origin}”不在本单位的网站来源中，请先加入网站来源',
    '“{origin}” is not among the web origins of this unit; add it there first',
    '«{origin}» no figura entre los orígenes web de esta entidad; añádalo primero allí',
  ),
  QUALIFICATION_NOT_LISTED: inLanguages(
    '所选资质不在资质目录中',
    'A chosen qualification is not in the list of qualifications',
    'Una acreditación elegida no está en el catálogo',
  ),
  LOGO_TOO_LARGE: inLanguages(
    '徽标图片不能超过 {max} KB',
    'A logo has at most {max} KB',
    'El logotipo no puede superar {max} KB',
  ),
  CONTROL_PARAM_INVALID: inLanguages(
    '参数“{code}”的值不正确',
    'The value of parameter “{code}” is not valid',
    'El valor del parámetro «{code}» no es válido',
  ),
  CONTROL_PARAM_UNKNOWN: inLanguages(
    '没有参数“{code}”',
    'There is no parameter “{code}”',
    'No existe el parámetro «{code}»',
  ),
  UNIT_NO_TAKEN: inLanguages(
    '单位编号“{unitNo}”已被使用',
    'Unit number “{unitNo}” is already taken',
    'El número de unidad «{unitNo}» ya está en uso',
  ),
  UNIT_NO_FIXED: inLanguages(
    '委托编号以单位编号开头，登记后不能修改',
    'Consignment numbers begin with the unit number; it cannot change any more',
    'Los números de encargo empiezan por el número de unidad; ya no puede cambiarse',
  ),
  ORIGIN_TAKEN: inLanguages(
    '网站来源“{origin}”已属于{unit}',
    'Web origin “{origin}” already belongs to {unit}',
    'El origen web «{origin}» ya pertenece a {unit}',
  ),
  UNIT_IN_USE: inLanguages(
    '该单位已有 {consignments} 份委托、{users} 个账号，不能删除，可以停用',
    'The unit has {consignments} consignments and {users} accounts and cannot be deleted; switch it off instead',
    'La unidad tiene {consignments} encargos y {users} cuentas y no puede eliminarse; desactívela',
  ),
  PROJECT_NAME_EXISTS: inLanguages(
    '有同名工程，仍要新建吗？',
    'There is a project of this name already. Create another one?',
    'Ya existe un proyecto con este nombre. ¿Crear otro?',
  ),
  PROJECT_RENAME_EXISTS: inLanguages(
    '有同名工程，仍要改为此名称吗？',
    'There is a project of this name already. Use the name all the same?',
    'Ya existe un proyecto con este nombre. ¿Usarlo de todos modos?',
  ),
  PROJECT_IN_USE: inLanguages(
    '已有 {count} 份委托使用该工程项目，不能删除',
    '{count} consignments use this project, it cannot be deleted',
    '{count} encargos usan este proyecto; no puede eliminarse',
  ),
  TESTING_UNIT_CLOSED: inLanguages(
    '贵机构尚未启用或已停用，不能导入工作簿',
    'Your organisation is not active, so it cannot import workbooks',
    'Su entidad no está activa y no puede importar libros',
  ),
  CONSIGNING_UNIT_CLOSED: inLanguages(
    '委托单位已停用，不能新建或提交委托',
    'The consigning unit is switched off: no consignment can be started or submitted',
    'La unidad está desactivada: no se pueden crear ni enviar encargos',
  ),
  REPORT_NUMBER_TAKEN: inLanguages(
    '报告编号“{reportNumber}”已被使用',
    'Report number “{reportNumber}” is already taken',
    'El número de informe “{reportNumber}” ya está en uso',
  ),
  TOO_MANY_FILES: inLanguages(
    '当前限制选择 {limit} 个文件，本次选择了 {now} 个文件，共选择了 {total} 个文件',
    'The limit is {limit} files; you chose {now} now, {total} in total',
    'El límite es de {limit} archivos; ha elegido {now} ahora, {total} en total',
  ),
  CONSIGNMENT_FILES_FULL: inLanguages(
    '一份委托最多上传 {limit} 个附件，请先删除不需要的附件',
    'A consignment holds at most {limit} attachments; please delete some that are not needed first',
    'Un encargo admite como máximo {limit} archivos adjuntos; elimine antes los que no necesite',
  ),
  ATTACHMENT_READONLY: inLanguages(
    '该附件为只读，不能删除',
    'This attachment is read-only and cannot be deleted',
    'Este archivo adjunto es de solo lectura y no se puede eliminar',
  ),
  NO_SUCH_JOB: inLanguages(
    '任务不存在，或已过保留期',
    'This job does not exist, or is no longer kept',
    'Esta tarea no existe o ya no se conserva',
  ),
  NO_JOBS: inLanguages('没有可处理的任务', 'There are no jobs to act on', 'No hay tareas sobre las que actuar'),
  JOBS_CHANGED: inLanguages(
    '任务数量已变化，现在是 {count} 个，请核对后再操作',
    'The number of jobs has changed: it is {count} now. Please check and try again',
    'El número de tareas ha cambiado: ahora son {count}. Compruébelo y vuelva a intentarlo',
  ),
  JOB_NOT_RETRIABLE: inLanguages(
    '只有失败或已取消的任务可以重试',
    'Only a failed or cancelled job can be retried',
    'Solo se puede reintentar una tarea fallida o cancelada',
  ),
  JOB_NOT_CANCELLABLE: inLanguages(
    '任务已结束，不能取消',
    'The job has ended and cannot be cancelled',
    'La tarea ha terminado y no se puede cancelar',
  ),
  NO_SUCH_VIEW: inLanguages('没有这个视图', 'There is no such view', 'No existe esa vista'),
  REBUILD_RUNNING: inLanguages(
    '该视图正在重建，请先完成切换或取消重建',
    'This view is being rebuilt; switch to the new build or cancel it first',
    'Esta vista se está reconstruyendo; cambie a la nueva versión o cancélela antes',
  ),
  REBUILD_FINISHED: inLanguages(
    '重建已完成，等待切换',
    'The rebuild is finished and awaits the switch',
    'La reconstrucción ha terminado y espera el cambio',
  ),
  NO_REBUILD: inLanguages(
    '该视图没有进行中的重建',
    'This view is not being rebuilt',
    'Esta vista no se está reconstruyendo',
  ),
  REBUILD_NOT_COMPARED: inLanguages(
    '新旧数据尚未比对完成，不能切换',
    'The two builds have not been compared yet, readers cannot be switched',
    'Las dos versiones aún no se han comparado; no se puede cambiar',
  ),
  NO_KEPT_BUILD: inLanguages(
    '没有保留的旧版，不能切回',
    'No earlier build is kept, there is nothing to go back to',
    'No se conserva ninguna versión anterior a la que volver',
  ),
  NO_SUCH_BUILD: inLanguages(
    '只能删除保留的旧版或待切换的新版',
    'Only a build that is kept or awaits the switch can be dropped',
    'Solo puede eliminarse una versión conservada o pendiente de cambio',
  ),
  VIEW_NOT_STOPPED: inLanguages(
    '该视图没有停止，不需要重试',
    'This view has not stopped, there is nothing to restart',
    'Esta vista no se ha detenido; no hay nada que reiniciar',
  ),
  STREAM_NOT_SET_ASIDE: inLanguages(
    '没有搁置的数据需要重试，可能已经恢复',
    'Nothing is set aside that could be tried again; it may have been taken meanwhile',
    'No hay nada apartado que reintentar; puede que ya se haya recuperado',
  ),
  ROWS_REBUILD_RUNNING: inLanguages(
    '该委托的数据正在重建',
    'The rows of this consignment are being rebuilt already',
    'Las filas de este encargo ya se están reconstruyendo',
  ),
};

/** What a rule says in a language; {status}, {action} and those of reports are named, every other {placeholder} takes its value from `params`. */
export const messageOf = (code: RuleCode, params: RuleParams = {}, language: Language = 'zh'): string =>
  interpolate(texts[code][language], language, (name) => {
    const value = params[name] ?? '';
    if (typeof value === 'object') return messageOfProblem(value, language);
    if (name === 'status') return nameOfStatus(value, language);
    if (name === 'reportStatus' || name === 'toStatus') return nameOfReportStatus(value, language);
    if (name === 'reportAction') return nameOfReportAction(value, language);
    return name === 'action' ? nameOfAction(value, language) : String(value);
  });

/** The sentence of a problem. One of a length names its field, which an alert does not stand at. */
export const messageOfProblem = ({ code, params, path }: Problem, language: Language = 'zh'): string => {
  const message = messageOf(code, params, language);
  const field = code === 'TEXT_TOO_LONG' && path !== undefined ? fieldLabelOfPath(path.split('.')) : null;
  return field ? `${field.label[language]}${language === 'zh' ? '：' : ': '}${message}` : message;
};
