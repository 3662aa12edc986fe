type Cell = string | number | null;

/** Spreadsheets run a cell that starts with one of these characters as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of a CSV file (RFC 4180). A spreadsheet never runs its texts as formulas. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(writeCell).join(',')}\r\n`;
