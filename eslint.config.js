import { existsSync } from 'node:fs'
import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'

/** A package of its own: without what it needs, its types are unknown. */
const CLIENT = existsSync(new URL('client/node_modules', import.meta.url)) ? 'client/src/generated/**' : 'client/**'

// Correctness only: the formatter decides about looks.
export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.pinslot/**', CLIENT] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'no-restricted-properties': [
        'error',
        {
          object: 'URL',
          property: 'canParse',
          message: 'Use isUrl or parseUrl: Node 20 refuses letters such as ü now and then.',
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ObjectExpression > SpreadElement > ObjectExpression',
          message: 'Name the properties themselves: inside a spread the compiler does not refuse one that the type has not.',
        },
      ],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // What people, pages and models send is matched in time that grows with its length, not with its square.
    files: ['src/**', 'blocks/**'],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': 'error', 'regexp/no-super-linear-move': 'error' },
  },
  {
    // A type in a comment is no cast for the linter; the compiler reads it (checkJs).
    files: ['**/*.js', '**/*.mjs'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
)
