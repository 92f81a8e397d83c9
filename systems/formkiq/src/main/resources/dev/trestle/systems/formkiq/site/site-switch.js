import { define, Element, html, nothing } from '/ui/element.js';
import { navigate } from '/ui/router.js';
import { t } from '/ui/texts.js';
import { encoded, siteTitle } from './api.js';

/** The site that is shown, and a choice of others where there are several: <fk-site-switch .sites .site page="files">. */
class SiteSwitch extends Element {
  static properties = { sites: { attribute: false }, site: { attribute: false }, page: {} };

  render() {
    if (!this.site || (this.sites ?? []).length < 2) return nothing;
    return html`<label class="fk-site"><span class="sr-only">${t('fk.site')}</span><select @change=${(event) => navigate(`/formkiq/${encoded(event.target.value)}/${this.page}`)}>
      ${this.sites.map((each) => html`<option value=${each.siteId} .selected=${each.siteId === this.site.siteId}>${siteTitle(each)}</option>`)}</select></label>`;
  }
}

define('fk-site-switch', SiteSwitch);
