/**
 * The first rows of a CSV text (RFC 4180), with limits: a file may be anything.
 * @param {string} text
 * @param {{rowsMax?: number, columnsMax?: number}} [limits]
 * @returns {{rows: string[][], isCut: boolean}}
 */
export function parseCsv(text, { rowsMax = 500, columnsMax = 50 } = {}) {
  const rows = [];
  let row = [];
  let cell = '';
  let quoted = false;
  let isCut = false;
  const endCell = () => {
    if (row.length < columnsMax) row.push(cell);
    else isCut = true;
    cell = '';
  };
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  for (let i = 0; i < source.length; i++) {
    const c = source[i];
    if (quoted && c === '"' && source[i + 1] === '"') {
      cell += '"';
      i++;
    } else if (c === '"' && (quoted || cell === '')) {
      quoted = !quoted;
    } else if (!quoted && c === ',') {
      endCell();
    } else if (!quoted && (c === '\n' || c === '\r')) {
      if (c === '\r' && source[i + 1] === '\n') i++;
      endCell();
      rows.push(row);
      row = [];
      if (rows.length === rowsMax) return { rows, isCut: isCut || i < source.length - 1 };
    } else {
      cell += c;
    }
  }
  if (cell !== '' || row.length > 0) {
    endCell();
    rows.push(row);
  }
  return { rows, isCut };
}
