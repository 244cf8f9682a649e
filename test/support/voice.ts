/** The measurable rules of docs/voice.md, and the sentences that they are held against. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { root } from '../../src/root.js'

/** Words of one sentence. */
const MOST_WORDS = 26

/** What is said another way here, by a pattern, with what is said instead. */
const RETIRED: [RegExp, string][] = [
  [/\bthe platform\b/i, 'Pinterest'],
  [/\bGMT[+−-]\d/, 'the zone by name: “New York time”'],
  [/\b(?:is|are|was|were|be|being) told\b/i, 'who says what: “We’ll message you”'],
  [/\b(?:is|are) (?:asked of|looked for|taken as|told of)\b/i, 'the active'],
  [/\bTaken back\b/, '“Undone”'],
  [/\bhas its time\b/, '“Moved to …”'],
  [/\bis changed\.$/, '“Saved.”'],
  [/\boff the schedule\b/, '“Unscheduled”'],
  [/\bnot there any more\b/, '“was deleted”'],
  [/\bpassed over\b/, '“aren’t available”'],
  [/\bis no (?:week|day|number|verb)\b/, '“I didn’t understand …”'],
  [/\bmust lie in\b/, '“Pick a time in the future.”'],
  [/\bin place of\b/i, '“instead of”'],
  [/\bhears? (?:here|what|of)\b/i, '“go here”, “we’ll message you”'],
  [/\bStop telling\b/, '“Turn off”'],
  [/\bgives it a new time\b/, '“Pick a time.”'],
  [/\bevery so many\b/, 'the number'],
  [/\bFurther boards\b/, '“More boards”'],
  [/\bhas room\b/, '“slots are open”'],
  [/\bWhat did best\b/, '“Top pins”'],
  [/\bBoard made\b|\bMake board\b/, '“created”, “Create board”'],
  [/\bSpent:/, '“1 credit used”'],
  [/\bmade by hand\b/i, '“added manually”'],
  [/\bComes?\b(?= \d)|\bGoes\b(?= \d)/, '“Add”, “Remove”'],
  [/\bNumbers\b/, '“Stats”'],
  [/\bWho may do what\b/, '“Roles”'],
  [/\bOne moment\b/, '“Loading …”'],
  [/\bPin on the\b/, '“View on Pinterest”'],
  [/\bso that\b/i, 'two sentences'],
]

/** What is wrong with words that people read; empty where nothing is. */
export function voiceProblems(words: string): string[] {
  const retired = RETIRED.filter(([pattern]) => pattern.test(words)).map(([, better]) => `say ${better} in: ${words}`)
  const long = sentencesOf(words)
    .filter((sentence) => sentence.replace(LISTED, '').split(/\s+/).length > MOST_WORDS)
    .map((sentence) => `more than ${MOST_WORDS} words: ${sentence}`)
  return [...retired, ...long]
}

/** What a list of times is made of, with the place of each; and markup. */
const LISTED = /<[^>]*>,?|\d{1,2}:\d\d(?: [AP]M)?(?: \w+)?,?/g

const sentencesOf = (words: string): string[] => words.split(/(?<=[.!?:;])\s+|\n+|\s·\s/)

/** Times of day in what one view shows. */
const FORMS: Record<string, RegExp> = {
  '12 hours': /\b\d{1,2}:\d\d [AP]M\b/,
  '24 hours': /(?<![\d:])[012]\d:\d\d(?!:|\d| ?[AP]M)/,
  'Slack’s relative days': /(?<!day_divider)_pretty\}/,
  'an ISO date': /\b20\d\d-\d\d-\d\d \d\d:\d\d\b/,
  'day before month': /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? \d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/,
}

/** @returns the ways in which times are written, where there are several */
export function mixedTimes(texts: readonly string[]): string[] {
  const found = Object.entries(FORMS).flatMap(([name, form]) => (texts.some((words) => form.test(words)) ? [name] : []))
  return found.length > 1 || found.some((name) => name.startsWith('Slack') || name.startsWith('an ISO')) ? found : []
}

export type Said = { file: string; words: string }

/** Every text in the sources of these folders that has a space in it, but for what is logged, thrown as a fault, or imported. */
export function textsIn(folders: readonly string[]): Said[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => textsOf(path.join(folder, name))),
  )
}

function textsOf(file: string): Said[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Said[] = []
  const visit = (node: ts.Node): void => {
    if (isForNobody(node)) return
    const words = wordsOf(node)
    if (words !== undefined && /\S\s\S/.test(words) && /[a-z]{2}/.test(words)) found.push({ file, words })
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

/** A log line, a fault, a statement of SQL, what is imported. */
function isForNobody(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true
  if (ts.isTaggedTemplateExpression(node)) return /sql/.test(node.tag.getText())
  if (ts.isNewExpression(node)) return /^(?:Error|TypeError|RangeError|\w*Corrupt\w*)$/.test(node.expression.getText())
  return ts.isCallExpression(node) && /\blog\.(?:trace|debug|info|warn|error|fatal)$/.test(node.expression.getText())
}

function wordsOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}
