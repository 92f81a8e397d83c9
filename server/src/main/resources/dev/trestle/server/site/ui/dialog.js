import { define, Element, html, nothing } from './element.js';
import { t } from './texts.js';
import { words } from './error.js';
import { Draft } from './draft.js';

/**
 * A dialog: <t-dialog ?open=${…} heading="…" .content=${html`…`} .actions=${html`…`} @close=${…}>. Escape and the cross close it; the focus goes
 * back to where it was. Handlers in what it is given are arrow functions: another `this` would be the dialog.
 * With `draft`, a key, what is typed in it survives Escape, an error and a reload; dropDraft(key) forgets it once it is saved.
 */
class Dialog extends Element {
  static properties = {
    open: { type: Boolean },
    heading: {},
    content: { attribute: false },
    actions: { attribute: false },
    wide: { type: Boolean },
    draft: {},
  };

  updated() {
    const dialog = this.querySelector('dialog');
    if (this.open && dialog && !dialog.open) dialog.showModal();
    else if (!this.open && dialog?.open) dialog.close();
    if (!this.open || !this.draft) {
      this.kept = null;
    } else {
      if (this.kept?.key !== this.draft) this.begin();
      this.kept.restore(this);
    }
  }

  begin() {
    this.kept = new Draft(this.draft);
    if (this.kept.isRestored) this.requestUpdate();
  }

  discard() {
    this.kept.discard(this);
    this.requestUpdate();
    this.querySelector('input, select, textarea')?.focus();
  }

  type() {
    this.kept?.keep(this);
  }

  closed() {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new CustomEvent('close'));
  }

  willUpdate(changed) {
    if (changed.has('open') && this.open) this.opener = /** @type {HTMLElement} */ (document.activeElement);
  }

  /** Taken out of the page while it was open, it cannot give the focus back by itself. */
  disconnectedCallback() {
    super.disconnectedCallback();
    if (this.querySelector('dialog')?.open && this.opener?.isConnected && document.activeElement === document.body)
      this.opener.focus({ preventScroll: true });
  }

  render() {
    return html`<dialog class=${this.wide ? 'wide' : ''} aria-labelledby=${this.own} @close=${(event) => {
      event.stopPropagation();
      this.closed();
    }}>
      <div class="head"><h2 id=${this.own}>${this.heading}</h2>
        <button type="button" class="plain" aria-label=${t('ui.close')} @click=${() => this.querySelector('dialog').close()}>✕</button></div>
      ${this.open && this.kept?.isRestored ? html`<div class="row draft-note" role="status"><span>${t('ui.draft.restored')}</span><button type="button" class="plain" data-act="discard-draft" @click=${this.discard}>${t('ui.draft.discard')}</button></div>` : nothing}
      ${this.open ? html`<div class="stack" @input=${this.type} @change=${this.type}>${this.content}</div>` : nothing}
      ${this.open && this.actions ? html`<div class="actions">${this.actions}</div>` : nothing}
    </dialog>`;
  }
}

define('t-dialog', Dialog);

/**
 * Asks before what cannot be undone; names the thing. `act` is run when the answer is yes, with its failure shown in the dialog. Resolves to
 * whether it was done.
 */
export function confirmed({ heading, text, label, act }) {
  return new Promise((resolve) => {
    const dialog = document.createElement('t-dialog');
    let done = false;
    const show = (failure, busy) => {
      dialog.content = html`<p>${text}</p>${failure ? html`<p class="problem" role="alert">${words(failure)}</p>` : nothing}`;
      dialog.actions = html`<button type="button" @click=${() => dialog.querySelector('dialog').close()}>${t('ui.cancel')}</button>
        <button type="button" class="danger" ?disabled=${busy} @click=${yes}>${label}</button>`;
    };
    const yes = async () => {
      show(null, true);
      try {
        await act();
        done = true;
        dialog.querySelector('dialog').close();
      } catch (failure) {
        show(failure, false);
      }
    };
    dialog.heading = heading;
    dialog.open = true;
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(done);
    });
    show(null, false);
    document.body.append(dialog);
  });
}
