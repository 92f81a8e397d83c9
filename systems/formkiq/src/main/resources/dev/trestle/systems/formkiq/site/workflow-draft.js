// The steps of a workflow while they are edited: as fields, and as the API has them.

/** The types of actions that a step may be, beside a queue. */
export const ACTIONS = [
  'OCR',
  'FULLTEXT',
  'MALWARE_SCAN',
  'IDP',
  'DATA_CLASSIFICATION',
  'DOCUMENTTAGGING',
  'NOTIFICATION',
  'WEBHOOK',
  'PDFEXPORT',
  'RESIZE',
  'PUBLISH',
  'EVENTBRIDGE',
  'ANTIVIRUS',
];

/** The parameters that people fill in, by type; those with an asterisk are wanted. Of each: its name, and whether it has several lines. */
export const PARAMETERS = {
  OCR: [['ocrNumberOfPages'], ['addPdfDetectedCharactersAsText']],
  FULLTEXT: [['characterMax']],
  IDP: [['mappingId']],
  DATA_CLASSIFICATION: [['llmPromptEntityName']],
  DOCUMENTTAGGING: [['tags'], ['engine']],
  NOTIFICATION: [['notificationType'], ['notificationToCc'], ['notificationToBcc'], ['notificationSubject'], ['notificationText', true]],
  WEBHOOK: [['url']],
  RESIZE: [['width'], ['height'], ['outputType'], ['path']],
  EVENTBRIDGE: [['eventBusName']],
};

export const OPTIONS = {
  notificationType: ['email'],
  engine: ['chatgpt'],
  outputType: ['png', 'jpeg', 'gif', 'bmp', 'tif'],
  addPdfDetectedCharactersAsText: ['', 'true'],
};

const lines = (text) =>
  text
    .split(/[\n,]/)
    .map((each) => each.trim())
    .filter(Boolean);

/** A name for a step that no other has. */
export function freeId(steps) {
  for (let i = 1; ; i++) {
    const id = `step-${i}`;
    if (!steps.some(({ stepId }) => stepId === id)) return id;
  }
}

/** @param {any[]} steps @param {string} type @param {string} queueId */
export const newStep = (steps, type, queueId = '') => ({
  stepId: freeId(steps),
  type,
  queueId,
  groups: '',
  parameters: type === 'NOTIFICATION' ? { notificationType: 'email' } : type === 'DOCUMENTTAGGING' ? { engine: 'chatgpt' } : {},
  approve: '',
  reject: '',
});

/** A step of the API as its fields; what the form has no field for is kept as it is. */
export function draftOf(step) {
  const after = (type) => (step.decisions ?? []).find((each) => each.type === type)?.nextStepId ?? '';
  const queueId = step.queue?.queueId ?? (step.action?.type === 'QUEUE' ? step.action.queueId : undefined);
  return {
    stepId: step.stepId,
    type: queueId === undefined ? step.action.type : 'QUEUE',
    queueId: queueId ?? '',
    groups: (step.queue?.approvalGroups ?? []).join('\n'),
    parameters: { ...step.action?.parameters },
    approve: after('APPROVE'),
    reject: after('REJECT'),
  };
}

/** The fields as a step of the API. */
export function stepOf(draft) {
  const decisions = [
    ...(draft.approve ? [{ type: 'APPROVE', nextStepId: draft.approve }] : []),
    ...(draft.reject && draft.type === 'QUEUE' ? [{ type: 'REJECT', nextStepId: draft.reject }] : []),
  ];
  const groups = lines(draft.groups);
  const given = Object.entries(draft.parameters).filter(([, value]) => value !== '');
  return {
    stepId: draft.stepId,
    ...(draft.type === 'QUEUE'
      ? { queue: { queueId: draft.queueId, ...(groups.length > 0 ? { approvalGroups: groups } : {}) } }
      : { action: { type: draft.type, ...(given.length > 0 ? { parameters: Object.fromEntries(given) } : {}) } }),
    ...(decisions.length > 0 ? { decisions } : {}),
  };
}

/**
 * Where a step leads to.
 * @param {any[]} drafts @param {number} at
 * @returns {{approve: string | null, reject: string | null}} ids of steps; null where the workflow ends
 */
export function arrows(drafts, at) {
  const draft = drafts[at];
  const known = (id) => (drafts.some(({ stepId }) => stepId === id) ? id : null);
  return {
    approve: draft.approve ? known(draft.approve) : (drafts[at + 1]?.stepId ?? null),
    reject: draft.type === 'QUEUE' && draft.reject ? known(draft.reject) : null,
  };
}

/** Puts a step in another place. Steps that a removed one was named by go on with what follows them. */
export function moved(drafts, from, to) {
  const rest = drafts.filter((_, i) => i !== from);
  return to < 0 ? rest.map((each) => unnamed(each, drafts[from].stepId)) : [...rest.slice(0, to), drafts[from], ...rest.slice(to)];
}

const unnamed = (draft, gone) => ({
  ...draft,
  approve: draft.approve === gone ? '' : draft.approve,
  reject: draft.reject === gone ? '' : draft.reject,
});
