import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { rowsTable } from '/ui/table.js';
import { call, encoded } from './api.js';
import { EditingPart } from './setup-editing.js';

/** The queues of a site: where documents wait for somebody's decision. */
class SetupQueues extends EditingPart {
  async load(options) {
    return (await call('GET', '/x/queues', { siteId: this.siteId }, undefined, options)).queues;
  }

  async save(event) {
    event.preventDefault();
    await this.send('POST', '/queues', { siteId: this.siteId }, { name: this.edited.name.trim() });
  }

  body() {
    const queues = this.loaded;
    return html`<div class="stack"><div class="row"><p class="quiet">${t('fk.setup.queuesText')}</p>${this.beginner('new-queue', t('fk.queue.new'), () => ({ name: '' }))}</div>
      ${queues.length === 0 ? html`<t-empty heading=${t('fk.queue.noQueues')} text=${t('fk.queue.noQueuesText')}></t-empty>` : this.table(queues)}</div>${this.edited ? this.form() : nothing}`;
  }

  table(queues) {
    return rowsTable({
      caption: t('fk.setup.queues'),
      rows: queues,
      columns: [
        {
          title: t('fk.name'),
          cell: ({ name, queueId }) => html`<a class="cut" href="/formkiq/${encoded(this.siteId)}/queues/${encoded(queueId)}">${name}</a>`,
        },
        { title: t('fk.queue.waiting'), number: true, cell: ({ waiting, isMore }) => (isMore ? `${waiting}+` : waiting) },
        {
          title: '',
          cell: ({ name, queueId }) =>
            this.acts({
              name: queueId,
              drop: () =>
                this.drop(t('fk.queue.deleteHeading', { name }), t('fk.queue.deleteText'), `/queues/${encoded(queueId)}`, { siteId: this.siteId }),
            }),
        },
      ],
    });
  }

  form() {
    return this.dialog({
      id: 'fk-queue',
      heading: t('fk.queue.new'),
      save: (event) => this.save(event),
      fields: (error) =>
        html`<t-field focused label=${t('fk.name')} name="name" required maxlength="200" value=${this.edited.name} error=${error('name')} @input=${(
          event,
        ) => {
          this.edited = { ...this.edited, name: event.target.value };
        }}></t-field>`,
    });
  }
}

define('fk-setup-queues', SetupQueues);
