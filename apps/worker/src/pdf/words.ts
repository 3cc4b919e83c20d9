import { parseDecimal, toMoney } from '#domain';

/** What stands in a cell that has nothing to say. */
export const NONE = '—';

/** The parts that say something, in their order; the gap between them is a full-width blank unless `by` is another. */
export const joined = (parts: readonly string[], by = '　'): string => parts.filter(Boolean).join(by);

/** Amount in yuan as printed: "1,320.00". `amount` is an exact decimal as text. */
export const yuan = (amount: string): string => toMoney(parseDecimal(amount)).replace(/\B(?=(\d{3})+(?=\.))/g, ',');
