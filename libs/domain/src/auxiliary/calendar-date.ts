const FORMS = [
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/,
  /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?: .*)?$/,
  /^(\d{4})年(\d{1,2})月(\d{1,2})日?$/,
  /^(\d{4})(\d{2})(\d{2})$/,
];

/** A day as yyyy-MM-dd from what people type and spreadsheets copy: 2024-5-1, 2024/5/1, 2024.5.1, 2024年5月1日, 20240501. null for no day of the calendar. */
export const calendarDate = (text: string): string | null => {
  const match = FORMS.map((form) => form.exec(text.trim())).find((found) => found !== null);
  if (!match) return null;
  const [year, month, day] = [match[1], match[2], match[3]].map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : null;
};

/** Already in the form yyyy-MM-dd. */
export const isCalendarDate = (text: string): boolean => calendarDate(text) === text;
