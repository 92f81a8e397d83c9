// The types of actions that people add, and what each of them asks for.
import { html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';

/** What a type asks for: [parameter, type of field, whether it has to be there]. */
const FIELDS = {
  OCR: [
    ['ocrNumberOfPages', 'number'],
    ['addPdfDetectedCharactersAsText', 'yes'],
  ],
  FULLTEXT: [['characterMax', 'number']],
  MALWARE_SCAN: [],
  IDP: [['mappingId', 'mapping', true]],
  PUBLISH: [],
  WEBHOOK: [['url', 'url', true]],
  NOTIFICATION: [
    ['notificationToCc', 'text'],
    ['notificationToBcc', 'text'],
    ['notificationSubject', 'text', true],
    ['notificationText', 'textarea', true],
  ],
  EVENTBRIDGE: [['eventBusName', 'text', true]],
  RESIZE: [
    ['width', 'text', true],
    ['height', 'text', true],
    ['outputType', 'picture'],
  ],
  PDFEXPORT: [],
  DOCUMENTTAGGING: [['tags', 'text', true]],
  DATA_CLASSIFICATION: [['llmPromptEntityName', 'text', true]],
};

/** What goes with a type without being asked for. */
const GIVEN = { NOTIFICATION: { notificationType: 'email' }, DOCUMENTTAGGING: { engine: 'chatgpt' } };

export const actionName = (type) => t(`fk.action.type.${type}`);

export const actionTypes = () => Object.keys(FIELDS).map((type) => [type, actionName(type)]);

const optionsOf = (kind, mappings) => {
  if (kind === 'picture') return [['', t('fk.action.same')], ...['png', 'jpeg', 'gif', 'tif', 'bmp'].map((each) => [each, each])];
  if (kind === 'mapping') return mappings.map(({ mappingId, name }) => [mappingId, name]);
  return [
    ['', t('fk.no')],
    ['true', t('fk.yes')],
  ];
};

/** The fields of a type; what was refused stands at its field. */
export function actionFields(type, { mappings, errorOf }) {
  return (FIELDS[type] ?? []).map(([name, kind, isRequired]) => {
    const isChoice = ['picture', 'mapping', 'yes'].includes(kind);
    const hint = ['notificationToCc', 'width', 'characterMax', 'ocrNumberOfPages', 'tags'].includes(name) ? t(`fk.action.hint.${name}`) : null;
    return html`<t-field label=${t(`fk.action.parameter.${name}`)} name=${name} type=${isChoice ? 'select' : kind} maxlength=${kind === 'number' ? nothing : 2000}
      .options=${isChoice ? optionsOf(kind, mappings) : nothing} hint=${hint ?? nothing} error=${errorOf(name) ?? nothing} ?required=${isRequired && !isChoice}></t-field>`;
  });
}

/** The action of a form. */
export function actionOf({ type, ...given }) {
  const parameters = { ...(GIVEN[type] ?? {}) };
  for (const [name] of FIELDS[type] ?? []) {
    const value = given[name]?.trim();
    if (value) parameters[name] = value;
  }
  return { type, ...(Object.keys(parameters).length > 0 ? { parameters } : {}) };
}
