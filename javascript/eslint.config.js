import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: 'module', globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-console': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-self-compare': 'error',
      'no-unreachable-loop': 'error',
      'no-promise-executor-return': 'error',
      'no-unused-vars': ['error', { caughtErrors: 'none', ignoreRestSiblings: true }],
      'no-shadow': 'error',
      'no-use-before-define': ['error', { functions: false, classes: false, variables: false }],
      'object-shorthand': 'error',
      'prefer-template': 'error',
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map((property) => ({
          property,
          message: 'Text from outside becomes markup: use a template.',
        })),
      ],
      'no-restricted-globals': ['error', { name: 'event', message: 'Take the event as a parameter.' }],
    },
  },
  { files: ['**/javascript/**'], languageOptions: { globals: globals.node }, rules: { 'no-console': 'off' } },
];
