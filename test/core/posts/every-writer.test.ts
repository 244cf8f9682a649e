/** Every statement that writes posts names what follows beside it, and every act on posts that are there ends with changed(). */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from '../../../src/root.js'

/** By file and function. */
const EXCUSES: Record<string, readonly string[]> = {
  'no new version: when it is due, by whom it is held and what was read of it is nothing that is told, shown or checked': [
    ...['accounts/hold.ts noteRefused', 'accounts/queue.ts holdQueue', 'accounts/queue.ts releaseQueue'],
    ...['insight/analytics/pin-days.ts noteRead', 'publish/claim/claim.ts takeSome', 'publish/late/pace.ts deferLate'],
    ...['publish/late/probes.ts tryOne', 'publish/late/unreported.ts notifyLate', 'publish/model/attempt.ts renew'],
    ...['publish/queue/hold-rest.ts hold', 'publish/queue/release-rest.ts release'],
    ...['publish/reconcile/read-back.ts writePlace', 'publish/reconcile/read-back.ts waitForBoard'],
    ...['publish/settle/recovered.ts readBackNext', 'publish/settle/settle.ts awaitReadBack'],
    ...['publish/tags.ts save', 'publish/tags.ts claimOf', 'care/restores/settle-compared.ts writeRequest'],
    ...['care/restores/settle-restored.ts readBackSent', 'care/restores/settle-restored.ts holdAccounts'],
    ...['slots/week/detach.ts detachPins', 'slots/week/reattach.ts writeSlots'],
  ],
  'a part of an act whose next write of the same posts is followed': [
    ...['posts/schedule/together.ts placeTogether', 'publish/settle/found.ts attachAsSent', 'posts/store.ts beginSeries'],
    ...['posts/undo/restore.ts restoreFields', 'posts/undo/restore.ts restoreDraft', 'posts/undo/restore.ts unscheduleAgain'],
    'posts/undo/restore.ts leaveGoneSections',
  ],
  'their account or organization goes, with its schedule, checks and cards': ['care/deletion/post-rows.ts deleteSomePosts'],
}
const excused = Object.values(EXCUSES).flat()

type Writer = { where: string; statement: string; body: string }

function listWriters(): Writer[] {
  const core = path.join(root, 'src', 'core')
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return files.sort().flatMap((name) => {
    const text = readFileSync(path.join(core, name), 'utf8')
    if (!WRITES.test(text)) return []
    const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
    const found: Writer[] = []
    const walk = (node: ts.Node, where: ts.Node): void => {
      const inside = nameOf(node) === undefined ? where : node
      if (ts.isTemplateLiteral(node) && WRITES.test(literalOf(node)))
        found.push({ where: `${name} ${nameOf(inside)}`, statement: literalOf(node), body: inside.getText() })
      ts.forEachChild(node, (child) => walk(child, inside))
    }
    walk(file, file)
    return found
  })
}

const WRITES = /\b(?:insert into|update|delete from) posts\b/
const nameOf = (node: ts.Node): string | undefined =>
  node.parent !== undefined &&
  ts.isSourceFile(node.parent.parent?.parent ?? node.parent) &&
  (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) &&
  node.name
    ? node.name.getText()
    : undefined
/** Its own text, without what is put into it. */
const literalOf = (node: ts.TemplateLiteral): string =>
  ts.isNoSubstitutionTemplateLiteral(node)
    ? node.text
    : [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('?')

const writers = listWriters()
const isFollowed = ({ body }: Writer) => /\b(?:following|rechecking|showing|show)\(/.test(body)

test('every writer of posts is followed, or excused for a reason that still holds', () => {
  expect(writers.length).toBeGreaterThan(40)
  const left = writers.filter((writer) => !isFollowed(writer))
  expect([...new Set(left.map(({ where }) => where))].sort()).toEqual([...excused].sort())
  expect(left.filter(({ statement }) => /\bversion\s*=/.test(statement)).map(({ where }) => where)).toEqual([])
})
