// Markdown for the editor: its parts are told apart, and Enter goes on with a list.
import { defineLanguageFacet, Language, syntaxTree } from '@codemirror/language';
import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, ViewPlugin } from '@codemirror/view';
import { GFM, parser } from '@lezer/markdown';

export const markdown = new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown').extension;

const tableLine = Decoration.line({ class: 'cm-table' });

/** The lines of tables that are seen, so that columns can stand below each other. */
function tableLines(view) {
  /** @type {RangeSetBuilder<Decoration>} */
  const lines = new RangeSetBuilder();
  let last = -1;
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        if (node.name !== 'Table') return;
        for (let at = Math.max(node.from, from); at <= Math.min(node.to, to); ) {
          const line = view.state.doc.lineAt(at);
          if (line.from > last) lines.add(line.from, line.from, tableLine);
          last = Math.max(last, line.from);
          at = line.to + 1;
        }
      },
    });
  }
  return lines.finish();
}

export const tables = ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.decorations = tableLines(view);
    }

    update({ docChanged, viewportChanged, startState, state, view }) {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state)) this.decorations = tableLines(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const MARK = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))(\s+)(\[[ xX]\]\s+)?|^(\s*(?:>\s?)+)/;

/**
 * What the next line begins with, if this one is of a list or a quotation.
 * @param {string[]} found by MARK
 */
function nextMark([whole, indent, bullet, number, stop, space, box, quote]) {
  if (quote) return whole;
  return `${indent}${bullet ?? `${Number(number) + 1}${stop}`}${space}${box ? '[ ] ' : ''}`;
}

function isCode(state, at) {
  for (let node = syntaxTree(state).resolveInner(at, -1); node; node = node.parent) if (/Code/.test(node.name)) return true;
  return false;
}

/** Enter within a list begins its next entry; in an empty entry it ends the list. */
export function continueList(view) {
  const { state } = view;
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const found = MARK.exec(line.text);
  if (state.readOnly || !main.empty || !found || main.head < line.from + found[0].length || isCode(state, main.head)) return false;
  const change = found[0] === line.text ? { from: line.from, to: line.to, insert: '' } : { from: main.head, insert: `\n${nextMark(found)}` };
  view.dispatch({ changes: change, selection: { anchor: change.from + change.insert.length }, userEvent: 'input', scrollIntoView: true });
  return true;
}
