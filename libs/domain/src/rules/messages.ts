import { nameOfAction, nameOfStatus } from '../consignment/names.js';
import { said, type InEveryLanguage, type Language } from './language.js';
import type { Problem, RuleCode, RuleParams } from './rule-broken.js';

/**
 * The words of every rule. zh is the specification's, character for character, where it gives them (000 section 5), with its
 * full and half width punctuation; texts it quotes in English stay exact in en (000.md 13). Colons, quotes and ！ are part of it.
 */
const texts: Record<RuleCode, InEveryLanguage> = {
  NO_SUCH_CONSIGNMENT: said('委托不存在或已删除', 'This consignment does not exist or has been deleted', 'El encargo no existe o ha sido eliminado'),
  NO_SUCH_SAMPLE: said('样品不存在或已删除', 'This sample does not exist or has been deleted', 'La muestra no existe o ha sido eliminada'),
  NO_SUCH_USER: said('用户不存在', 'This user does not exist', 'Este usuario no existe'),
  NO_SUCH_EXPORT: said('导出任务不存在', 'This export does not exist', 'Esta exportación no existe'),

  ROLE_NOT_ALLOWED: said('当前角色不能{action}', 'Your role may not {action}', 'Su rol no permite {action}'),
  NOT_YOURS: said('该委托不属于您的单位', 'This consignment does not belong to your unit', 'Este encargo no pertenece a su unidad'),
  NO_UNIT: said('未关联单位', 'not linked to a unit', 'sin unidad asociada'),

  TESTING_UNIT_REQUIRED: said('请选择检测机构', 'Please choose a testing organisation', 'Elija una entidad de ensayo'),
  PROJECT_REQUIRED: said('请选择工程项目', 'Please choose a project', 'Elija un proyecto'),
  TEST_TIME_REQUIRED: said('请选择预约检测时间', 'Please choose the appointment time', 'Elija la fecha del ensayo'),
  TEST_TIME_INVALID: said('预约检测时间格式错误', 'The appointment time is not a date', 'La fecha del ensayo no es válida'),
  CONTACT_REQUIRED: said('请输入委托人', 'Please enter the contact person', 'Indique la persona de contacto'),
  CONTACT_PHONE_REQUIRED: said('请输入联系电话', 'Please enter the contact phone', 'Indique el teléfono de contacto'),
  QUALIFICATION_REQUIRED: said('请选择资质类型', 'Please choose a qualification type', 'Elija un tipo de acreditación'),
  MAIL_NUMBER_REQUIRED: said('请输入邮寄单号', 'Please enter the mail number', 'Indique el número de envío'),
  WITNESS_REQUIRED: said('请输入见证人', 'Please enter the witness', 'Indique el testigo'),
  WITNESS_PHONE_REQUIRED: said('请输入见证人手机号', 'Please enter the witness’s mobile number', 'Indique el móvil del testigo'),
  WITNESS_PHONE_INVALID: said('见证人手机号格式错误', 'The witness’s mobile number is not valid', 'El móvil del testigo no es válido'),
  WITNESS_PHONE_TAKEN: said('手机号：{phone}；已被见证人{name}占用，请重新填写', 'Mobile number {phone} is already used by witness {name}, please enter another', 'El móvil {phone} ya lo usa el testigo {name}; indique otro'),
  WITNESS_NAME_TOO_LONG: said('见证人不能超过{max}个字符', 'The witness’s name has at most {max} characters', 'El nombre del testigo tiene como máximo {max} caracteres'),
  WITNESS_CARD_TOO_LONG: said('见证人证号不能超过{max}个字符', 'The certificate number has at most {max} characters', 'El número de certificado tiene como máximo {max} caracteres'),
  TOO_MANY_WITNESSES: said('每方见证人最多{max}人', 'At most {max} witnesses a side', 'Como máximo {max} testigos por parte'),
  REPORT_COUNT_MIN: said('报告数量最小为1', 'The number of reports is at least 1', 'El número de informes es al menos 1'),
  EXTRA_NOT_A_NUMBER: said('“{field}”必须是数字', '“{field}” must be a number', '“{field}” debe ser un número'),
  EXTRA_NOT_AN_OPTION: said('“{field}”不在可选项中', '“{field}” is not one of the options', '“{field}” no es una de las opciones'),
  EXTRA_NOT_A_DATE: said('“{field}”必须是日期（yyyy-MM-dd）', '“{field}” must be a date (yyyy-MM-dd)', '“{field}” debe ser una fecha (yyyy-MM-dd)'),
  TOO_MANY_EXTRA_FIELDS: said('扩展字段最多{max}个', 'At most {max} extra fields', 'Como máximo {max} campos adicionales'),
  TEXT_TOO_LONG: said('内容过长，最多{max}个字符', 'The text is too long, at most {max} characters', 'El texto es demasiado largo, como máximo {max} caracteres'),
  TOO_LARGE: said('内容过大，请精简后再保存', 'This is too much to save at once, please shorten it', 'Hay demasiado contenido, redúzcalo antes de guardar'),
  REASON_REQUIRED: said('输入内容不能为空', 'input content cannot be empty', 'el contenido no puede estar vacío'),
  REMARK_TOO_LONG: said('意见最多{max}个字符', 'A remark has at most {max} characters', 'La observación tiene como máximo {max} caracteres'),
  TEST_REASON_REQUIRED: said('请输入检测原因', 'please enter test reason', 'indique el motivo del ensayo'),
  FEE_INVALID: said('费用格式错误', 'The fee is not an amount', 'El importe no es válido'),
  NOTHING_TO_SUBMIT: said('请选择要提交的委托', 'Please choose the consignments to submit', 'Elija los encargos que desea enviar'),
  NOTHING_TO_SIGN: said('请选择需要签名的数据', 'Please choose what is to be signed', 'Elija lo que desea firmar'),
  NO_CONSIGNMENT_ID: said('委托id不能为空，请从列表页点击新增按钮重新进入！', 'The consignment id is missing, please enter again from the list with “new”!', 'Falta el identificador del encargo; entre de nuevo desde la lista con “nuevo”.'),
  PROJECT_NAME_REQUIRED: said('请输入工程项目名称', 'Please enter the project name', 'Indique el nombre del proyecto'),
  TESTING_UNIT_UNKNOWN: said('所选检测机构不存在或已停用', 'There is no such testing organisation, or it is closed', 'Esa entidad de ensayo no existe o está inactiva'),
  ADDRESS_UNKNOWN: said('所选收样地址不属于该检测机构', 'This address is not one of the testing organisation', 'Esa dirección no es de la entidad de ensayo'),
  PROJECT_UNKNOWN: said('所选工程项目不存在', 'There is no such project', 'Ese proyecto no existe'),
  QUALIFICATION_UNKNOWN: said('所选资质不属于该检测机构', 'The testing organisation does not hold this qualification', 'La entidad de ensayo no tiene esa acreditación'),
  EXTRA_FIELD_UNKNOWN: said('扩展字段不存在', 'There is no such extra field', 'Ese campo adicional no existe'),
  CATALOGUE_SAMPLE_UNKNOWN: said('所选样品不存在，请重新选择', 'There is no such sample, please choose again', 'Esa muestra no existe; elija de nuevo'),
  SIGN_IMAGE_INVALID: said('签名图片须为 PNG', 'The signature must be a PNG image', 'La firma debe ser una imagen PNG'),
  SEVERAL_CONSIGNMENTS: said('If-Match 只能用于单个委托', 'If-Match goes with one consignment only', 'If-Match solo vale para un encargo'),
  PARAMETER_UNKNOWN: said('样品“{sample}”没有所选参数，请重新选择', 'Sample “{sample}” has no such parameter, please choose again', 'La muestra “{sample}” no tiene ese parámetro; elija de nuevo'),
  STANDARD_UNKNOWN: said('所选标准不存在，请重新选择', 'There is no such standard, please choose again', 'Esa norma no existe; elija de nuevo'),
  PASSWORD_WEAK: said('密码至少{min}个字符，须包含大写字母、小写字母、数字、符号中的三类，且不能包含用户名', 'A password has at least {min} characters of three kinds (capitals, small letters, digits, signs) and does not contain the user name', 'La contraseña tiene al menos {min} caracteres de tres clases (mayúsculas, minúsculas, cifras, signos) y no contiene el nombre de usuario'),

  ALREADY_EXISTS: said('委托已存在', 'This consignment exists already', 'El encargo ya existe'),
  NOT_IN_THIS_STATUS: said('{status}，不能{action}', '{status}: you cannot {action}', '{status}: no se puede {action}'),
  ALREADY_SUBMITTED: said('您请选择的委托中有已经提交的委托。', 'Some of the chosen consignments have already been submitted.', 'Algunos de los encargos elegidos ya se han enviado.'),
  SAVE_FIRST: said('请先保存委托再提交', 'Please save the consignment before you submit it', 'Guarde el encargo antes de enviarlo'),
  TESTING_UNIT_LOCKED: said('委托已有编号，不能更换检测机构', 'The consignment has its number, the testing organisation can no longer change', 'El encargo ya tiene número; la entidad de ensayo no puede cambiarse'),
  TESTING_UNIT_NEEDED: said('请选择检测机构！', 'Please choose a testing organisation!', '¡Elija una entidad de ensayo!'),
  QUALIFICATION_NEEDED: said('请选择资质类型！', 'Please choose a qualification type!', '¡Elija un tipo de acreditación!'),
  SINGLE_SAMPLE_UNIT: said('您不能委托多个样品，因为检测单位已设置一次只能委托一个样品！', 'You cannot consign several samples: this testing unit accepts one sample at a time!', '¡No puede encargar varias muestras: esta entidad solo acepta una por encargo!'),
  TOO_MANY_SAMPLES: said('一个委托最多{max}个样品', 'A consignment has at most {max} samples', 'Un encargo tiene como máximo {max} muestras'),
  NO_SAMPLES: said('请添加样品信息!', 'Please add samples!', '¡Añada muestras!'),
  NO_TEST_ITEMS: said('请添加检测项目!', 'Please add test items!', '¡Añada ensayos!'),
  NO_SAMPLE_TO_COPY: said('请选择要复制的样品', 'Please choose the sample to copy', 'Elija la muestra que desea copiar'),
  NO_SAMPLE_TO_REMOVE: said('请选择要删除的样品', 'Please choose the sample to delete', 'Elija la muestra que desea eliminar'),
  PARAMETERS_INCOMPLETE: said('样品“{samples}”的参数信息不完整，请完善后再提交！', 'The parameters of “{samples}” are incomplete, please complete them before you submit!', '¡Los parámetros de “{samples}” están incompletos; complételos antes de enviar!'),
  MATERIALS_INCOMPLETE: said('样品“{samples}”的原材料信息不完整，请完善后再提交！', 'The raw materials of “{samples}” are incomplete, please complete them before you submit!', '¡Las materias primas de “{samples}” están incompletas; complételas antes de enviar!'),
  REPORTS_INCOMPLETE: said('样品“{samples}”的报告文件不完整，请完善后再提交！', 'The report files of “{samples}” are incomplete, please complete them before you submit!', '¡Los informes de “{samples}” están incompletos; complételos antes de enviar!'),
  PARAMETERS_UNCONFIRMED: said('请完善样品“{samples}”的参数信息后再进行审核操作！', 'Please complete the parameters of “{samples}” before the audit!', '¡Complete los parámetros de “{samples}” antes de la revisión!'),
  NOTHING_LEFT_TO_THE_LABORATORY: said('没有由检测机构确定参数的样品', 'No sample leaves its parameters to the testing organisation', 'Ninguna muestra deja sus parámetros a la entidad de ensayo'),
  CONFIRMATION_SWITCHED_OFF: said('检测单位未启用收样确认', 'This testing unit does not confirm receipt', 'Esta entidad no confirma la recepción'),
  NOT_SENT_BY_MAIL: said('送样方式不是邮寄', 'The samples are not sent by mail', 'Las muestras no se envían por correo'),
  NOT_AWAITING_SIGNATURE: said('所选委托必须是待签名状态！', 'The chosen consignments must await a signature!', '¡Los encargos elegidos deben estar pendientes de firma!'),
  SIGN_PHONES_DIFFER: said('所选委托的联系人电话号码不一致！', 'The chosen consignments have different contact phones!', '¡Los encargos elegidos tienen teléfonos de contacto distintos!'),
  NO_SIGNATURE_ENTRY: said('委托[{codes}]没有签名信息，请重新选择！', 'Consignment [{codes}] has no signature entry, please choose again!', '¡El encargo [{codes}] no tiene datos de firma; elija de nuevo!'),
  NO_WITNESS_PENDING: said('没有待签名的见证人', 'No witness has still to sign', 'Ningún testigo está pendiente de firmar'),
  NOTIFIED_RECENTLY: said('距上次通知见证人未超过24小时！', 'The witnesses were notified less than 24 hours ago!', '¡Los testigos fueron avisados hace menos de 24 horas!'),
  NOT_A_PLATFORM_CUSTOMER: said('检测单位不是平台用户，不能打印委托单', 'The testing unit is no customer of the platform, there is no bill to print', 'La entidad no es cliente de la plataforma; no hay orden que imprimir'),
  NO_BILL: said('委托单尚未生成', 'The bill has not been generated yet', 'La orden aún no se ha generado'),
  PARTLY_DONE: said('已完成：{done}；未完成：{notDone}（{cause}）', 'Done: {done}; not done: {notDone} ({cause})', 'Hecho: {done}; pendiente: {notDone} ({cause})'),
  PARAMETER_NOT_OFFERED: said('参数[{parameter}]暂未开放，不能选择！感谢您的支持与反馈', 'parameter [{parameter}] is not yet offered, cannot be selected! Thank you for your support and feedback', 'el parámetro [{parameter}] aún no se ofrece, no se puede elegir. Gracias por su apoyo y sus comentarios'),
  RECORD_EXISTS: said('该记录已存在', 'This record exists already', 'Este registro ya existe'),
  VALUE_TAKEN: said('该值已被占用，请重新填写', 'This value is already taken, please enter another', 'Este valor ya está en uso; indique otro'),
  EXPORT_TOO_LARGE: said('一份台账最多 {max} 条，请分次导出', 'A ledger holds at most {max} rows, please export in parts', 'Un libro admite como máximo {max} filas; exporte por partes'),
  EXPORT_FAILED: said('台账导出失败，请重新导出', 'The ledger could not be made, please export again', 'No se pudo generar el libro; exporte de nuevo'),
};

/** What a rule says in a language; {status} and {action} are named, every other {placeholder} takes its value from `params`. */
export const messageOf = (code: RuleCode, params: RuleParams = {}, language: Language = 'zh'): string =>
  texts[code][language].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    if (name === 'status') return nameOfStatus(value, language);
    return name === 'action' ? nameOfAction(value, language) : String(value);
  });

export const messageOfProblem = ({ code, params }: Problem, language: Language = 'zh'): string => messageOf(code, params, language);
