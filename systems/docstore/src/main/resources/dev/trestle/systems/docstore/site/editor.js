import { css, define, html, LitElement } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { Annotation, EditorState, Transaction } from '@codemirror/state';
import { dropCursor, EditorView, keymap } from '@codemirror/view';
import { defaultKeymap, history, historyKeymap, indentWithTab, simplifySelection } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { continueList, markdown } from './markdown.js';
import { theme } from './editor-theme.js';

/** How long Tab leaves the text after Escape, if no other key comes. */
const TAB_LEAVES_MS = 30_000;

const fromOutside = Annotation.define();

/** What the editor says to people, by what it is called inside CodeMirror. */
const PHRASES = { Find: 'find', Replace: 'replaceWith', next: 'next', previous: 'previous', all: 'all', 'match case': 'matchCase', regexp: 'pattern', 'by word': 'byWord',
  replace: 'replace', 'replace all': 'replaceAll', close: 'close', 'current match': 'currentMatch', 'on line': 'onLine', 'replaced match on line $': 'replacedOnLine',
  'replaced $ matches': 'replacedAll', 'Go to line': 'goToLine', go: 'go', 'Selection deleted': 'selectionDeleted' };

/** The place in two texts where they begin to differ, and where they end to. */
function difference(before, after) {
  let from = 0;
  const shorter = Math.min(before.length, after.length);
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  let tail = 0;
  while (tail < shorter - from && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail++;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}

/**
 * A markdown text that is written: <doc-editor label="…" ?readonly=${…} .addPicture=${async (file) => '![](…)'} @typed=${…}>; `text` is what it holds.
 * It has a tree of its own: there CodeMirror's styles are sheets that the page adopts, which its policy allows, while a <style> would be refused.
 */
class Editor extends LitElement {
  static properties = { label: {}, readonly: { type: Boolean }, addPicture: { attribute: false } };

  static styles = css`
    :host { display: grid; grid-template-rows: minmax(0, 1fr) auto; min-width: 0; background: var(--surface); border: 1px solid var(--edge); border-radius: var(--radius); overflow: hidden; }
    .hint { margin: 0; padding: var(--step) calc(3 * var(--step)); border-block-start: 1px solid var(--line); font-size: var(--tiny); color: var(--quiet); }`;

  constructor() {
    super();
    this.held = '';
    this.places = new Set();
  }

  get text() {
    return this.view ? this.view.state.doc.toString() : this.held;
  }

  /** What stays the same stays where it is, with the cursor and what can be undone. */
  set text(value) {
    this.held = value;
    if (!this.view) return;
    const change = difference(this.text, value);
    if (change.from < change.to || change.insert) this.view.dispatch({ changes: change, annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)] });
  }

  focus() {
    this.view?.focus();
  }

  render() {
    return html`<div class="here"></div><p class="hint" id="hint">${this.readonly ? t('docs.editorFind') : t('docs.editorHint')}</p>`;
  }

  updated(changed) {
    if (!this.view) this.view = new EditorView({ root: this.renderRoot, parent: this.renderRoot.querySelector('.here'), state: this.state(this.held) });
    else if (changed.has('readonly')) this.view.setState(this.state(this.view.state.doc));
  }

  state(doc) {
    return EditorState.create({ doc, extensions: this.extensions() });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.held = this.text;
    this.view?.destroy();
    this.view = null;
  }

  extensions() {
    const phrases = Object.fromEntries(Object.entries(PHRASES).map(([phrase, key]) => [phrase, t(`docs.editor.${key}`)]));
    const leave = { key: 'Escape', run: (view) => {
      simplifySelection(view);
      view.setTabFocusMode(TAB_LEAVES_MS);
      return true;
    } };
    return [
      history(), dropCursor(), search({ top: true }), markdown, theme, EditorView.lineWrapping, EditorState.phrases.of(phrases), EditorState.readOnly.of(this.readonly),
      EditorView.contentAttributes.of({ 'aria-label': this.label, 'aria-describedby': 'hint', spellcheck: 'true', autocorrect: 'on', autocapitalize: 'sentences' }),
      keymap.of([...searchKeymap, leave, { key: 'Enter', run: continueList }, ...(this.readonly ? [] : [indentWithTab]), ...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of((update) => this.changed(update)),
      EditorView.domEventHandlers({
        // What comes with a text, as cells of a table do, is pasted as that.
        paste: (event) => !event.clipboardData?.getData('text/plain') && this.take(event, event.clipboardData, this.view.state.selection.main.head),
        drop: (event) => this.take(event, event.dataTransfer, this.view.posAtCoords({ x: event.clientX, y: event.clientY }, false)),
      }),
    ];
  }

  changed(update) {
    if (!update.docChanged) return;
    this.places.forEach((place) => { place.at = update.changes.mapPos(place.at, 1); });
    if (!update.transactions.some((each) => each.annotation(fromOutside))) this.dispatchEvent(new CustomEvent('typed'));
  }

  /** Whether pictures came, which are then added where they were put, whatever is typed meanwhile. */
  take(event, data, at) {
    const pictures = [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));
    if (pictures.length === 0 || this.readonly) return false;
    event.preventDefault();
    this.add(pictures, { at });
    return true;
  }

  async add(pictures, place) {
    this.places.add(place);
    for (const picture of pictures) {
      const shown = await this.addPicture(picture);
      if (shown && this.view) this.view.dispatch({ changes: { from: place.at, insert: shown }, selection: { anchor: place.at + shown.length }, userEvent: 'input.paste', scrollIntoView: true });
    }
    this.places.delete(place);
  }
}

define('doc-editor', Editor);
