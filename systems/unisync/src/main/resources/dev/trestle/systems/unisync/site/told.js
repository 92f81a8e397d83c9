import { t } from '/ui/texts.js';

/** What an entry of the activity says, in words. */
export function told({ action, details }) {
  const stage = details.stage ? t(`unisync.stage.${details.stage}`) : '';
  switch (action) {
    case 'status_change': return t('unisync.did.status_change', { stage, from: t(`unisync.status.${details.from}`), to: t(`unisync.status.${details.to}`) });
    case 'assignment': return details.assignedTo ? t('unisync.did.assignment', { stage, name: details.assignedToName ?? details.assignedTo }) : t('unisync.did.unassignment', { stage });
    case 'version_update': return t('unisync.did.version_update', { stage, version: details.version });
    case 'link_update': return t(details.value ? 'unisync.did.link_update' : 'unisync.did.link_removed', { field: t(details.field === 'modelUrl' ? 'unisync.model' : 'unisync.drawings') });
    default: {
      const more = Object.entries(details).filter(([name]) => name !== 'noteId').map(([name, value]) => (name === 'fileName' ? value : `${name}: ${value}`)).join(', ');
      return more ? `${t(`unisync.did.${action}`)}: ${more}` : t(`unisync.did.${action}`);
    }
  }
}
