/** What the documents name exists, and the commands in them are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../src/root.js'
import { anchorsOf, leadsSomewhere } from './support/markdown.js'

const PUBLISHING = 'src/core/publish/README.md'
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'client/README.md',
  'deploy/README.md',
  PUBLISHING,
  ...list('docs').filter((name) => name.endsWith('.md')),
]
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')

function list(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name.replaceAll(path.sep, '/')}`,
  )
}

/** A page may name a file of a folder that it speaks of without its folder. */
const sources = new Set(['src', 'blocks'].flatMap(list).map((name) => path.posix.basename(name)))

test.each(documents)('every file and folder that %s names exists', (name) => {
  const named = [
    ...read(name).matchAll(/`((?:src|blocks|test|bench|docs|migrations|scripts)\/[\w./-]*|[\w-]+\.(?:yml|ts|md))`/g),
  ].map((match) => match[1]!)
  const missing = named.filter(
    (one) =>
      ![one, `docs/${one}`, path.join(path.dirname(name), one)].some((place) => existsSync(path.join(root, place))) &&
      !(one.endsWith('.ts') && sources.has(one)),
  )
  expect(missing).toEqual([])
})

test.each(documents)('every picture, page and section that %s leads to exists', (name) => {
  // an address of the service begins with a slash
  const links = [...read(name).matchAll(/\]\((?!https?:|\/)([^)]+)\)/g)].map((match) => match[1]!)
  const wrong = links.filter(
    (link) => !leadsSomewhere(link.startsWith('#') ? name + link : path.posix.join(path.posix.dirname(name), link)),
  )
  expect(wrong).toEqual([])
})

test('the documents stay small enough to be read: at most 45 files and 50,000 words', () => {
  const pages = list('docs').filter((name) => name.endsWith('.md'))
  // A word has a letter or a digit: the bars of a table are none.
  const words = pages.flatMap((name) => read(name).split(/\s+/)).filter((word) => /[\p{L}\p{N}]/u.test(word))
  expect(pages.length).toBeLessThanOrEqual(45)
  expect(words.length).toBeLessThanOrEqual(50_000)
})

test('every section that a sentence for the operator names is in its document', () => {
  const texts = ['src', 'deploy'].flatMap(list).filter((name) => /\.(?:ts|yml)$/.test(name))
  const named = [...texts, '.env.example'].map(read).flatMap((text) => [
    ...[...text.matchAll(/(docs\/[\w-]+\.md), "([^"]+)"/g)].map(([whole, document, section]) => ({ whole, document, section })),
    ...[...text.matchAll(/"([^"]+)" in (docs\/[\w-]+\.md)/g)].map(([whole, section, document]) => ({
      whole,
      document,
      section,
    })),
  ])
  expect(named.length).toBeGreaterThan(10)
  const hasSection = (document: string, section: string) =>
    readFileSync(path.join(root, document), 'utf8')
      .split('\n')
      .some((line) => line.startsWith('#') && line.replace(/^#+ /, '') === section)
  expect(named.filter(({ document = '', section = '' }) => !hasSection(document, section)).map(({ whole }) => whole)).toEqual([])
})

test('each way of installing, and the way to access at Pinterest, has at most twelve steps, in order', () => {
  const [, ...sections] = read('docs/install.md').split(/^## /m)
  const steps = sections.map((text) =>
    [...(text.split(/^### /m)[0] ?? '').matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number)),
  )
  const counted = steps.filter(({ length }) => length > 0)
  expect(counted.length).toBe(4)
  for (const numbers of counted) {
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    expect(numbers.length).toBeLessThanOrEqual(12)
  }
})

test('the contents of a long page name each of its sections', () => {
  const pages = documents.filter((name) => read(name).includes('**Contents.**'))
  expect(pages).toContain('docs/operating.md')
  const missing = pages.flatMap((name) => {
    const [, contents = ''] = /\*\*Contents\.\*\*([^]*?)\n\n/.exec(read(name)) ?? []
    const sections = [...read(name).matchAll(/^## (.+)$/gm)].map(([, title = '']) => title)
    return sections
      .filter((title) => !contents.includes(`(#${[...anchorsOf(`## ${title}`)].join()})`))
      .map((title) => `${name}: ${title}`)
  })
  expect(missing).toEqual([])
})

test('the page of publishing has every state of an attempt, in its table and in its picture, and every folder beside it', () => {
  const page = read(PUBLISHING)
  const checks = list('migrations')
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .flatMap((file) => [...read(file).matchAll(/check \(state in \(('claimed', [^)]+)\)\)/g)])
  const named = [...checks.at(-1)![1]!.matchAll(/'(\w+)'/g)].map((match) => match[1]!)
  const table = page.slice(page.indexOf('## The states of an attempt'), page.indexOf('```mermaid'))
  expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1]!).sort()).toEqual([...named].sort())
  const picture = page.slice(page.indexOf('```mermaid'), page.indexOf('## The way'))
  const drawn = new Set([...picture.matchAll(/^ {2}(\w+) --> |--> (\w+)/gm)].map((match) => match[1] ?? match[2]!))
  expect([...drawn].sort()).toEqual([...named].sort())
  const folders = readdirSync(path.join(root, path.dirname(PUBLISHING)), { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  )
  expect(folders.map(({ name }) => name).filter((name) => !page.includes(`\`${name}/`))).toEqual([])
})

test('every script of package.json has its line in the README, and the README names no other', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> } // package.json is npm's to check
  const readme = read('README.md')
  const named = [...readme.matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g)].map((match) => match[1] ?? match[2]!)
  expect([...new Set(named)].sort()).toEqual(
    Object.keys(scripts)
      .filter((name) => name !== 'prepare')
      .sort(),
  )
})

test('every variable that the configuration reads stands in .env.example, and no other', () => {
  const read_ = [...read('src/config/config.ts').matchAll(/\b([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|HOST)\b(?=:)/g)].map(
    (match) => match[1]!,
  )
  const documented = [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1]!)
  expect([...new Set(documented)].sort()).toEqual([...new Set(read_)].sort())
})
