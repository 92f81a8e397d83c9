// The stages of a ShowSet in the order of work, the statuses that they may have, and the areas.
export const STAGES = ['screen', 'structure', 'integrated', 'inBim360', 'drawing2d'];
export const STATUSES = ['not_started', 'in_progress', 'complete', 'on_hold', 'client_review', 'engineer_review', 'revision_required'];
export const AREAS = ['311', '312'];
