import { css, define, html, LitElement } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { Annotation, EditorState, StateEffect, StateField, Transaction } from '@codemirror/state';
import { Decoration, dropCursor, EditorView, keymap } from '@codemirror/view';
import { defaultKeymap, history, historyKeymap, indentWithTab, simplifySelection } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { continueList, markdown, tables } from './markdown.js';
import { theme } from './editor-theme.js';
import { headingAt, taskChange } from './formatting.js';
import { formattingKeys } from './toolbar.js';

/** How long Tab leaves the text after Escape, if no other key comes. */
const TAB_LEAVES_MS = 30_000;

/** How long what others wrote is marked. */
const FRESH_MS = 2_000;

const fromOutside = Annotation.define();
/** @type {import('@codemirror/state').StateEffectType<{from: number, to: number}[]>} */
const fresh = StateEffect.define();
const freshMark = Decoration.mark({ class: 'cm-fresh' });

/** What others wrote, for a moment. */
const freshPlaces = StateField.define({
  create: () => Decoration.none,
  update: (marks, change) => {
    const told = change.effects.find((effect) => effect.is(fresh));
    return told ? Decoration.set(told.value.map(({ from, to }) => freshMark.range(from, to))) : marks.map(change.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** What the editor says to people, by what it is called inside CodeMirror. */
const PHRASES = {
  Find: 'find',
  Replace: 'replaceWith',
  next: 'next',
  previous: 'previous',
  all: 'all',
  'match case': 'matchCase',
  regexp: 'pattern',
  'by word': 'byWord',
  replace: 'replace',
  'replace all': 'replaceAll',
  close: 'close',
  'current match': 'currentMatch',
  'on line': 'onLine',
  'replaced match on line $': 'replacedOnLine',
  'replaced $ matches': 'replacedAll',
  'Go to line': 'goToLine',
  go: 'go',
  'Selection deleted': 'selectionDeleted',
};

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
 * What a merge does to the text that was sent to it: where others changed something, that comes in.
 *
 * @param {{kind: string, text?: string, base?: string}[]} pieces without conflicts
 */
export function incoming(pieces) {
  const changes = [];
  let at = 0;
  for (const { kind, text, base } of pieces) {
    if (kind === 'theirs') changes.push({ from: at, to: at + base.length, insert: text });
    at += kind === 'theirs' ? base.length : text.length;
  }
  return changes;
}

/**
 * A markdown text that is written: <doc-editor label="…" ?readonly=${…} .addPicture=${async (file) => '![](…)'} @typed=${…}>; `text` is what it holds.
 * It has a tree of its own: there CodeMirror's styles are sheets that the page adopts, which its policy allows, while a <style> would be refused.
 */
class Editor extends LitElement {
  static properties = { label: {}, readonly: { type: Boolean }, addPicture: { attribute: false } };

  static styles = css`
    :host { display: grid; grid-template-rows: minmax(0, 1fr); min-width: 0; background: var(--surface); overflow: hidden; position: relative; }
    .here { min-height: 0; }
    .hint { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }`;

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
    if (change.from < change.to || change.insert)
      this.view.dispatch({ changes: change, annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)] });
  }

  focus() {
    this.view?.focus();
  }

  /** Has a command of formatting.js change the text, and goes back to it. */
  run(command) {
    command(this.view);
    this.view.focus();
  }

  /** Lets changes of others in, with what was typed and the cursor where they were; they can be told apart for a moment. */
  letIn(pieces) {
    const set = this.view.state.changes(incoming(pieces));
    const places = [];
    set.iterChanges((fromA, toA, from, to) => {
      if (from < to) places.push({ from, to });
    });
    this.view.dispatch({ changes: set, effects: fresh.of(places), annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)] });
    setTimeout(() => this.view?.dispatch({ effects: fresh.of([]) }), FRESH_MS);
  }

  /** Ticks the task in a line, as if it were typed. */
  tick(line, isChecked) {
    const change = taskChange(this.view.state.doc, line, isChecked);
    if (change && !this.readonly) this.view.dispatch({ changes: change, userEvent: 'input' });
    return Boolean(change);
  }

  /** The line at the upper edge, from 0; a part of it is a part of the number. */
  get topLine() {
    if (!this.view) return 0;
    const { view } = this;
    const top = Math.max(0, view.scrollDOM.scrollTop - view.documentPadding.top);
    const block = view.lineBlockAtHeight(top);
    return view.state.doc.lineAt(block.from).number - 1 + Math.min(0.99, Math.max(0, (top - block.top) / Math.max(1, block.height)));
  }

  set topLine(line) {
    const { view } = this;
    if (!view) return;
    const number = Math.min(view.state.doc.lines, Math.floor(line) + 1);
    const block = view.lineBlockAt(view.state.doc.line(number).from);
    view.scrollDOM.scrollTop = block.top + view.documentPadding.top + (line - Math.floor(line)) * block.height;
  }

  /** Puts the cursor into a line, and the line to the upper edge. */
  goTo(line) {
    const { view } = this;
    const at = view.state.doc.line(Math.min(view.state.doc.lines, line + 1)).from;
    view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'start', yMargin: 24 }) });
    view.focus();
  }

  addFiles(files) {
    const pictures = files.filter((file) => file.type.startsWith('image/'));
    if (pictures.length > 0 && !this.readonly) this.add(pictures, { at: this.view.state.selection.main.head });
  }

  render() {
    return html`<div class="here"></div><p class="hint" id="hint">${this.readonly ? t('docs.editorFind') : t('docs.editorHint')}</p>`;
  }

  updated(changed) {
    if (!this.view) {
      const root = /** @type {ShadowRoot} */ (this.renderRoot);
      this.view = new EditorView({ root, parent: root.querySelector('.here'), state: this.state(this.held) });
      this.view.scrollDOM.addEventListener('scroll', () => this.dispatchEvent(new CustomEvent('scrolled')));
    } else if (changed.has('readonly')) this.view.setState(this.state(this.view.state.doc));
    // What scrolls can be reached by key also where the text cannot be typed into.
    if (this.readonly) this.view.scrollDOM.tabIndex = 0;
    else this.view.scrollDOM.removeAttribute('tabindex');
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
    const leave = {
      key: 'Escape',
      run: (view) => {
        simplifySelection(view);
        view.setTabFocusMode(TAB_LEAVES_MS);
        return true;
      },
    };
    return [
      history(),
      dropCursor(),
      search({ top: true }),
      markdown,
      tables,
      theme,
      freshPlaces,
      EditorView.lineWrapping,
      EditorState.phrases.of(phrases),
      EditorState.readOnly.of(this.readonly),
      EditorView.contentAttributes.of({
        'aria-label': this.label,
        'aria-describedby': 'hint',
        spellcheck: 'true',
        autocorrect: 'on',
        autocapitalize: 'sentences',
      }),
      keymap.of([
        ...searchKeymap,
        leave,
        ...(this.readonly ? [] : formattingKeys),
        { key: 'Enter', run: continueList },
        ...(this.readonly ? [] : [indentWithTab]),
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorView.updateListener.of((update) => this.changed(update)),
      EditorView.domEventHandlers({
        // What comes with a text, as cells of a table do, is pasted as that.
        paste: (event) => !event.clipboardData?.getData('text/plain') && this.take(event, event.clipboardData, this.view.state.selection.main.head),
        drop: (event) => this.take(event, event.dataTransfer, this.view.posAtCoords({ x: event.clientX, y: event.clientY }, false)),
      }),
    ];
  }

  changed(update) {
    if (update.docChanged || update.selectionSet) {
      const { state } = update;
      this.dispatchEvent(
        new CustomEvent('moved', { detail: { level: headingAt(state), line: state.doc.lineAt(state.selection.main.head).number - 1 } }),
      );
    }
    if (!update.docChanged) return;
    this.places.forEach((place) => {
      place.at = update.changes.mapPos(place.at, 1);
    });
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
      if (shown && this.view)
        this.view.dispatch({
          changes: { from: place.at, insert: shown },
          selection: { anchor: place.at + shown.length },
          userEvent: 'input.paste',
          scrollIntoView: true,
        });
    }
    this.places.delete(place);
  }
}

define('doc-editor', Editor);
