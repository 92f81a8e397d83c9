// How the editor looks. Colours and sizes are the tokens', which reach into its tree.
import { EditorView } from '@codemirror/view';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

const control = {
  font: 'inherit',
  color: 'var(--text)',
  background: 'var(--surface)',
  border: '1px solid var(--edge)',
  borderRadius: 'var(--radius)',
  margin: '0',
  padding: 'var(--step) calc(2 * var(--step))',
};

const look = EditorView.theme({
  '&': { height: '100%', font: '1rem/1.62 var(--sans)', color: 'var(--text)' },
  // The cursor shows where one is; around all of a page an outline would say no more.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: 'inherit', overflow: 'auto' },
  '.cm-content': {
    boxSizing: 'border-box',
    maxWidth: '46rem',
    margin: '0 auto',
    padding: 'calc(7 * var(--step)) calc(9 * var(--step)) 30vh',
    caretColor: 'var(--accent)',
    minWidth: '0',
  },
  '@media (max-width: 48rem)': { '.cm-content': { padding: 'calc(4 * var(--step)) calc(5 * var(--step)) 30vh' } },
  '.cm-table': { fontFamily: 'var(--mono)', fontSize: '0.8125rem' },
  '.cm-fresh': { background: 'var(--fresh)' },
  '.cm-line': { padding: '0' },
  '.cm-dropCursor': { borderInlineStart: '2px solid var(--accent)' },
  '.cm-panels, .cm-panels.cm-panels-top': { color: 'var(--text)', background: 'var(--raised)', borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search, .cm-panel.cm-gotoLine': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 'calc(2 * var(--step))',
    fontFamily: 'var(--sans)',
    padding: 'calc(2 * var(--step)) calc(10 * var(--step)) calc(2 * var(--step)) calc(3 * var(--step))',
    '& br': { display: 'none' },
    '& label': { fontSize: 'inherit' },
  },
  '.cm-textfield': { ...control, fontFamily: 'var(--mono)', minWidth: '0', width: '12rem' },
  '.cm-button': { ...control, backgroundImage: 'none', cursor: 'pointer', '&:active': { backgroundImage: 'none' } },
  '.cm-panel.cm-search [name=close], .cm-panel.cm-gotoLine [name=close]': {
    ...control,
    position: 'absolute',
    insetBlockStart: 'calc(2 * var(--step))',
    insetInlineEnd: 'calc(2 * var(--step))',
    cursor: 'pointer',
  },
  '.cm-textfield:focus-visible, .cm-button:focus-visible, [name=close]:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '1px' },
  '.cm-searchMatch': { background: 'var(--fresh)', outline: '1px solid var(--edge)' },
  '.cm-searchMatch.cm-searchMatch-selected': { background: 'var(--accent-soft)', outline: '2px solid var(--accent)' },
});

const highlighting = HighlightStyle.define([
  { tag: tags.heading1, fontSize: '1.625rem', lineHeight: '1.3', fontWeight: '700' },
  { tag: tags.heading2, fontSize: '1.1875rem', fontWeight: '700' },
  { tag: tags.heading3, fontSize: '1.0625rem', fontWeight: '700' },
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: tags.monospace, color: 'var(--busy)', fontFamily: 'var(--mono)', fontSize: '0.875em' },
  { tag: tags.quote, color: 'var(--quiet)', fontStyle: 'italic' },
  {
    tag: [tags.processingInstruction, tags.contentSeparator, tags.comment, tags.labelName],
    color: 'var(--quiet)',
    fontWeight: '400',
    fontFamily: 'var(--mono)',
    fontSize: '0.8125rem',
  },
]);

export const theme = [look, syntaxHighlighting(highlighting)];
