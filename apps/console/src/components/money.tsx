/** 1320 -> 1,320.00. Takes the exact decimal text of the contract and never goes through a float. */
export const moneyText = (amount: string): string => {
  const [whole = '0', fraction = ''] = amount.split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = sign ? whole.slice(1) : whole;
  return `${sign}${digits.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`;
};

/**
 * An amount in yuan, two decimals with thousands commas; empty if the unit hides prices. The head of the column names
 * the currency.
 */
export const Money = ({ amount }: { amount: string | null | undefined }) =>
  amount === null || amount === undefined || amount === '' ? (
    <span className="nothing">—</span>
  ) : (
    <span className="numeric">{moneyText(amount)}</span>
  );
