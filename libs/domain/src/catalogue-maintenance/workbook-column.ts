import type { CatalogueSample } from '#events';

/** A sample as a workbook is made from it; `mark` is another as soon as anything of it is. */
export type SheetSample = CatalogueSample & { id: string; mark: string };

export type SheetCell = string | number | null;

/** `number` cells hold numbers, all others text: what begins like a formula stays harmless. `readOnly` columns help the reader and are not imported. */
export type SheetColumn<Row> = { key: string; head: string; width: number; kind: 'text' | 'number' | 'price' | 'yesNo' | 'propertyType' | 'choices' | 'standards'; readOnly?: true; of(row: Row): SheetCell };

export const YES = '是';
export const NO = '否';
