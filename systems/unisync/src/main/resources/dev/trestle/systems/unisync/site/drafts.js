// Panels in which something is typed and not saved. They outlive the board: to close a panel, to open another ShowSet or another page loses nothing.
import { isDrafted } from '/ui/draft.js';
import { isEdited } from '/ui/field.js';
import './panel.js';

const panels = new Map();

const keyOf = (userId, showSetId) => JSON.stringify([userId, showSetId]);

/** The panel of a ShowSet, with what this user has typed into it before. */
export function openPanel(userId, showSetId) {
  const key = keyOf(userId, showSetId);
  if (!panels.has(key)) panels.set(key, Object.assign(document.createElement('unisync-panel'), { className: 'us-panel', showSetId }));
  return panels.get(key);
}

/** It is not shown any more; what is not saved in it is kept. */
export function leavePanel(panel) {
  if (!isEdited(panel)) dropPanel(panel);
}

/** With what is typed in it. */
export function dropPanel(panel) {
  panels.forEach((each, key) => {
    if (each === panel) panels.delete(key);
  });
}

/** The same panel, now that its ShowSet has another id. */
export function renamePanel(panel, userId, showSetId) {
  dropPanel(panel);
  panels.set(keyOf(userId, showSetId), panel);
}

/** Also what was typed before the tab was loaded anew. */
export const hasDraft = (userId, showSetId) =>
  panels.has(keyOf(userId, showSetId)) || ['note', 'edit', 'links'].some((form) => isDrafted(`unisync.${form}.${showSetId}`));

addEventListener('beforeunload', (event) => {
  if ([...panels.values()].some(isEdited)) event.preventDefault();
});
