const FORM =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?(?:\s?(Z|[+-]\d{2}(?::?\d{2})?))?$/i;
const CHINA_MS = 8 * 60 * 60 * 1000;

/**
 * An appointment as it is stored: a time of China with its zone, e.g. 2027-01-05T09:00:00+08:00. Read are a day, `2027-01-05 09:00`
 * with or without seconds, the same with a T, and any of them with a zone; without one it is China's. Null for anything else.
 */
export const appointmentTime = (typed: string): string | null => {
  const [, day = '', hours = '00', minutes = '00', seconds = '00', zone = '+08:00'] = FORM.exec(typed.trim()) ?? [];
  const instant = new Date(`${day}T${hours}:${minutes}:${seconds}${zoneWithColon(zone)}`);
  if (Number.isNaN(instant.getTime()) || !isDayOfCalendar(day)) return null;
  return `${new Date(instant.getTime() + CHINA_MS).toISOString().slice(0, 19)}+08:00`;
};

/** Whether an appointment is on a day before that of `at`, both in China. One that cannot be read is none to judge. */
export const isPastAppointment = (typed: string | null, at: string): boolean => {
  const appointment = typed === null ? null : appointmentTime(typed);
  return appointment !== null && appointment.slice(0, 10) < chinaDay(at);
};

const chinaDay = (at: string): string => new Date(new Date(at).getTime() + CHINA_MS).toISOString().slice(0, 10);

const zoneWithColon = (zone: string): string =>
  zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;

/** JavaScript takes 2026-02-30 for the 2nd of March. */
const isDayOfCalendar = (day: string): boolean =>
  day !== '' &&
  !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) &&
  new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
