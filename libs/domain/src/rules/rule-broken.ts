/**
 * What kind of no a rule says; the api maps it to a status code.
 * invalid: what was sent is wrong (400); forbidden: not this caller (403); missing: no such thing (404); refused: not now (409).
 */
export type RuleKind = 'invalid' | 'forbidden' | 'missing' | 'refused';

const kinds = {
  NO_SUCH_CONSIGNMENT: 'missing',
  NO_SUCH_REVISION: 'missing',
  NO_SUCH_SAMPLE: 'missing',
  NO_SUCH_USER: 'missing',
  NO_SUCH_EXPORT: 'missing',
  EXPORT_GONE: 'missing',
  NO_SUCH_REPORT: 'missing',
  REPORT_HAS_NO_FILE: 'missing',
  NO_SUCH_KEY: 'missing',
  NO_SUCH_ATTACHMENT: 'missing',
  NO_SUCH_INSTRUCTION: 'missing',
  NO_SUCH_UNIT: 'missing',
  NO_SUCH_ROLE: 'missing',
  NO_SUCH_NOTICE: 'missing',
  NO_SUCH_PROJECT: 'missing',
  NO_SUCH_JOB: 'missing',
  NO_SUCH_VIEW: 'missing',

  ROLE_NOT_ALLOWED: 'forbidden',
  NOT_YOURS: 'forbidden',
  NO_UNIT: 'forbidden',
  REPORT_ROLE_NOT_ALLOWED: 'forbidden',
  REPORT_REGISTRATION_NOT_ALLOWED: 'forbidden',
  REPORT_APPLICATION_NOT_ALLOWED: 'forbidden',
  REPORT_NOT_YOURS: 'forbidden',
  REPORT_NOT_PUBLISHED: 'forbidden',
  REPORT_IS_VOID: 'forbidden',
  FILE_WITHHELD: 'forbidden',
  FIELD_OF_THE_PLATFORM: 'forbidden',

  TESTING_UNIT_REQUIRED: 'invalid',
  PROJECT_REQUIRED: 'invalid',
  TEST_TIME_REQUIRED: 'invalid',
  TEST_TIME_INVALID: 'invalid',
  CONTACT_REQUIRED: 'invalid',
  CONTACT_PHONE_REQUIRED: 'invalid',
  QUALIFICATION_REQUIRED: 'invalid',
  MAIL_NUMBER_REQUIRED: 'invalid',
  WITNESS_REQUIRED: 'invalid',
  WITNESS_PHONE_REQUIRED: 'invalid',
  WITNESS_PHONE_INVALID: 'invalid',
  WITNESS_PHONE_TAKEN: 'invalid',
  WITNESS_NAME_TOO_LONG: 'invalid',
  WITNESS_CARD_TOO_LONG: 'invalid',
  TOO_MANY_WITNESSES: 'invalid',
  REPORT_COUNT_MIN: 'invalid',
  EXTRA_NOT_A_NUMBER: 'invalid',
  EXTRA_NOT_AN_OPTION: 'invalid',
  EXTRA_NOT_A_DATE: 'invalid',
  TOO_MANY_EXTRA_FIELDS: 'invalid',
  TEXT_TOO_LONG: 'invalid',
  TOO_LARGE: 'invalid',
  REASON_REQUIRED: 'invalid',
  REMARK_TOO_LONG: 'invalid',
  TEST_REASON_REQUIRED: 'invalid',
  FEE_INVALID: 'invalid',
  BILL_MISSING: 'invalid',
  BILL_ADDRESS_INVALID: 'invalid',
  TOO_MANY_FOR_A_KEY: 'invalid',
  NOTHING_TO_SUBMIT: 'invalid',
  NOTHING_TO_SIGN: 'invalid',
  NO_CONSIGNMENT_ID: 'invalid',
  PROJECT_NAME_REQUIRED: 'invalid',
  INSTRUCTION_TYPE_REQUIRED: 'invalid',
  INSTRUCTION_TITLE_REQUIRED: 'invalid',
  INSTRUCTION_CONTENT_REQUIRED: 'invalid',
  INSTRUCTION_TOO_LARGE: 'invalid',
  TESTING_UNIT_UNKNOWN: 'invalid',
  ADDRESS_UNKNOWN: 'invalid',
  PROJECT_UNKNOWN: 'invalid',
  QUALIFICATION_UNKNOWN: 'invalid',
  EXTRA_FIELD_UNKNOWN: 'invalid',
  CATALOGUE_SAMPLE_UNKNOWN: 'invalid',
  SIGN_IMAGE_INVALID: 'invalid',
  SEVERAL_CONSIGNMENTS: 'invalid',
  PARAMETER_UNKNOWN: 'invalid',
  STANDARD_UNKNOWN: 'invalid',
  PASSWORD_WEAK: 'invalid',
  ROLE_NAME_INVALID: 'invalid',
  ROLE_UNKNOWN: 'invalid',
  ROLE_OF_ANOTHER_KIND: 'invalid',
  PERMISSION_UNKNOWN: 'invalid',
  NOTICE_TITLE_REQUIRED: 'invalid',
  NOTICE_CONTENT_REQUIRED: 'invalid',
  NOTICE_TOO_LARGE: 'invalid',
  PASSWORD_WRONG: 'invalid',
  PASSWORDS_DIFFER: 'invalid',
  CODE_WRONG: 'invalid',
  USER_NAME_INVALID: 'invalid',
  MOBILE_INVALID: 'invalid',
  PERSON_NAME_REQUIRED: 'invalid',
  REPORT_NUMBER_REQUIRED: 'invalid',
  REPORT_SAMPLES_REQUIRED: 'invalid',
  REPORT_SAMPLE_UNKNOWN: 'invalid',
  TOO_MANY_COPIES: 'invalid',
  FILE_MISSING: 'invalid',
  ONE_FILE_ONLY: 'invalid',
  FILE_EMPTY: 'invalid',
  FILE_TOO_LARGE: 'invalid',
  FILE_NAME_INVALID: 'invalid',
  FILE_TYPE_UNSUPPORTED: 'invalid',
  FILE_CONTENT_DIFFERS: 'invalid',
  UPLOAD_UNKNOWN: 'invalid',
  UNIT_NAME_REQUIRED: 'invalid',
  UNIT_NO_REQUIRED: 'invalid',
  UNIT_ADDRESS_INCOMPLETE: 'invalid',
  TOO_MANY_ADDRESSES: 'invalid',
  WEB_ADDRESS_INVALID: 'invalid',
  ORIGIN_INVALID: 'invalid',
  QUALIFICATION_NOT_LISTED: 'invalid',
  LOGO_TOO_LARGE: 'invalid',
  CONTROL_PARAM_INVALID: 'invalid',

  ALREADY_EXISTS: 'refused',
  NOT_IN_THIS_STATUS: 'refused',
  ALREADY_SUBMITTED: 'refused',
  SAVE_FIRST: 'refused',
  TESTING_UNIT_LOCKED: 'refused',
  TESTING_UNIT_NEEDED: 'refused',
  QUALIFICATION_NEEDED: 'refused',
  SINGLE_SAMPLE_UNIT: 'refused',
  TOO_MANY_SAMPLES: 'refused',
  NO_SAMPLES: 'refused',
  NO_TEST_ITEMS: 'refused',
  NO_SAMPLE_TO_COPY: 'refused',
  NO_SAMPLE_TO_REMOVE: 'refused',
  PARAMETERS_INCOMPLETE: 'refused',
  MATERIALS_INCOMPLETE: 'refused',
  REPORTS_INCOMPLETE: 'refused',
  PARAMETERS_UNCONFIRMED: 'refused',
  NOTHING_LEFT_TO_THE_LABORATORY: 'refused',
  CONFIRMATION_SWITCHED_OFF: 'refused',
  NOT_SENT_BY_MAIL: 'refused',
  NOT_AWAITING_SIGNATURE: 'refused',
  SIGN_PHONES_DIFFER: 'refused',
  NO_SIGNATURE_ENTRY: 'refused',
  SIGNED_ALREADY: 'refused',
  KEY_EXPIRED: 'refused',
  SIGNING_CHANGED: 'refused',
  NO_WITNESS_PENDING: 'refused',
  NOTIFIED_RECENTLY: 'refused',
  NOT_A_PLATFORM_CUSTOMER: 'refused',
  NO_BILL: 'refused',
  PARTLY_DONE: 'refused',
  CHANGED_MEANWHILE: 'refused',
  PARAMETER_NOT_OFFERED: 'refused',
  ROLE_STATIC: 'refused',
  ROLE_IN_USE: 'refused',
  OWN_ROLES: 'refused',
  OWN_ACCOUNT: 'refused',
  MORE_ROLES: 'refused',
  CODE_SENT_RECENTLY: 'refused',
  CODES_USED_UP: 'refused',
  ACCOUNT_LOCKED: 'refused',
  USER_NAME_TAKEN: 'refused',
  RECORD_EXISTS: 'refused',
  VALUE_TAKEN: 'refused',
  EXPORT_TOO_LARGE: 'refused',
  EXPORT_FAILED: 'refused',
  SAMPLES_NOT_RECEIVED: 'refused',
  REPORT_NOT_IN_THIS_STATUS: 'refused',
  REPORT_STATUS_UNREACHABLE: 'refused',
  REPORT_FILE_MISSING: 'refused',
  REPORT_NUMBER_TAKEN: 'refused',
  UNIT_NO_TAKEN: 'refused',
  UNIT_NO_FIXED: 'refused',
  ORIGIN_TAKEN: 'refused',
  UNIT_IN_USE: 'refused',
  PROJECT_IN_USE: 'refused',
  CONSIGNING_UNIT_CLOSED: 'refused',
  TOO_MANY_FILES: 'refused',
  CONSIGNMENT_FILES_FULL: 'refused',
  ATTACHMENT_READONLY: 'refused',
  NO_JOBS: 'refused',
  JOBS_CHANGED: 'refused',
  JOB_NOT_RETRIABLE: 'refused',
  JOB_NOT_CANCELLABLE: 'refused',
  REBUILD_RUNNING: 'refused',
  REBUILD_FINISHED: 'refused',
  NO_REBUILD: 'refused',
  REBUILD_NOT_COMPARED: 'refused',
  NO_KEPT_BUILD: 'refused',
  NO_SUCH_BUILD: 'refused',
  VIEW_NOT_STOPPED: 'refused',
  ROWS_REBUILD_RUNNING: 'refused',
} as const satisfies Record<string, RuleKind>;

/** The closed list of reasons; `messages.ts` says each in three languages. */
export type RuleCode = keyof typeof kinds;
export const ruleCodes = Object.keys(kinds) as RuleCode[];

/** Values for the {placeholders} of a message. `status` and `action` are a ConsignStatus and an ActionName, named in the reader's language, as are `reportStatus`, `toStatus` and `reportAction`. */
/** What a message is filled with. A problem among them is said in the same language: the cause of this one. */
export type RuleParams = Readonly<Record<string, string | number | Problem>>;

/** One thing that is wrong; `path` names the member of the request it is about, as the specification spells it, e.g. "jzphone.0". */
export type Problem = { code: RuleCode; params: RuleParams; path?: string };

export const kindOfRule = (code: RuleCode): RuleKind => kinds[code];

/** A rule of the business says no. `problems` holds everything found wrong, in the order it is to be told; the first is `code`. */
export class RuleBroken extends Error {
  readonly code: RuleCode;
  readonly params: RuleParams;
  readonly problems: readonly Problem[];

  constructor(first: Problem, ...others: Problem[]) {
    super(first.code);
    this.name = 'RuleBroken';
    this.code = first.code;
    this.params = first.params;
    this.problems = [first, ...others];
  }
}

export const problem = (code: RuleCode, params: RuleParams = {}, path?: string): Problem => ({ code, params, ...(path === undefined ? {} : { path }) });

/** Passes when there is nothing wrong. @throws RuleBroken with all problems given. */
export const refuseIf = (found: Problem | readonly Problem[] | null): void => {
  const [first, ...others] = found === null ? [] : Array.isArray(found) ? (found as readonly Problem[]) : [found as Problem];
  if (first) throw new RuleBroken(first, ...others);
};
