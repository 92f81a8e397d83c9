import { define, Element, html, svg } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { code, heading, inline, lines, link, table } from './formatting.js';
import { redo, undo } from '@codemirror/commands';

const LEVELS = [0, 1, 2, 3, 4];

export const icon = (path) => svg`<svg class="doc-icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path}/></svg>`;

const ICONS = {
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  ordered: 'M10 6h10M10 12h10M10 18h10M4 4.5l1.5-.5v4.5M3.8 12h2.4l-2.4 3h2.4M4 17.5h2l-1 1.4c1.6 0 1.4 2.1-.9 1.6',
  task: 'M5 12.5l5 5L20 7',
  quote: 'M5 7h5v6c0 2-1 4-4 4M14 7h5v6c0 2-1 4-4 4',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M12 10v9',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
  undo: 'M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2',
  redo: 'M15 7l5 5-5 5M20 12H10a5 5 0 0 0 0 10h2',
};

/** What can be done to the text: by whom it is drawn, by which key, and how. */
export const COMMANDS = [
  { id: 'bold', key: 'Mod-b', shown: 'Ctrl B', run: inline('**') },
  { id: 'italic', key: 'Mod-i', shown: 'Ctrl I', run: inline('*') },
  { id: 'code', key: 'Mod-e', shown: 'Ctrl E', run: code },
  { id: 'link', key: 'Mod-k', shown: 'Ctrl K', run: link },
  { id: 'list', key: 'Mod-Shift-8', shown: 'Ctrl Shift 8', run: lines('list'), apart: true },
  { id: 'ordered', key: 'Mod-Shift-7', shown: 'Ctrl Shift 7', run: lines('ordered') },
  { id: 'task', key: 'Mod-Shift-9', shown: 'Ctrl Shift 9', run: lines('task') },
  { id: 'quote', key: 'Mod-Shift-.', shown: 'Ctrl Shift .', run: lines('quote') },
  { id: 'table', run: (view) => table(t('docs.format.column'))(view) },
  { id: 'picture' },
  { id: 'undo', shown: 'Ctrl Z', run: undo, apart: true },
  { id: 'redo', shown: 'Ctrl Y', run: redo },
];

/** The keys of the commands, for the editor. */
export const formattingKeys = [
  ...COMMANDS.filter((each) => each.key).map(({ key, run }) => ({ key, run, preventDefault: true })),
  ...LEVELS.map((level) => ({ key: `Mod-Alt-${level}`, run: heading(level), preventDefault: true })),
];

/**
 * The toolbar of the editor: <doc-toolbar .editor=${() => …} level=${2} .more=${html`…`}>. One stop for Tab; arrow keys go from button to button.
 */
class Toolbar extends Element {
  static properties = { editor: { attribute: false }, level: { type: Number }, more: { attribute: false }, at: { state: true } };

  constructor() {
    super();
    this.at = 0;
  }

  get stops() {
    return [...this.querySelectorAll('[data-stop]')];
  }

  key(event) {
    const stops = this.stops;
    const here = stops.indexOf(event.target.closest('[data-stop]'));
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: stops.length - 1 }[event.key];
    if (to === undefined || here < 0) return;
    event.preventDefault();
    this.at = (to + stops.length) % stops.length;
    stops[this.at].focus();
  }

  focused(event) {
    const here = this.stops.indexOf(event.target.closest('[data-stop]'));
    if (here >= 0) this.at = here;
  }

  updated() {
    this.stops.forEach((each, i) => {
      each.tabIndex = i === Math.min(this.at, this.stops.length - 1) ? 0 : -1;
    });
  }

  run(command) {
    if (command.id === 'picture') this.querySelector('input[type=file]').click();
    else this.editor().run(command.run);
  }

  picked(event) {
    this.editor().addFiles([...event.target.files]);
    event.target.value = '';
  }

  render() {
    return html`<div class="doc-toolbar" role="toolbar" aria-label=${t('docs.format')} aria-controls="doc-text" @keydown=${this.key} @focusin=${this.focused}>
      <select data-stop aria-label=${t('docs.format.heading')} title="${t('docs.format.heading')} (Ctrl Alt 1–4)" @change=${(event) => this.editor().run(heading(Number(event.target.value)))}>
        ${LEVELS.map((level) => html`<option value=${level} ?selected=${level === this.level} .selected=${level === (this.level ?? 0)}>${level ? t('docs.format.level', { n: level }) : t('docs.format.text')}</option>`)}</select>
      <span class="gap" role="separator"></span>
      ${COMMANDS.map(
        (each) => html`${each.apart ? html`<span class="gap" role="separator"></span>` : ''}
        <button type="button" class="plain icon" data-stop data-format=${each.id} aria-label=${t(`docs.format.${each.id}`)} title="${t(`docs.format.${each.id}`)}${each.shown ? ` (${each.shown})` : ''}"
          @click=${() => this.run(each)}>${each.id === 'bold' ? html`<b>B</b>` : each.id === 'italic' ? html`<i>I</i>` : icon(ICONS[each.id])}</button>`,
      )}
      <input type="file" accept="image/png,image/jpeg,image/gif,image/webp" multiple hidden @change=${this.picked}>
      <span class="end"></span>${this.more}</div>`;
  }
}

define('doc-toolbar', Toolbar);
