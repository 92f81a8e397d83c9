// What the toolbar does to a text: each takes the editor's view, changes what is selected as one step that can be undone, and returns true.
import { EditorSelection } from '@codemirror/state';

const LIST = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/;
const PREFIXES = {
  list: { is: /^\s*[-*+]\s+(?!\[[ xX]\]\s)/, put: () => '- ', instead: LIST },
  ordered: { is: /^\s*\d{1,9}[.)]\s+/, put: (n) => `${n}. `, instead: LIST },
  task: { is: /^\s*[-*+]\s+\[[ xX]\]\s+/, put: () => '- [ ] ', instead: LIST },
  quote: { is: /^\s*>\s?/, put: () => '> ', instead: null },
};
const HEADING = /^ {0,3}(#{1,6})\s+/;
const LINK = 'https://';

/** How often a character stands right before, or after, a place. */
function run(doc, at, character, step) {
  let count = 0;
  for (let i = step < 0 ? at - 1 : at; i >= 0 && i < doc.length && count < 3 && doc.sliceString(i, i + 1) === character; i += step) count++;
  return count;
}

/** Whether marks around a place are these: one asterisk is not a part of two. */
function isMarked(doc, from, to, mark) {
  const around = Math.min(run(doc, from, mark[0], -1), run(doc, to, mark[0], 1));
  return mark[0] === '*' && mark.length === 1 ? around % 2 === 1 : around >= mark.length;
}

/** Puts marks around what is selected, or the word at the cursor; takes them away where they are. */
export const inline = (mark) => (view) => {
  const { state } = view;
  if (state.readOnly) return false;
  const n = mark.length;
  view.dispatch(
    state.update(
      state.changeByRange((range) => {
        const word = range.empty ? state.wordAt(range.head) : null;
        let { from, to } = word ?? range;
        const text = state.sliceDoc(from, to);
        from += text.length - text.trimStart().length;
        to = Math.max(from, to - (text.length - text.trimEnd().length));
        if (isMarked(state.doc, from, to, mark)) {
          return {
            changes: [
              { from: from - n, to: from },
              { from: to, to: to + n },
            ],
            range: EditorSelection.range(Math.max(0, range.anchor - n), Math.max(0, range.head - n)),
          };
        }
        if (to - from >= 2 * n && isMarked(state.doc, from + n, to - n, mark)) {
          return {
            changes: [
              { from, to: from + n },
              { from: to - n, to },
            ],
            range: EditorSelection.range(from, to - 2 * n),
          };
        }
        const inside = range.empty ? EditorSelection.cursor(range.head + n) : EditorSelection.range(from + n, to + n);
        return {
          changes: [
            { from, insert: mark },
            { from: to, insert: mark },
          ],
          range: inside,
        };
      }),
      { userEvent: 'input', scrollIntoView: true },
    ),
  );
  return true;
};

/** The lines that the selection touches. */
function selectedLines(state) {
  const lines = new Map();
  for (const { from, to } of state.selection.ranges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      lines.set(line.number, line);
      at = line.to + 1;
    }
  }
  return [...lines.values()];
}

/** Makes the selected lines a list, tasks or a quotation; or plain again, if all are that. */
export const lines = (kind) => (view) => {
  const { state } = view;
  if (state.readOnly) return false;
  const { is, put, instead } = PREFIXES[kind];
  const touched = selectedLines(state);
  const written = touched.filter((line) => line.text.trim() !== '' || touched.length === 1);
  const isOn = written.every((line) => is.test(line.text));
  const changes = written.map((line, i) => {
    const indent = /^\s*/.exec(line.text)[0].length;
    const [old] = (isOn ? is : (instead ?? /^/)).exec(line.text) ?? [''];
    return {
      from: line.from + (old ? Math.min(indent, old.length) : indent),
      to: line.from + Math.max(old.length, indent),
      insert: isOn ? '' : put(i + 1),
    };
  });
  const set = state.changes(changes);
  view.dispatch({ changes: set, selection: state.selection.map(set, 1), userEvent: 'input', scrollIntoView: true });
  return true;
};

/** Makes the selected lines headings of a level; of 0, plain text. */
export const heading = (level) => (view) => {
  const { state } = view;
  if (state.readOnly) return false;
  const set = state.changes(
    selectedLines(state).map((line) => {
      const [old] = HEADING.exec(line.text) ?? [''];
      return { from: line.from, to: line.from + old.length, insert: level ? `${'#'.repeat(level)} ` : '' };
    }),
  );
  view.dispatch({ changes: set, selection: state.selection.map(set, 1), userEvent: 'input', scrollIntoView: true });
  return true;
};

/** The level of the heading that the cursor is in; 0 in any other line. */
export const headingAt = (state) => HEADING.exec(state.doc.lineAt(state.selection.main.head).text)?.[1].length ?? 0;

/** A link with what is selected as its text, or as its address, and what is missing selected. */
export function link(view) {
  const { state } = view;
  if (state.readOnly) return false;
  const { from, to } = state.selection.main;
  const text = state.sliceDoc(from, to);
  const isAddress = /^https?:\/\/\S+$/.test(text);
  const insert = isAddress ? `[](${text})` : `[${text}](${LINK})`;
  const anchor = isAddress || !text ? from + 1 : from + text.length + 3;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor, head: isAddress || !text ? anchor : anchor + LINK.length },
    userEvent: 'input',
    scrollIntoView: true,
  });
  return true;
}

/** Code: within a line between backticks, of several lines a block. */
export function code(view) {
  const { state } = view;
  if (state.readOnly) return false;
  const { main } = state.selection;
  const first = state.doc.lineAt(main.from);
  const last = state.doc.lineAt(main.to);
  if (first.number === last.number) return inline('`')(view);
  const insert = `\`\`\`\n${state.sliceDoc(first.from, last.to)}\n\`\`\``;
  view.dispatch({
    changes: { from: first.from, to: last.to, insert },
    selection: { anchor: first.from + 4, head: first.from + insert.length - 4 },
    userEvent: 'input',
    scrollIntoView: true,
  });
  return true;
}

/** A block of its own behind the line of the cursor, with blank lines around it; the cursor is put `into` characters behind its beginning. */
function insertBlock(view, text, into, length = 0) {
  const { state } = view;
  const line = state.doc.lineAt(state.selection.main.head);
  const isBlank = line.text.trim() === '';
  const from = isBlank ? line.from : line.to;
  const before = isBlank ? '' : '\n\n';
  const after = line.number < state.doc.lines && state.doc.line(line.number + 1).text.trim() !== '' ? '\n' : '';
  const at = from + before.length + into;
  view.dispatch({
    changes: { from, to: line.to, insert: before + text + after },
    selection: { anchor: at, head: at + length },
    userEvent: 'input',
    scrollIntoView: true,
  });
  return true;
}

/** A table of two columns, its first heading selected. */
export const table = (column) => (view) => {
  if (view.state.readOnly) return false;
  const names = [1, 2].map((n) => `${column} ${n}`);
  return insertBlock(view, `| ${names.join(' | ')} |\n| --- | --- |\n|  |  |`, 2, names[0].length);
};

/**
 * What ticks, or unticks, the task in a line, from 0; null if there is none.
 *
 * @returns {{from: number, to: number, insert: string} | null}
 */
export function taskChange(doc, line, isChecked) {
  if (line < 0 || line >= doc.lines) return null;
  const { from, text } = doc.line(line + 1);
  const [found] = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)+\[(?=[ xX]\]\s)/.exec(text) ?? [];
  return found ? { from: from + found.length, to: from + found.length + 1, insert: isChecked ? 'x' : ' ' } : null;
}
