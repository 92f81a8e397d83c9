import { define, html } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { setQuery } from '/ui/router.js';
import { t } from '/ui/texts.js';
import '/ui/table.js';
import '/ui/time.js';
import '/ui/field.js';
import { page } from './api.js';
import { told } from './told.js';

/** What was done lately, to anything. */
class Activity extends Page {
  willUpdate(changed) {
    if (changed.has('query')) {
      const days = this.query.get('days') ?? '7';
      this.read = async (cursor) => {
        const answer = await page(`/activity/recent?days=${encodeURIComponent(days)}&limit=50${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
        return { rows: answer.data, next: answer.next };
      };
    }
  }

  render() {
    const columns = [
      { title: t('unisync.when'), cell: (row) => html`<t-time at=${row.createdAt}></t-time>` },
      { title: t('unisync.showset'), cell: (row) => (row.showSetId ? html`<a class="mono" href="/unisync?showset=${encodeURIComponent(row.showSetId)}">${row.showSetId}</a>` : '–') },
      { title: t('unisync.who'), cell: (row) => row.userName },
      { title: t('unisync.what'), cell: (row) => told(row) }];
    return html`<div class="page-head"><h1>${t('unisync.activity')}</h1><div class="end"><t-field label=${t('unisync.days')} type="select" name="days" value=${this.query.get('days') ?? '7'}
      .options=${['1', '7', '30'].map((each) => [each, each])} @change=${(e) => setQuery({ days: e.target.value })}></t-field></div></div>
      <div class="card"><t-table caption=${t('unisync.activity')} .load=${this.read} .columns=${columns}></t-table></div>`;
  }
}

define('unisync-activity', Activity);
