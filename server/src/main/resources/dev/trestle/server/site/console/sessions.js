// Where somebody is signed in, as their own page and the administrators' show it.
import { html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import '/ui/all.js';

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
  [/Java/, 'Java'],
];
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];
const first = (list, agent) => list.find(([pattern]) => pattern.test(agent))?.[1];

/**
 * A device in few words; the whole text is what the program calls itself.
 * @param {string | null | undefined} agent
 * @returns {string}
 */
export function deviceOf(agent) {
  if (!agent) return t('sessions.unknown');
  const browser = first(BROWSERS, agent);
  const system = first(SYSTEMS, agent);
  if (!browser && !system) return agent.slice(0, 40);
  return [browser, system].filter(Boolean).join(' · ');
}

/**
 * A table of sessions.
 * @param {(cursor: string | null) => Promise<{rows: object[], next: string | null}>} load
 * @param {(session: object) => void} end what its button does
 */
export const sessionTable = (load, end) => html`<t-table caption=${t('sessions.title')} .load=${load} .rowKey=${(session) => session.sessionId}
  .empty=${{ heading: t('sessions.none'), text: '' }} .columns=${[
    {
      title: t('sessions.device'),
      cell: (session) =>
        html`<span title=${session.agent ?? ''}>${deviceOf(session.agent)}</span>${session.current ? html` <t-badge tone="good" text=${t('sessions.current')}></t-badge>` : nothing}`,
    },
    { title: t('sessions.address'), cell: (session) => html`<span class="mono">${session.address || '–'}</span>` },
    { title: t('ui.tenant'), cell: (session) => session.tenant ?? '–' },
    { title: t('sessions.used'), cell: (session) => html`<t-time at=${session.usedAt}></t-time>` },
    { title: t('sessions.begun'), cell: (session) => html`<t-time at=${session.createdAt}></t-time>` },
    {
      title: t('ui.actions'),
      cell: (session) =>
        html`<button type="button" class="danger" data-act="end-session" aria-label="${t('sessions.end')} ${deviceOf(session.agent)}" @click=${() => end(session)}>${t('sessions.end')}</button>`,
    },
  ]}></t-table>`;
