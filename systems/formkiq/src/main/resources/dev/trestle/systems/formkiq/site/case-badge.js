// How a state of a case looks.
import { html } from '/ui/element.js';
import { t } from '/ui/texts.js';
import '/ui/badge.js';

const TONES = {
  NEW: 'info',
  ASSIGNED: 'info',
  IN_PROGRESS: 'busy',
  ON_HOLD: 'plain',
  ESCALATED: 'bad',
  UNDER_REVIEW: 'warn',
  AWAITING_CLIENT_RESPONSE: 'warn',
  RESOLVED: 'good',
  CLOSED: 'good',
};

export const statusText = (status) => t(`fk.case.status.${status}`);

export const statusBadge = (status) => html`<t-badge tone=${TONES[status] ?? 'plain'} text=${statusText(status)}></t-badge>`;
