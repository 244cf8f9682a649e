/** What is wrong is said once, and each entry point calls the things in it by its own names. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { say } from '../../../src/core/lib/codes.js'
import { badRequest, DomainError, RefusedBecause } from '../../../src/core/lib/errors.js'
import { issuesOf, readAll } from '../../../src/core/lib/rows/read-all.js'
import { root } from '../../../src/root.js'

const onScreen = (name: string) => ({ url: 'Destination link', title: 'Title', post: 'pin' })[name] ?? name

test('a refusal names its field as the entry point does, and its message as the contract does', () => {
  const refused = badRequest('url', (of) => `${of('url')} must lead to a public website.`)
  expect(refused.message).toBe('url must lead to a public website.')
  expect(say(refused.sentence, onScreen)).toBe('Destination link must lead to a public website.')
  expect(say(new RefusedBecause('post_not_editable', { status: 'sent', verb: 'change' }).sentence, onScreen)).toBe(
    'The pin has been published: edit the published pin instead.',
  )
})

test('an everyday word that is a field elsewhere stays as it is', () => {
  const refused = badRequest('url', (of) => `${of('url')} and title differ.`)
  expect(say(refused.sentence, onScreen)).toBe('Destination link and title differ.')
})

test('each of several refusals is still named by whoever shows it', () => {
  const refuse = (field: string) => () => {
    throw badRequest(field, (of) => `${of(field)} is empty.`)
  }
  const caught = (() => {
    try {
      return readAll({ title: refuse('title'), url: refuse('url') })
    } catch (error) {
      return error
    }
  })()
  expect(caught).toBeInstanceOf(DomainError)
  const issues = issuesOf(caught as DomainError) // checked above
  expect(issues.map(({ sentence }) => say(sentence, onScreen))).toEqual(['Title is empty.', 'Destination link is empty.'])
})

/** A sentence that is written out: behind the field, in quotes of any kind. */
const WRITTEN =
  /\b(badRequest)\(\s*(?:'(?<name>[\w.]+)'|(?<variable>\w+)),\s*(?<quote>['`])(?<text>(?:\\.|(?!\k<quote>).)*)\k<quote>/gs
/** What only people who write requests know. */
const IN_CAMEL_CASE = /\b[a-z]+[A-Z]\w*/
const A_POST = /\b(?:an?|the|this|your|each|every|other) posts?\b|^Posts?\b/i

test.each(['src/core', 'src/media'])('no refusal in %s names a field or a post but through `of`', (folder) => {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const named = files.flatMap((file) =>
    [...readFileSync(path.join(root, folder, file), 'utf8').matchAll(WRITTEN)]
      .map(({ groups = {} }) => groups)
      .filter(({ name, variable, text = '' }) => {
        const own = text.replace(/\$\{[^}]*\}/g, '')
        const isField = name !== undefined && new RegExp(`^${name}\\b`).test(own)
        return (
          isField || IN_CAMEL_CASE.test(own) || A_POST.test(own) || (variable !== undefined && text.includes(`\${${variable}}`))
        )
      })
      .map(({ text }) => `${file}: ${text}`),
  )
  expect(named).toEqual([])
})

test('no sentence of a reason names a field or a post but through `of`', () => {
  const table = readFileSync(path.join(root, 'src/core/lib/reasons.ts'), 'utf8')
  const said = [
    ...table.matchAll(
      /(?:^const postChanged = |^ {4}says: ).*?(?=^\}|^ {4}(?:example|facts|agent|slack\w*|denial): |^ {2}\},)/gms,
    ),
  ]
  const literals = said.flatMap(([text]) =>
    [...text.matchAll(/(['`])((?:\\.|(?!\1).)*)\1/gs)].map(([, , literal = '']) => literal),
  )
  const sentences = literals.filter((literal) => literal.includes(' ')).map((literal) => literal.replace(/\$\{[^}]*\}/g, ''))
  expect(sentences.length).toBeGreaterThan(80)
  expect(sentences.filter((own) => IN_CAMEL_CASE.test(own) || A_POST.test(own))).toEqual([])
})
