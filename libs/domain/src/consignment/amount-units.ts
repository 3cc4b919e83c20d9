/** Units of an amount where the dictionary has none (SF-021, SK-010). */
export const AMOUNT_UNITS = ['个', '副', '套', 'g', 'kg', 't', 'km', 'm', 'mm', '㎡', 'm³', 'cm', 'cm³', 'L', '桶', '卷', '块', '根', '组'] as const;
