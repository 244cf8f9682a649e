/** The rules that a reader would otherwise have to remember: read from the import lines and the text of src and blocks. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ESLint, type Linter } from 'eslint'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from '../src/root.js'
import { ELSEWHERE } from '../vitest.config.js'
import { leadsSomewhere } from './support/markdown.js'

type SourceFile = { name: string; text: string; imports: string[]; packages: string[] }

const files: SourceFile[] = ['src', 'blocks'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => read(path.join(folder, name).replaceAll(path.sep, '/'))),
)

function read(name: string): SourceFile {
  const text = readFileSync(path.join(root, name), 'utf8')
  const specifiers = [
    ...text.matchAll(/(?:^|\n)\s*(?:import|export)\b[^'"\n;]*?(?:\n[^'"\n;]*?)*?from\s+'([^']+)'/g),
    ...text.matchAll(/import\(\s*'([^']+)'\s*\)/g),
    ...text.matchAll(/(?:^|\n)import\s+'([^']+)'/g),
  ].map((match) => match[1]!)
  const imports = specifiers
    .filter((one) => one.startsWith('.'))
    .map((one) => path.posix.join(path.posix.dirname(name), one).replace(/\.js$/, '.ts'))
  return { name, text, imports, packages: specifiers.filter((one) => !one.startsWith('.')) }
}

/** A folder is `src/http`, `blocks`, `src/core`; each file at the top of src is one by itself: `src/deps.ts` is `deps`. */
function folderOf(name: string): string {
  if (name.startsWith('blocks/')) return 'blocks'
  const [, folder = ''] = name.split('/')
  return folder.replace(/\.ts$/, '')
}

const DURATION = 'src/core/lib/duration.ts'

const ADAPTERS = ['db', 'platform', 'storage', 'media', 'mail', 'webhooks', 'writer', 'tracing', 'web', 'charts', 'metrics']
const SERVES_THE_CORE = { folders: ['core'], because: 'an adapter serves the core and knows no entry point' }

/** What each folder may import besides itself, and why. */
const MAY_IMPORT: Record<string, { folders: string[]; because: string }> = {
  core: { folders: [], because: 'the core knows no entry point and no adapter' },
  ...Object.fromEntries(ADAPTERS.map((folder) => [folder, SERVES_THE_CORE])),
  blocks: { folders: ['core'], because: 'a view is made of values of the core alone' },
  http: { folders: ['core', 'root'], because: 'entry points know neither each other nor an adapter' },
  mcp: { folders: ['core', 'http'], because: 'its tools are operations of /v1, and know no other entry point and no adapter' },
  slack: { folders: ['core', 'blocks'], because: 'entry points know neither each other nor an adapter' },
  jobs: { folders: ['core'], because: 'loops know neither an entry point nor an adapter' },
  root: { folders: [], because: 'it says where the sources are' },
  log: { folders: ['core', 'tracing'], because: 'it is an adapter, and each of its lines says what it was written for' },
  config: { folders: ['core', 'db', 'storage'], because: 'configuration is read before anything is made' },
  sandbox: {
    folders: ['core', 'db', 'http', 'slack', 'blocks', 'jobs', 'root'],
    because: 'a stand-in knows what it stands for, and not how the process is put together',
  },
  service: {
    folders: ['core', 'config', 'db', 'storage', 'slack', 'sandbox', 'root'],
    because: 'parts of the process are below what puts them together',
  },
  deps: {
    folders: [
      ...['core', 'config', 'service', 'sandbox', 'slack', 'root'],
      ...['charts', 'db', 'mail', 'media', 'metrics', 'platform', 'storage', 'tracing', 'web', 'webhooks', 'writer'],
    ],
    because: 'deps are made before anything listens',
  },
  start: {
    folders: ['core', 'config', 'service', 'deps', 'db', 'metrics', 'http', 'mcp', 'jobs', 'sandbox', 'slack', 'root'],
    because: 'what starts the service is below the process alone',
  },
  cli: {
    folders: ['core', 'config', 'service', 'deps', 'log'],
    because: 'a command is one more entry point: it asks the core, and starts no service',
  },
  main: {
    folders: ['core', 'config', 'service', 'start', 'log'],
    because: 'the process starts the service, and makes nothing itself',
  },
}

test('an import points down', () => {
  const wrong = files.flatMap(({ name, imports }) => {
    const folder = folderOf(name)
    const rule = MAY_IMPORT[folder]
    if (!rule) return [`${name}: the folder ${folder} has no layer yet`]
    return imports
      .filter((one) => folderOf(one) !== folder && !rule.folders.includes(folderOf(one)))
      .map((one) => `${name} imports ${one}, but ${rule.because}`)
  })
  expect(wrong).toEqual([])
})

test('the picture of docs/architecture.md has every arrow between the folders that it names, and no other', () => {
  const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
  const drawn = [...page.matchAll(/^ {2}(\w+) --> ([\w &]+)$/gm)].flatMap(([, from, to]) =>
    to!.split(' & ').map((one) => `${from} --> ${one}`),
  )
  const imported = new Set(
    files.flatMap(({ name, imports }) =>
      imports.flatMap((one) => (folderOf(one) === folderOf(name) ? [] : [`${folderOf(name)} --> ${folderOf(one)}`])),
    ),
  )
  expect(drawn.sort()).toEqual([...imported].sort())
})

/**
 * `@orama/stemmers` is functions from word to word, a file a language: rules of relevance as luxon's are of time. `entities` is the table of
 * HTML's character references: what a platform may write in place of a character when it is asked for a pin again. `p-limit` is how much is
 * done at once; `dataloader` makes one call of many.
 * `csv-parse` and `csv-stringify` are text to rows and rows to text. `eld` tells the language of a few words. `ipaddr.js` is an
 * address to its range. `tldts` is the list of public suffixes: which part of a host somebody owns.
 */
const CORE_LIBRARIES =
  /^(?:luxon|zod|entities|p-limit|dataloader|ipaddr\.js|csv-parse(?:\/sync)?|csv-stringify\/sync|eld\/extrasmall|tldts|@orama\/stemmers\/\w+)$/

test('the core uses node, luxon, zod, stemmers, eld, entities, ipaddr.js, tldts, csv, p-limit and dataloader, and postgres.js only as a type of its ports', () => {
  const wrong = files
    .filter(({ name }) => folderOf(name) === 'core')
    .flatMap(({ name, packages }) =>
      packages
        .filter(
          (one) =>
            !one.startsWith('node:') && !CORE_LIBRARIES.test(one) && !(one === 'postgres' && name === 'src/core/ports/deps.ts'),
        )
        .map((one) => `${name} imports ${one}`),
    )
  expect(wrong).toEqual([])
})

test('the ports of the core are types, and import nothing else of it', () => {
  const wrong = files
    .filter(({ name }) => name.startsWith('src/core/ports/'))
    .flatMap(({ name, imports }) =>
      imports.filter((one) => !one.startsWith('src/core/ports/')).map((one) => `${name} imports ${one}`),
    )
  expect(wrong).toEqual([])
})

test('an adapter takes ports and errors from the core, everything else as types', () => {
  const tools = [
    'work/child',
    'work/concurrency',
    'database-away',
    'duration',
    'work/fair-semaphore',
    'http/no-answer',
    'http/retry-after',
    'http/same-site',
    'work/in-flight',
    'prose/amount',
    'prose/money-marks',
    'prose/moneys-in',
    'http/parse-url',
    'prose/sentences',
    'prose/text-of-html',
    'http/public-address',
    'retry',
    'temp-file',
    'timeout',
  ].map((one) => `src/core/lib/${one}.ts`) // no rules
  const allowed = [
    'src/core/ports/deps.ts',
    'src/core/ports/platform.ts',
    'src/core/ports/answer-about.ts',
    'src/core/lib/codes.ts',
    'src/core/lib/errors.ts',
    'src/core/lib/reasons.ts',
    ...tools,
  ]
  const wrong = files
    .filter(({ name }) => [...ADAPTERS, 'log'].includes(folderOf(name)))
    .flatMap(({ name, text, imports }) =>
      imports
        .filter((one) => folderOf(one) === 'core' && !allowed.includes(one) && !isTypeOnly(name, text, one))
        .map((one) => `${name} imports ${one}, but rules of the core run in the core alone`),
    )
  expect(wrong).toEqual([])
})

test('a view takes types from the core and from @slack/types, nothing that runs but zod for what it remembers', () => {
  const wrong = files
    .filter(({ name }) => folderOf(name) === 'blocks')
    .flatMap(({ name, text, imports, packages }) => [
      ...imports
        .filter((one) => folderOf(one) === 'core' && !isTypeOnly(name, text, one))
        .map((one) => `${name} imports ${one}, but a view is made of values and runs no operation`),
      ...packages
        .filter((one) => one !== '@slack/types' && !(one === 'zod' && name.endsWith('memory.ts')))
        .map((one) => `${name} imports ${one}, but a view needs no library`),
    ])
  expect(wrong).toEqual([])
})

test('what a view remembers is parsed in one place', () => {
  const wrong = files
    .filter(({ name, text }) => ['blocks', 'slack'].includes(folderOf(name)) && /JSON\.parse\(\w+\.private_metadata/.test(text))
    .map(({ name }) => `${name} parses private_metadata: read it by the memory of its feature`)
  expect(wrong).toEqual([])
})

test('an entry point reaches the database, pictures and other machines through its deps', () => {
  const adapters = ['postgres', 'undici', 'sharp', 'pino', 'echarts', '@resvg/resvg-js', 'prom-client']
  const wrong = files
    .filter(({ name }) => ['http', 'mcp', 'slack', 'jobs'].includes(folderOf(name)))
    .flatMap(({ name, packages }) =>
      packages.filter((one) => adapters.includes(one)).map((one) => `${name} imports ${one}, which belongs to an adapter`),
    )
  expect(wrong).toEqual([])
})

test('no two files import each other in a cycle, types counted', () => {
  const of = new Map(files.map(({ name, imports }) => [name, imports]))
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (name: string, trail: string[]) => {
    if (trail.includes(name)) return void cycles.push([...trail.slice(trail.indexOf(name)), name].join(' -> '))
    if (done.has(name)) return
    for (const next of of.get(name) ?? []) visit(next, [...trail, name])
    done.add(name)
  }
  for (const { name } of files) visit(name, [])
  expect(cycles).toEqual([])
})

/** The part of a path below a folder that is a folder itself; undefined: it is elsewhere, or a file of that folder. */
function folderBelow(parent: string, name: string): string | undefined {
  const [first, ...rest] = name.startsWith(`${parent}/`) ? name.slice(parent.length + 1).split('/') : []
  return rest.length > 0 ? first : undefined
}

/** Imports between two folders of `parent`, types counted. */
const importsWithin = (parent: string) =>
  files.flatMap(({ name, imports }) => {
    const from = folderBelow(parent, name)
    return imports.flatMap((one) => {
      const to = folderBelow(parent, one)
      return from === undefined || to === undefined || from === to ? [] : [{ from, to, name, one }]
    })
  })

test('the folders of any folder point one way: none leads back to itself, types counted', () => {
  const parents = new Set(files.flatMap(({ name }) => name.split('/').map((_, at, all) => all.slice(0, at).join('/'))))
  const circles = [...parents].filter(Boolean).flatMap((parent) => {
    const below = new Map<string, Set<string>>()
    for (const { from, to } of importsWithin(parent)) below.set(from, (below.get(from) ?? new Set()).add(to))
    // what leads nowhere but to folders that were taken away already is taken away: what is left leads in circles
    for (let left = -1; left !== below.size; ) {
      left = below.size
      for (const [from, tos] of below) if (![...tos].some((to) => below.has(to))) below.delete(from)
    }
    return below.size > 0 ? [`${parent}: ${[...below.keys()].join(', ')}`] : []
  })
  expect(circles).toEqual([])
})

test.each(['src/core', 'src/core/posts', 'src/core/publish', 'src/slack', 'src/slack/features', 'blocks'])(
  '%s: imports go down the table of its README, which names each of its folders',
  (parent) => {
    const page = readFileSync(path.join(root, parent, 'README.md'), 'utf8')
    const order = [...page.matchAll(/^\| `([\w-]+)\/` \|/gm)].map(([, folder]) => folder!)
    const there = readdirSync(path.join(root, parent), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect([...order].sort()).toEqual(there.map(({ name }) => name).sort())
    const up = importsWithin(parent).filter(({ from, to }) => order.indexOf(from) > order.indexOf(to))
    expect(up.map(({ name, one }) => `${name} imports ${one}`)).toEqual([])
  },
)

function isTypeOnly(name: string, text: string, target: string): boolean {
  const relative = path.posix.relative(path.posix.dirname(name), target).replace(/\.ts$/, '.js')
  const specifier = relative.startsWith('.') ? relative : `./${relative}`
  const lines = [...text.matchAll(/(import|export)\s+(type\s+)?[^'"]*?from\s+'([^']+)'/g)].filter(
    (match) => match[3] === specifier,
  )
  return lines.length > 0 && lines.every((match) => match[2] !== undefined)
}

const FORBIDDEN: { rule: RegExp; except: string[]; because: string }[] = [
  { rule: /process\.env\b/, except: ['src/config/config.ts'], because: 'configuration is read in one place: config.ts' },
  { rule: /new Date\(\)|Date\.now\(\)/, except: ['src/deps.ts'], because: 'time is a value: take the clock from deps' },
  { rule: /\b(?:SECOND|MINUTE|HOUR|DAY|WEEK)_MS = /, except: [DURATION], because: `lengths of time have one home: ${DURATION}` },
  {
    rule: /new Date\((?:[\w.]|\(\))+\.getTime\(\) [-+] /,
    except: [DURATION],
    because: 'an instant is moved by before and after',
  },
  {
    rule: /\('queued', 'uploading', 'sent'\)/,
    except: ['src/core/lib/rows/live.ts'],
    because: 'which posts are live is said in one place: isLive',
  },
  { rule: /Math\.random\(\)/, except: ['src/deps.ts'], because: 'chance comes from deps, so that tests can set it' },
]

test.each(FORBIDDEN)('$because', ({ rule, except }) => {
  const wrong = files
    .filter(({ name }) => !except.includes(name))
    .flatMap(({ name, text }) =>
      text
        .split('\n')
        .map((line, index) => ({ line: line.replace(/\/\/.*$|^\s*\*.*$|^\s*\/\*\*.*$/, ''), at: index + 1 }))
        .filter(({ line }) => rule.test(line))
        .map(({ line, at }) => `${name}:${at} ${line.trim()}`),
    )
  expect(wrong).toEqual([])
})

/** Where the database is asked for its own time: what our clock is held against. */
const ASKS_THE_DATABASE = [
  'src/deps.ts',
  'src/db/clock.ts',
  'src/core/publish/send/commit-sending.ts',
  'src/service/backup/snapshot.ts',
]

test('SQL takes the clock’s now as a parameter', () => {
  const wrong = files
    .filter(({ name }) => !ASKS_THE_DATABASE.includes(name))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/\b(?:sql|tx|con)(?:<[^`]*>)?`([^`]*)`/g)]
        .map((match) => match[1]!.replace(/\$\{[^}]*\}/g, ''))
        .filter((statement) => /\bnow\(\)|\bcurrent_timestamp\b|\bclock_timestamp\(\)/i.test(statement))
        .map((statement) => `${name}: ${statement.trim().slice(0, 80)}`),
    )
  expect(wrong).toEqual([])
})

/** Tables of rows that are looked up one at a time: a second file would only be a second place to look in. */
const ONE_TABLE = ['src/core/lib/reasons.ts']

test('no file is longer than 400 lines, and no table than 600', () => {
  const isLong = ({ name, text }: SourceFile) => text.split('\n').length > (ONE_TABLE.includes(name) ? 600 : 400)
  expect(files.filter(isLong).map(({ name }) => name)).toEqual([])
})

test('no folder holds more than 25 source files', () => {
  const folders = new Map<string, number>()
  for (const folder of ['src', 'blocks', 'test', 'bench/support'])
    for (const entry of readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile() && /\.(?:ts|mjs|js)$/.test(entry.name))
        folders.set(entry.parentPath, (folders.get(entry.parentPath) ?? 0) + 1)
  expect([...folders].filter(([, count]) => count > 25)).toEqual([])
})

const docblocks = files.flatMap(({ name, text }) =>
  [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map((match) => ({
    name,
    words: match[1]!.replace(/\n\s*\*\s?/g, ' ').trim(),
    below: text.slice(match.index + match[0].length),
  })),
)

test('a docblock begins with a verb or a subject', () => {
  const fragment = /^(?:Of|As|By|In|From|With|At|On|For|Its|Those|Who|Whose|Which)\b/
  expect(docblocks.filter(({ words }) => fragment.test(words)).map(({ name, words }) => `${name}: ${words}`)).toEqual([])
})

test('a @param of a docblock names a parameter of what stands below it', () => {
  const isBelow = (param: string, below: string) => new RegExp(`\\b${param}\\b`).test(below.split('\n').slice(0, 40).join('\n'))
  const wrong = docblocks.flatMap(({ name, words, below }) =>
    [...words.matchAll(/@param (\w+)/g)]
      .filter(([, param = '']) => !isBelow(param, below))
      .map(([, param]) => `${name}: @param ${param}`),
  )
  expect(wrong).toEqual([])
})

/** What `@see` may name besides a document, a file or a declaration: a published standard or an address. */
const PUBLISHED = /https:\/\/\S+|\bRFC \d+|\bISO\/IEC \d+/

test('every @see has its target: a document with its section, a file, a declaration, a standard or an address', () => {
  const commented = ['src', 'blocks', 'test', 'bench']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:ts|mjs|js)$/.test(name) && !name.includes('node_modules'))
        .map((name) => path.join(folder, name).replaceAll(path.sep, '/')),
    )
    .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }))
  const isDeclared = (name: string) =>
    commented.some(({ text }) => new RegExp(`\\b(?:function|const|class|type|interface) ${name}\\b`).test(text))
  const hasTarget = (see: string) => {
    const places = [...see.matchAll(/[\w./-]+\.(?:md|ts|mjs|js|sql)\b(?:#[\w-]+)?/g)].map(([place]) => place)
    if (PUBLISHED.test(see) && !/\.md\b/.test(see)) return true
    if (places.length > 0) return places.every((place) => leadsSomewhere(place))
    const declared = /^\w+/.exec(see)?.[0]
    return declared !== undefined && isDeclared(declared)
  }
  const wrong = commented.flatMap(({ name, text }) =>
    [...text.matchAll(/[*/] .*?@see .*/g)]
      .flatMap(([line]) => line.split('@see ').slice(1))
      .map((see) => see.replace(/\*\/.*$/, '').trim())
      .filter((see) => !hasTarget(see))
      .map((see) => `${name}: @see ${see}`),
  )
  expect(wrong).toEqual([])
})

/** What `npm run lint` gives to the compiler: `tsc` takes the root's, `tsc -p` another. */
function typeChecked(): Set<string> {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: { lint: string } }
  const projects = [...scripts.lint.matchAll(/\btsc(?: -p (\S+))?/g)].map(([, folder = '.']) =>
    path.join(root, folder, 'tsconfig.json'),
  )
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} }
  return new Set(projects.flatMap((file) => filesOf(ts.getParsedCommandLineOfConfigFile(file, {}, host))))
}
const filesOf = (project: ts.ParsedCommandLine | undefined) =>
  (project?.fileNames ?? []).filter((file) => file.endsWith('.ts') || project?.options.checkJs === true)

test('every product file is linted and type-checked', async () => {
  const product = ['src', 'blocks', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[cm]?[jt]s$/.test(name))
      .map((name) => path.join(folder, name)),
  )
  const checked = typeChecked()
  const eslint = new ESLint({ cwd: root })
  const isLinted = async (file: string) => {
    const config = (await eslint.calculateConfigForFile(path.join(root, file))) as Linter.Config | undefined // undefined: ignored
    return config?.rules?.['@typescript-eslint/no-floating-promises'] !== undefined
  }
  const unlinted = await Promise.all(product.map(async (file) => ((await isLinted(file)) ? [] : [`${file} is not linted`])))
  const unchecked = product.filter((file) => !checked.has(path.join(root, file))).map((file) => `${file} is not type-checked`)
  expect([...unlinted.flat(), ...unchecked]).toEqual([])
})

/** Words of our own that gave way to the field's, and what to say instead. In pieces of names, too: `atSeam`, `LANES`. */
const RETIRED: Record<string, string> = {
  'lanes?': 'board lock',
  'seams?': 'failpoint',
  'overtak(?:e|es|en|ing)': 'superseded',
  anew: 'again',
  clockwork: 'clock, virtual clock',
  lifeline: 'signals',
  'naps?|napped': 'idle delay',
  'heeds?|heeded': 'handle',
  'seekers?': 'search',
  untold: 'not notified, not logged',
  'works? off|worked off': 'process',
  'look ahead': 'prefetch',
  'handed back|hands? back': 'requeue, release',
  'take off|bring back': 'unschedule, restore',
  'whoever runs': 'operator',
  'mended|mends?': 'fix',
  'reseal(?:s|ed|ing)?': 'rotate',
  'tells published': 'notify on publish',
  '(?:all|any|both|each|every|mcp|whatever|whichever|whole) doors?': 'entry point',
  'asked post|said blocks': 'input, banner',
  'known places|told instead': 'board availability cache, fallback recipient',
  'stray lanes?|unprepared': 'orphaned board lock, preparation error',
  'platform words?': 'platform response',
  'is nobodys': 'the condition itself',
}
/** Names of a table and a column, which stay. */
const KEPT = /publish_lanes|tells_published/g

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`)

test('retired words do not come back, in names, comments, sentences and documents', () => {
  const retired = new RegExp(`\\b(?:${Object.keys(RETIRED).join('|')})\\b`, 'i')
  const code = ['src', 'blocks', 'test', 'bench', 'scripts'].flatMap((folder) => filesIn(folder, /\.(?:ts|mjs|js)$/))
  const read = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs', /\.md$/), ...code]
  const wrong = read
    .filter((name) => name !== 'test/architecture.test.ts' && !name.includes('node_modules'))
    .flatMap((name) =>
      readFileSync(path.join(root, name), 'utf8')
        .split('\n')
        .map((line, index) => ({ found: retired.exec(inWords(line)), at: index + 1, line }))
        .filter(({ found }) => found !== null)
        .map(({ at, line }) => `${name}:${at} ${line.trim()}`),
    )
  expect(wrong).toEqual([])
})

test('what has a command of its own, as it needs more than Node or minutes, is no part of `npm test`', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const apart = Object.values(scripts)
    .flatMap((command) => /^vitest run --mode (\w+)$/.exec(command)?.[1] ?? [])
    .filter((name) => existsSync(path.join(root, 'test', name)))
  expect(apart).toContain('deploy')
  // Of the statements, support alone is judged with everything else.
  for (const name of apart.filter((one) => one !== 'statements')) expect(ELSEWHERE).toContain(`test/${name}/**`)
})

const inWords = (line: string) =>
  line
    .replace(KEPT, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
