const EMAIL = /[^\s<>"'(),;:：，]+@[^\s<>"'(),;:：，]+/g;
/** A phone number, but not digits within an id or a longer number. */
const PHONE = /(?<![\w.-])\+?\d[\d -]{5,14}\d(?![\w.-])/g;

/** Removes email addresses and phone numbers from a message of an engine or a mail server. */
export const redactPersons = (text: string): string =>
  text.replace(EMAIL, '***').replace(PHONE, (number) => (number.replaceAll(/\D/g, '').length >= 7 ? '***' : number));

const ID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** A job's payload for operators: ids, numbers, booleans and times; other texts are replaced. */
export const redactPayload = (payload: unknown): unknown => {
  if (typeof payload === 'string') return ID.test(payload) || TIME.test(payload) ? payload : '***';
  if (Array.isArray(payload)) return payload.map(redactPayload);
  if (typeof payload === 'object' && payload !== null)
    return Object.fromEntries(Object.entries(payload).map(([member, value]) => [member, redactPayload(value)]));
  return payload;
};
