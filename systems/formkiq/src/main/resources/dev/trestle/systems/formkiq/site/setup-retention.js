import { define, html, nothing } from '/ui/element.js';
import { values } from '/ui/field.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { confirmed } from '/ui/dialog.js';
import { rowsTable } from '/ui/table.js';
import '/ui/badge.js';
import '/ui/time.js';
import { call, documentLink, encoded, everything, iso, lastName } from './api.js';
import { icon } from './kinds.js';
import { SetupPart } from './setup-part.js';

const OUTCOMES = ['NOTHING', 'REVIEW', 'PURGE'];
const TONES = { UPCOMING: 'plain', KEPT: 'good', HELD: 'good', REVIEW: 'warn', PURGE: 'bad', EXPIRED: 'plain' };

/** How long documents of each class are kept, and the documents whose time has come or is about to. */
class SetupRetention extends SetupPart {
  static properties = { ...SetupPart.properties, edited: { state: true }, deciding: { state: true }, refused: { state: true } };

  async load(options) {
    const { siteId } = this;
    const [classes, attributes, { schedules, look }, disposals] = await Promise.all([
      everything(`/sites/${encoded(siteId)}/classifications`, {}, 'classifications', options),
      everything('/attributes', { siteId }, 'attributes', options),
      call('GET', '/x/retention', { siteId }, undefined, options),
      everything('/x/disposals', { siteId }, 'disposals', options),
    ]);
    return { classes, attributes: attributes.filter(({ dataType }) => dataType === 'STRING'), schedules, look, disposals };
  }

  nameOf(classificationId) {
    return this.loaded.classes.find((each) => each.classificationId === classificationId)?.name ?? classificationId;
  }

  async save(event) {
    const { classificationId, years, dateAttribute, outcome, noticeDays } = values(event);
    const body = { years: Number(years), dateAttribute: dateAttribute || undefined, outcome, noticeDays: Number(noticeDays) };
    try {
      await call('PUT', `/x/retention/${encoded(classificationId)}`, { siteId: this.siteId }, body);
      Object.assign(this, { edited: null, refused: null });
      toast(t('fk.saved'));
      this.read();
    } catch (failure) {
      this.refused = failure;
    }
  }

  async drop({ classificationId }) {
    const act = () => call('DELETE', `/x/retention/${encoded(classificationId)}`, { siteId: this.siteId });
    const heading = t('fk.retention.endHeading', { name: this.nameOf(classificationId) });
    if (await confirmed({ heading, text: t('fk.retention.endText'), label: t('fk.delete'), act })) this.read();
  }

  async keep(event) {
    const { keptUntil } = values(event);
    try {
      await call('POST', `/x/disposals/${encoded(this.deciding.documentId)}`, { siteId: this.siteId }, { decision: 'KEEP', keptUntil });
      Object.assign(this, { deciding: null, refused: null });
      this.read();
    } catch (failure) {
      this.refused = failure;
    }
  }

  async dispose({ documentId, path }) {
    const act = () => call('POST', `/x/disposals/${encoded(documentId)}`, { siteId: this.siteId }, { decision: 'PURGE' });
    if (
      await confirmed({ heading: t('fk.purge.heading', { name: lastName(path) || documentId }), text: t('fk.purge.text'), label: t('fk.purge'), act })
    )
      this.read();
  }

  body() {
    const { schedules, classes, look } = this.loaded;
    return html`<div class="stack"><div class="row"><p class="quiet">${t('fk.setup.retentionText')}</p>${
      classes.length === 0
        ? nothing
        : html`<button type="button" class="end" data-act="new-schedule" @click=${() => {
            Object.assign(this, {
              edited: { classificationId: classes[0].classificationId, years: 10, outcome: 'REVIEW', noticeDays: 30 },
              refused: null,
            });
          }}>${icon('plus')}${t('fk.retention.new')}</button>`
    }</div>
      ${classes.length === 0 ? html`<t-empty heading=${t('fk.retention.noClass')} text=${t('fk.retention.noClassText')}></t-empty>` : nothing}
      ${schedules.length === 0 ? nothing : this.schedules(schedules)}
      ${look?.endedDate ? html`<p class="quiet">${t('fk.retention.looked', { n: look.looked })} <t-time at=${iso(look.endedDate)}></t-time>${look.undated > 0 ? html` · <strong>${t('fk.retention.undated', { n: look.undated })}</strong>` : nothing}</p>` : nothing}
      <h2>${t('fk.disposals')}</h2>${this.disposals()}</div>${this.edited ? this.dialog() : nothing}${this.deciding ? this.keepDialog() : nothing}`;
  }

  schedules(schedules) {
    return rowsTable({
      caption: t('fk.setup.retention'),
      rows: schedules,
      columns: [
        { title: t('fk.retention.class'), cell: (each) => html`<strong class="cut">${this.nameOf(each.classificationId)}</strong>` },
        { title: t('fk.retention.kept'), cell: (each) => t('fk.retention.years', { n: each.years }) },
        { title: t('fk.retention.from'), cell: (each) => each.dateAttribute ?? t('fk.retention.added') },
        { title: t('fk.retention.then'), cell: (each) => t(`fk.retention.${each.outcome}`) },
        { title: t('fk.retention.notice'), cell: (each) => t('fk.retention.days', { n: each.noticeDays }) },
        {
          title: '',
          cell: (each) =>
            html`<span class="fk-acts"><button type="button" data-act="edit-schedule" @click=${() => {
              Object.assign(this, { edited: each, refused: null });
            }}>${icon('pencil')}${t('fk.policy.edit')}</button><button type="button" class="danger" data-act="drop-schedule" @click=${() => this.drop(each)}>${icon('trash')}${t('fk.delete')}</button></span>`,
        },
      ],
    });
  }

  disposals() {
    const { disposals } = this.loaded;
    if (disposals.length === 0) return html`<t-empty heading=${t('fk.disposals.none')} text=${t('fk.disposals.noneText')}></t-empty>`;
    return rowsTable({
      caption: t('fk.disposals'),
      rows: disposals,
      columns: [
        {
          title: t('fk.document'),
          cell: (each) =>
            html`<a class="cut" href=${documentLink({ siteId: this.siteId, documentId: each.documentId })}>${each.path ?? each.documentId}</a>`,
        },
        { title: t('fk.retention.class'), cell: (each) => this.nameOf(each.classificationId) },
        { title: t('fk.disposals.due'), cell: (each) => html`<time datetime=${each.due}>${each.due}</time>` },
        {
          title: t('fk.disposals.state'),
          cell: (each) =>
            html`<t-badge tone=${TONES[each.state]} text=${t(`fk.disposal.${each.state}`)}></t-badge>${each.state === 'KEPT' ? html` <span class="quiet">${each.keptUntil} · ${each.decidedBy}</span>` : nothing}`,
        },
        {
          title: '',
          cell: (each) =>
            html`<span class="fk-acts">${
              each.state === 'HELD'
                ? nothing
                : html`<button type="button" data-act="keep" @click=${() => {
                    Object.assign(this, { deciding: each, refused: null });
                  }}>${icon('restore')}${t('fk.disposals.keep')}</button>`
            }${['REVIEW', 'PURGE', 'EXPIRED'].includes(each.state) ? html`<button type="button" class="danger" data-act="dispose" @click=${() => this.dispose(each)}>${icon('trash')}${t('fk.purge')}</button>` : nothing}</span>`,
        },
      ],
    });
  }

  dialog() {
    const { edited } = this;
    const close = () => {
      this.edited = null;
    };
    const isNew = !this.loaded.schedules.includes(edited);
    const classes = isNew ? this.loaded.classes : this.loaded.classes.filter((each) => each.classificationId === edited.classificationId);
    return html`<t-dialog open heading=${t('fk.retention.new')} @close=${close}
      .content=${html`<form id="fk-retention" class="stack" @submit=${(event) => this.save(event)}>
        <t-field label=${t('fk.retention.class')} name="classificationId" type="select" value=${edited.classificationId} .options=${classes.map((each) => [each.classificationId, each.name])}></t-field>
        <t-field label=${t('fk.retention.kept')} name="years" type="number" min="1" max="200" required value=${String(edited.years)} hint=${t('fk.retention.yearsHint')}></t-field>
        <t-field label=${t('fk.retention.from')} name="dateAttribute" type="select" value=${edited.dateAttribute ?? ''} hint=${t('fk.retention.fromHint')} .options=${[['', t('fk.retention.added')], ...this.loaded.attributes.map(({ key }) => [key, key])]}></t-field>
        <t-field label=${t('fk.retention.then')} name="outcome" type="select" value=${edited.outcome} .options=${OUTCOMES.map((each) => [each, t(`fk.retention.${each}`)])}></t-field>
        <t-field label=${t('fk.retention.notice')} name="noticeDays" type="number" min="1" max="3650" required value=${String(edited.noticeDays)} hint=${t('fk.retention.noticeHint')}></t-field>
        ${this.refused ? html`<p class="problem" role="alert">${words(this.refused)}</p>` : nothing}</form>`}
      .actions=${html`<button type="button" @click=${close}>${t('ui.cancel')}</button><button type="submit" form="fk-retention" class="primary">${t('fk.save')}</button>`}></t-dialog>`;
  }

  keepDialog() {
    const close = () => {
      this.deciding = null;
    };
    return html`<t-dialog open heading=${t('fk.disposals.keepHeading', { name: lastName(this.deciding.path) || this.deciding.documentId })} @close=${close}
      .content=${html`<form id="fk-keep" class="stack" @submit=${(event) => this.keep(event)}><t-field label=${t('fk.disposals.until')} name="keptUntil" type="date" required focused
        error=${this.refused ? words(this.refused) : nothing}></t-field></form>`}
      .actions=${html`<button type="button" @click=${close}>${t('ui.cancel')}</button><button type="submit" form="fk-keep" class="primary">${t('fk.disposals.keep')}</button>`}></t-dialog>`;
  }
}

define('fk-setup-retention', SetupRetention);
