// What stands around the text of a document: the bar with its menu, notices, and the line below. `page` is the document's page: what it shows is read
// there, and what somebody chooses is set there.
import { html, nothing } from '/ui/element.js';
import { locale, t } from '/ui/texts.js';
import { navigate } from '/ui/router.js';
import { values } from '/ui/field.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { call, download } from '/session.js';
import { shortTime } from './history.js';
import { names } from './merge.js';
import { icon } from './toolbar.js';

/** What can be seen of a document: the text to write, both, or how it looks. */
export const VIEWS = ['write', 'split', 'read'];
const STATES = { saved: 'good', typed: 'plain', saving: 'busy', unsaved: 'bad', conflict: 'warn', reading: 'plain' };
const CHECK = 'M5 12.5l5 5L20 7';
const PEOPLE = 'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 20a6.5 6.5 0 0 1 13 0M16 5.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6 6 0 0 1 3.5 5.5';
const MORE = 'M4.5 12h1M11.5 12h1M18.5 12h1M5 11.5v1M12 11.5v1M19 11.5v1';
const CHANGES = 'M7 5v8M3 9h8M13 17h8M5 21 19 3';
const number = new Intl.NumberFormat(locale);

/** Its name, whether it is saved, who is here, and what can be done with it. */
export function bar(page) {
  const { document } = page;
  const act = (action) => () => {
    page.menu = false;
    action();
  };
  return html`<header class="doc-bar"><h1 class="cut" title=${document.displayName}>${document.displayName}</h1>
  <span class="doc-state" role="status" data-state=${page.state} data-tone=${STATES[page.state]}>${page.state === 'saved' ? icon(CHECK) : nothing}${t(`docs.state.${page.state}`)}${page.state === 'saved' ? ` ${shortTime(document.lastModified)}` : ''}</span>
  <span class="end"></span><doc-presence class="doc-presence" document=${page.params.id} .me=${page.me} ?editing=${page.isDirty}></doc-presence>
  <span class="doc-seg" role="group" aria-label=${t('docs.views')}>${VIEWS.map(
    (view) => html`<button type="button" data-view=${view} aria-pressed=${page.view === view ? 'true' : 'false'}
    @click=${() => {
      page.view = view;
    }}>${view === 'write' && !page.mayChange ? t('docs.text') : t(`docs.view.${view}`)}</button>`,
  )}</span>
  <button type="button" class="doc-wide" data-act="comments" aria-expanded=${page.query.get('comments') === 'yes' ? 'true' : 'false'} @click=${() => page.toggleComments()}>${t('docs.comments')}</button>
  <button type="button" class="doc-wide" data-act="share" @click=${() => {
    page.sharing = true;
  }}>${icon(PEOPLE)}${t('docs.share')}</button>
  ${page.mayChange ? html`<button type="button" class="primary" data-act="save" ?disabled=${!page.isDirty || page.state === 'saving'} @click=${() => page.save('update')}>${t('ui.save')} <kbd class="doc-wide">Ctrl S</kbd></button>` : nothing}
  <div class="pop doc-more" @keydown=${(event) => {
    if (event.key === 'Escape' && page.menu) {
      page.menu = false;
      page.querySelector('[data-act=more]').focus();
    }
  }}>
    <button type="button" class="plain icon" data-act="more" aria-label=${t('docs.more')} title=${t('docs.more')} aria-expanded=${page.menu ? 'true' : 'false'} aria-controls="doc-menu" @click=${() => {
      page.menu = !page.menu;
    }}>${icon(MORE)}</button>
    <div class="panel" id="doc-menu" ?hidden=${!page.menu}>
      <button type="button" class="plain" @click=${act(() => {
        page.sharing = true;
      })}>${t('docs.share')}</button>
      <button type="button" class="plain" data-act="comments-menu" @click=${act(() => page.toggleComments())}>${t('docs.comments')}</button>
      <button type="button" class="plain" data-act="history-menu" @click=${act(() => page.toggleHistory())}>${t('docs.history')}</button>
      ${
        page.mayChange
          ? html`<button type="button" class="plain" data-act="rename" @click=${act(() => {
              page.naming = true;
            })}>${t('docs.rename')}</button>`
          : nothing
      }
      <button type="button" class="plain" @click=${act(() => download(`${page.path}/content?download=true`, document.fileName))}>${t('docs.download')}</button>
      <button type="button" class="plain" @click=${act(() => print())}>${t('docs.print')}</button>
      ${
        document.role === 'owner'
          ? html`<button type="button" class="danger" data-act="delete" @click=${act(() => remove(page))}>${t('docs.delete')}</button>`
          : html`<button type="button" class="danger" data-act="leave" @click=${act(() => leave(page))}>${t('docs.leave')}</button>`
      }</div></div></header>`;
}

/** Ends the share with the person, and forgets what they typed and did not save. */
async function leave(page) {
  const { displayName } = page.document;
  if (
    await confirmed({
      heading: t('docs.leave'),
      text: t('docs.leaveText', { name: displayName }),
      label: t('docs.leave'),
      act: () => call('POST', `${page.path}/leave`),
    })
  ) {
    localStorage.removeItem(page.draftKey);
    page.base = page.text;
    navigate('/docstore?view=shared');
  }
}

/** Deletes it, which can be undone for a moment. */
async function remove(page) {
  const { displayName } = page.document;
  try {
    await call('DELETE', page.path);
    localStorage.removeItem(page.draftKey);
    page.base = page.text;
    const { path } = page;
    navigate('/docstore');
    toast(t('docs.deletedNow', { name: displayName }), {
      undo: () => call('POST', `${path}/restore`).then(() => navigate('/docstore?view=mine')),
    });
  } catch (failure) {
    page.failure = failure;
  }
}

async function rename(page, event) {
  const { name } = values(event);
  try {
    page.document = await call('PATCH', page.path, { displayName: name });
    page.naming = false;
  } catch (failure) {
    toast(words(failure), { tone: 'bad' });
  }
}

export function renameDialog(page) {
  return html`<t-dialog ?open=${page.naming} heading=${t('docs.rename')} @close=${() => {
    page.naming = false;
  }}
    .content=${html`<form class="stack" id="rename" @submit=${(event) => rename(page, event)}>
      <t-field label=${t('docs.name')} name="name" required maxlength="200" value=${page.document.displayName} focused></t-field></form>`}
    .actions=${html`<button type="submit" form="rename" class="primary">${t('ui.save')}</button>`}></t-dialog>`;
}

/** What differs from the version before the current one, shown by the history. */
export function changesSince(page) {
  const items = page.history?.items ?? [];
  const before = items[items.findIndex((each) => each.version === page.history.currentVersion) + 1];
  return before
    ? html`<a class="button plain doc-wide" data-stop data-act="changes" href="/docstore/${encodeURIComponent(page.params.id)}/versions/${before.version}?compare=yes">${icon(CHANGES)}${t('docs.changesSince', { version: before.version })}</a>`
    : nothing;
}

/** What the person has to know: above the text, while it holds. */
export function notices(page) {
  return html`<div class="doc-notices">
  ${page.gone ? html`<p class="problem" role="alert">${t('docs.gone')}</p>` : nothing}
  ${page.kept ? html`<p class="quiet" role="status">${t('docs.kept')}</p>` : nothing}
  ${page.adding ? html`<p class="quiet" role="status">${t('docs.addingPicture')}</p>` : nothing}
  ${
    page.postponed
      ? html`<div class="doc-banner" role="alert"><div><strong>${t('docs.postponed', { names: names(page.postponed.changedBy) })}</strong></div>
    <button type="button" class="primary end" data-act="merge" @click=${() => page.save('update')}>${t('docs.mergeNow')}</button></div>`
      : nothing
  }
  ${page.failure ? html`<t-error .failure=${page.failure} message=${t('docs.notSaved', { why: words(page.failure) })} .retry=${() => page.save('update')}></t-error>` : nothing}</div>`;
}

/** How long the text is, and whether changes of others arrive. */
export function foot(page) {
  const kept = page.history?.items.length;
  return html`<footer class="doc-foot"><span>${t(page.count === 1 ? 'docs.word' : 'docs.words', { n: number.format(page.count ?? 0) })}</span><span>Markdown</span>
  ${page.mayChange ? html`<span>${t('docs.picturesPasted')}</span>` : nothing}
  <span class="end doc-live" data-state=${page.connection}>${t(page.connection === 'open' ? 'docs.connected' : 'docs.notConnected')}</span>
  ${kept ? html`<span>${t('docs.keptOf', { n: kept, max: page.history.keptMax })}</span>` : nothing}</footer>`;
}
