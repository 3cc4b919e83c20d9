/** What a spreadsheet puts on the clipboard, as rows of cells; quotes around cells that hold line breaks are taken off. */
export const pastedCells = (text: string): string[][] => {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quoted) {
      if (sign === '"' && text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (sign === '"') quoted = false;
      else cell += sign === '\n' || sign === '\r' ? ' ' : sign;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === '\t') endCell();
    else if (sign === '\n') {
      endCell();
      rows.push([]);
    } else if (sign !== '\r') cell += sign;
  }
  endCell();
  // A copied column ends with a line break.
  if (rows.length > 1 && rows.at(-1)?.every((last) => last === '')) rows.pop();
  return rows;
};

/** More than one cell: something to spread over fields, not a text to type. */
export const isBlock = (cells: readonly (readonly string[])[]): boolean =>
  cells.length > 1 || (cells[0]?.length ?? 0) > 1;
