/** Everything a printed pre-consignment shows, already in words: rendering needs nothing else and decides nothing. */
export type PrintDocument = {
  title: string;
  laboratory: string;
  code: string;
  /** Text of the QR code. */
  qr: string;
  /** Header grid: label and value pairs, two to a row; the last, and an odd one before it, in a row of its own. */
  header: [label: string, value: string][];
  samples: PrintSample[];
  totalLeft: string;
  /** Empty where the laboratory hides the estimate. */
  totalRight: string;
  /** Says which characters are replaced; empty where every one is drawn. */
  unprinted: string;
  signatures: string[];
  /** Foot of each page, "{page}" and "{pages}" are filled in. */
  pageLine: string;
  digestLine: string;
  printedLine: string;
  /** Width of label cells in points: labels of other languages are longer. */
  labelWidth: number;
  createdAt: string;
};

export type PrintSample = {
  heading: string;
  specification: string;
  /** Group count and subtotal, right of the heading. */
  right: string;
  facts: [label: string, value: string][];
  columns: { title: string; width: number; align: 'left' | 'center' | 'right' }[];
  rows: string[][];
  note: string;
};
