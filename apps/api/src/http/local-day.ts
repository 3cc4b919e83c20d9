/** The calendar day in China, yyyy-MM-dd: what dates of standards and submissions mean. */
export const chinaDayOf = (instant: Date): string => instant.toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
