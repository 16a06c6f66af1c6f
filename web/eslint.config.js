import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  {
    ignores: [
      'node_modules/',
      'src/paraglide/',
      'src/rules/generated/',
      'src/games/*/offline/generated/',
      'src/wire/generated/',
      '../src/tinplate/page/',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      eqeqeq: 'error',
      'svelte/no-navigation-without-resolve': 'off', // that is of SvelteKit, which we do not use
      'svelte/prefer-svelte-reactivity': 'off', // values are replaced here, not changed
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-globals': ['error', { name: 'fetch', message: 'src/wire/http.ts has types.' }],
    },
  },
  {
    files: ['src/wire/http.ts', 'service-worker.js'],
    rules: { 'no-restricted-globals': 'off' },
  },
  { files: ['service-worker.js'], languageOptions: { globals: { ...globals.serviceworker } } },
);
