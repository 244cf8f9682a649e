/**
 * Whether a statement stays inside one organization, as a database distributed by organization needs it: judged by Postgres' own grammar.
 *
 * - A statement that writes or locks names the organization by value (`organization_id = $1`) for every tenant table in it, also in its
 *   subselects: by correlation alone is not enough.
 * - A plain read of several tenant tables has the organization equal between them, or by value for each.
 * - What refers to itself (`with recursive`) reads one organization.
 *
 * And the shapes that Citus was seen to refuse, whatever they name (docs/citus.md):
 *
 * - An insert with a subselect in its values, behind `on conflict` or in `returning`; one of what is selected from no table with a parameter in
 *   either of the latter.
 * - A write that returns what a function makes that is not immutable, or an update that sets a column by one from another.
 * - A subselect without a column, in `exists` or in `from`.
 *
 * And in a statement of several parts, one of which inserts, so that a cluster runs them one after the other:
 *
 * - A part that reads what an earlier one writes: on one Postgres it reads it as it was.
 * - A lock beside what a function returns, whose rows are written in one format and read in another.
 */
import { parse } from 'libpg-query'

export type Rule =
  | 'write'
  | 'lock'
  | 'join'
  | 'recursion'
  | 'insert'
  | 'function'
  | 'no column'
  | 'read after write'
  | 'lock beside function'
export type Finding = { rule: Rule; table: string }

type Node = Record<string, unknown>
/** A table of an organization in the statement, or what a column of a subselect has of it. */
type Key = object
/** Of a parameter or constant: whose organization it is, the caller decides. */
const VALUE: Key = {}

type Source = { alias: string; mention?: Mention; columns?: Map<string, Key> }
type Mention = {
  table: string
  key: Key
  part: number
  isWritten: boolean
  isPinned: boolean
  isRecursive: boolean
  level: Level
}
type Level = {
  sources: Source[]
  outer: Level | undefined
  ctes: Map<string, Map<string, Key>>
  /** What is equal for every row, and which tables it can pin: the condition of an outer join says nothing of the side that is kept. */
  pairs: { a: Key; b: Key; pins: readonly Source[] }[]
}
/** What is judged together: a statement, or one arm of a union at its top. */
type Group = {
  mentions: Mention[]
  isBegun: boolean
  /** Counts the parts of the outermost `with`, in the order in which a cluster runs them. */
  part: number
  inserts: boolean
  /** Locked where a function returns rows beside them. */
  besideFunction: string[]
  writes: boolean
  locks: boolean
  equal: Map<Key, Key>
  shapes: Finding[]
}

const ORGANIZATION = 'organization_id'

/** @param tenantTables those with rows of organizations; all others may be joined and written as one likes */
export async function judge(text: string, tenantTables: ReadonlySet<string>): Promise<Finding[]> {
  const { stmts = [] } = await parse(text)
  return stmts.flatMap(({ stmt }) => new Judge(tenantTables).statement(stmt as Node))
}

class Judge {
  #group: Group = newGroup()
  constructor(private readonly tenantTables: ReadonlySet<string>) {}

  statement(node: Node): Finding[] {
    const [kind, body] = entry(node)
    if (kind === 'SelectStmt' && body.op !== 'SETOP_NONE' && !body.withClause && !body.lockingClause)
      return ['larg', 'rarg'].flatMap((arm) => new Judge(this.tenantTables).statement({ SelectStmt: body[arm] }))
    this.#query(node, undefined)
    return this.#findings()
  }

  #findings(): Finding[] {
    const { mentions, writes, locks, shapes } = this.#group
    const findings: Finding[] = [...shapes, ...this.#inSteps()]
    const classes = new Set(mentions.map(({ key }) => this.#root(key)))
    for (const { table, isWritten, isPinned, isRecursive } of mentions) {
      if (isPinned) continue
      if (isRecursive) findings.push({ rule: 'recursion', table })
      if (isWritten) findings.push({ rule: 'write', table })
      else if (writes) findings.push({ rule: 'join', table })
      else if (locks) findings.push({ rule: 'lock', table })
      else if (classes.size > 1) findings.push({ rule: 'join', table })
    }
    return findings.filter(
      (one, at) => findings.findIndex((other) => other.rule === one.rule && other.table === one.table) === at,
    )
  }

  /** What is otherwise where each part sees what the earlier ones wrote. */
  #inSteps(): Finding[] {
    const { mentions, inserts, part, besideFunction } = this.#group
    if (!inserts || part === 0) return []
    const isStale = (one: Mention) =>
      !one.isWritten && mentions.some((other) => other.isWritten && other.table === one.table && other.part < one.part)
    return [
      ...mentions.filter(isStale).map(({ table }) => ({ rule: 'read after write' as const, table })),
      ...besideFunction.map((table) => ({ rule: 'lock beside function' as const, table })),
    ]
  }

  /** @returns what the columns of its answer have of organizations */
  #query(
    node: Node,
    outer: Level | undefined,
    inherited: Map<string, Map<string, Key>> = outer?.ctes ?? new Map<string, Map<string, Key>>(),
  ): Map<string, Key> {
    const [kind, body] = entry(node)
    const level: Level = { sources: [], outer, ctes: new Map(inherited), pairs: [] }
    this.#withClause(body.withClause as Node | undefined, level)
    if (kind === 'SelectStmt') return this.#select(body, level)
    if (kind === 'InsertStmt') return this.#insert(body, level)
    if (kind === 'UpdateStmt' || kind === 'DeleteStmt') return this.#change(body, level)
    this.#walk(body, level)
    return new Map()
  }

  #withClause(clause: Node | undefined, level: Level): void {
    const isOutermost = !this.#group.isBegun // a `with` inside a part is planned with it
    this.#group.isBegun = true
    for (const cte of list(clause?.ctes).map((one) => one.CommonTableExpr as Node)) {
      const name = cte.ctename as string
      if (clause?.recursive) level.ctes.set(name, new Map([[ORGANIZATION, {}]]))
      const before = this.#group.mentions.length
      if (isOutermost) this.#group.part++
      const columns = this.#query(cte.ctequery as Node, level.outer, level.ctes)
      if (clause?.recursive && JSON.stringify(cte.ctequery).includes(`"relname":"${name}"`))
        for (const mention of this.#group.mentions.slice(before)) mention.isRecursive = true
      const itself = level.ctes.get(name)
      const named = renamed(columns, list(cte.aliascolnames))
      if (itself?.has(ORGANIZATION) && named.has(ORGANIZATION)) this.#unite(itself.get(ORGANIZATION)!, named.get(ORGANIZATION)!)
      level.ctes.set(name, named)
    }
    if (isOutermost && clause) this.#group.part++ // the statement itself
  }

  #select(body: Node, level: Level): Map<string, Key> {
    if (body.op !== undefined && body.op !== 'SETOP_NONE') {
      const [left, right] = ['larg', 'rarg'].map((arm) => this.#query({ SelectStmt: body[arm] }, level.outer, level.ctes)) as [
        Map<string, Key>,
        Map<string, Key>,
      ]
      // A union answers with columns by place; by name is as good where both sides call it the same.
      const united = new Map<string, Key>()
      for (const [name, key] of left) {
        const other = right.get(name)
        if (!other) continue
        this.#unite(key, other)
        united.set(name, key === VALUE ? other : key)
      }
      return united
    }
    for (const item of list(body.fromClause)) this.#from(item, level)
    this.#conditions(body.whereClause as Node | undefined, level)
    this.#pin(level)
    if (list(body.lockingClause).length > 0) {
      this.#group.locks = true
      if (has(body.fromClause, (kind) => kind === 'RangeFunction'))
        this.#group.besideFunction.push(...level.sources.flatMap(({ mention }) => mention?.table ?? []))
    }
    for (const part of [
      'targetList',
      'whereClause',
      'groupClause',
      'havingClause',
      'sortClause',
      'valuesLists',
      'windowClause',
      'distinctClause',
      'limitCount',
      'limitOffset',
    ])
      this.#walk(body[part], level)
    return this.#columnsOf(list(body.targetList), level)
  }

  #insert(body: Node, level: Level): Map<string, Key> {
    this.#group.writes = true
    const { relname, alias } = body.relation as { relname: string; alias?: { aliasname: string } }
    const columns = list(body.cols).map((one) => (one.ResTarget as Node).name as string)
    const mention = this.#mention(relname, level, true)
    // Where it goes is said by the row itself.
    if (mention) {
      this.#group.inserts = true
      mention.isPinned = columns.includes(ORGANIZATION)
      if (isRefusedInsert(body)) this.#group.shapes.push({ rule: 'insert', table: relname })
      if (returned(body).some(isNotImmutable)) this.#group.shapes.push({ rule: 'function', table: relname })
    }
    if (body.selectStmt) this.#query(body.selectStmt as Node, level.outer, level.ctes)
    if (mention) this.#unite(mention.key, VALUE)
    level.sources.push({ alias: alias?.aliasname ?? relname, ...(mention && { mention }) })
    if (mention) level.sources.push({ alias: 'excluded', columns: new Map([[ORGANIZATION, mention.key]]) })
    this.#walk(body.onConflictClause, level)
    this.#walk(body.returningClause ?? body.returningList, level)
    return this.#columnsOf(returned(body), level)
  }

  /** An update or a delete. */
  #change(body: Node, level: Level): Map<string, Key> {
    this.#group.writes = true
    const { relname, alias } = body.relation as { relname: string; alias?: { aliasname: string } }
    const mention = this.#mention(relname, level, true)
    if (mention && (returned(body).some(isNotImmutable) || list(body.targetList).some(isSetByFunction)))
      this.#group.shapes.push({ rule: 'function', table: relname })
    level.sources.push({ alias: alias?.aliasname ?? relname, ...(mention && { mention }) })
    for (const item of [...list(body.fromClause), ...list(body.usingClause)]) this.#from(item, level)
    this.#conditions(body.whereClause as Node | undefined, level)
    this.#pin(level)
    for (const part of ['targetList', 'whereClause', 'returningClause', 'returningList']) this.#walk(body[part], level)
    return this.#columnsOf(returned(body), level)
  }

  #mention(table: string, level: Level, isWritten = false): Mention | undefined {
    if (!this.tenantTables.has(table)) return undefined
    const mention: Mention = { table, key: {}, part: this.#group.part, isWritten, isPinned: false, isRecursive: false, level }
    this.#group.mentions.push(mention)
    return mention
  }

  #from(item: Node, level: Level): void {
    const [kind, body] = entry(item)
    if (kind === 'RangeVar') {
      const name = body.relname as string
      const alias = (body.alias as Node | undefined)?.aliasname as string | undefined
      const cte = level.ctes.get(name)
      if (cte) return void level.sources.push({ alias: alias ?? name, columns: new Map(cte) })
      const mention = this.#mention(name, level)
      level.sources.push({ alias: alias ?? name, ...(mention && { mention }) })
    } else if (kind === 'RangeSubselect') {
      const alias = body.alias as Node | undefined
      // What stands to the left may be seen by `lateral`; without it, it is not there to be named.
      const before = this.#group.mentions.length
      const columns = this.#query(body.subquery as Node, level, level.ctes)
      this.#requireColumn(body.subquery as Node, before)
      level.sources.push({ alias: (alias?.aliasname as string) ?? '', columns: renamed(columns, list(alias?.colnames)) })
    } else if (kind === 'RangeFunction') {
      const alias = body.alias as Node | undefined
      this.#walk(body.functions, level)
      level.sources.push({ alias: (alias?.aliasname as string) ?? '', columns: new Map() })
    } else if (kind === 'JoinExpr') {
      const before = level.sources.length
      this.#from(body.larg as Node, level)
      const left = level.sources.slice(before)
      this.#from(body.rarg as Node, level)
      const right = level.sources.slice(before + left.length)
      const pins = { JOIN_INNER: [...left, ...right], JOIN_LEFT: right, JOIN_RIGHT: left }[body.jointype as string] ?? []
      if (list(body.usingClause).some((one) => (one.String as Node).sval === ORGANIZATION)) {
        const [a, b] = [left, right].map((side) => side.map(organizationOf).find((key) => key !== undefined))
        if (a && b) {
          this.#unite(a, b)
          level.pairs.push({ a, b, pins })
        }
      }
      this.#conditions(body.quals as Node | undefined, level, pins)
      this.#walk(body.quals, level)
    } else this.#walk(item, level)
  }

  /** The equalities that hold for every row: what stands in `and`. */
  #conditions(node: Node | undefined, level: Level, pins: readonly Source[] = level.sources): void {
    for (const [a, b] of this.#pairs(node, level)) {
      this.#unite(a, b)
      level.pairs.push({ a, b, pins })
    }
  }

  /** What equals a value by conditions of its own level, also by way of other tables of that level. */
  #pin(level: Level): void {
    const pinned = new Set([VALUE])
    for (let before = -1; before !== pinned.size; ) {
      before = pinned.size
      for (const { a, b, pins } of level.pairs)
        for (const [from, to] of [
          [a, b],
          [b, a],
        ] as const)
          if (pinned.has(from) && pins.some(({ mention }) => mention?.key === to && mention.level === level)) pinned.add(to)
    }
    for (const { mention } of level.sources) if (mention && pinned.has(mention.key)) mention.isPinned = true
  }

  #pairs(node: Node | undefined, level: Level): [Key, Key][] {
    if (!node) return []
    const [kind, body] = entry(node)
    if (kind === 'BoolExpr') return body.boolop === 'AND_EXPR' ? list(body.args).flatMap((one) => this.#pairs(one, level)) : []
    if (kind === 'SubLink' && body.subLinkType === 'ANY_SUBLINK') return this.#pairsOfIn(body, level)
    if (kind !== 'A_Expr' || body.kind !== 'AEXPR_OP' || nameOf(body.name) !== '=') return []
    const [left, right] = [cells(body.lexpr), cells(body.rexpr)]
    return left.flatMap((one, at): [Key, Key][] => {
      const [a, b] = [this.#keyOf(one, level), this.#keyOf(right[at], level)]
      return a && b ? [[a, b]] : []
    })
  }

  /** `(organization_id, id) in (select organization_id, id …)` */
  #pairsOfIn(body: Node, level: Level): [Key, Key][] {
    const select = (body.subselect as Node).SelectStmt as Node | undefined
    const inner = this.#subselect(body, level)
    const targets = list(select?.targetList).map((one) => columnName(one.ResTarget as Node))
    return cells(body.testexpr).flatMap((one, at): [Key, Key][] => {
      const [a, b] = [this.#keyOf(one, level), targets[at] === undefined ? undefined : inner.get(targets[at])]
      return a && b && b !== VALUE ? [[a, b]] : []
    })
  }

  readonly #seen = new Map<Node, Map<string, Key>>()
  /** Its mentions are counted once, however often it is come by. */
  #subselect(link: Node, level: Level): Map<string, Key> {
    const known = this.#seen.get(link)
    if (known) return known
    const before = this.#group.mentions.length
    const columns = this.#query(link.subselect as Node, level, level.ctes)
    this.#seen.set(link, columns)
    this.#requireColumn(link.subselect as Node, before)
    return columns
  }

  /** @param before how many mentions there were before it */
  #requireColumn(query: Node, before: number): void {
    const select = query.SelectStmt as Node | undefined
    const [first] = this.#group.mentions.slice(before)
    if (first && select?.fromClause && list(select.targetList).length === 0)
      this.#group.shapes.push({ rule: 'no column', table: first.table })
  }

  #keyOf(node: Node | undefined, level: Level): Key | undefined {
    if (!node) return undefined
    const [kind, body] = entry(node)
    if (kind === 'TypeCast') return this.#keyOf(body.arg as Node, level)
    if (kind === 'ParamRef' || kind === 'A_Const') return VALUE
    if (kind !== 'ColumnRef') return undefined
    const names = list(body.fields).map((one) => (one.String as Node | undefined)?.sval as string | undefined)
    const [alias, column] = names.length === 1 ? [undefined, names[0]] : names.slice(-2)
    if (column === undefined) return undefined
    for (let at: Level | undefined = level; at; at = at.outer) {
      for (const source of at.sources) {
        if (alias !== undefined && source.alias !== alias) continue
        const key = source.mention ? (column === ORGANIZATION ? source.mention.key : undefined) : source.columns?.get(column)
        if (key) return key
        if (alias !== undefined) return undefined
      }
    }
    return undefined
  }

  #columnsOf(targets: Node[], level: Level): Map<string, Key> {
    const columns = new Map<string, Key>()
    for (const target of targets.map((one) => one.ResTarget as Node | undefined)) {
      const value = target?.val as Node | undefined
      const fields = list((value?.ColumnRef as Node | undefined)?.fields)
      if (fields.length > 0 && 'A_Star' in fields.at(-1)!) {
        const alias = fields.length > 1 ? ((fields[0]!.String as Node).sval as string) : undefined
        for (const source of level.sources.filter((one) => alias === undefined || one.alias === alias)) {
          if (source.mention) columns.set(ORGANIZATION, source.mention.key)
          for (const [name, key] of source.columns ?? []) columns.set(name, key)
        }
        continue
      }
      const name = target && columnName(target)
      const key = this.#keyOf(value, level)
      if (name !== undefined && key) columns.set(name, key)
    }
    return columns
  }

  /** Everything else: it is looked through for subselects. */
  #walk(node: unknown, level: Level): void {
    if (Array.isArray(node)) return node.forEach((one) => this.#walk(one, level))
    if (typeof node !== 'object' || node === null) return
    const link = (node as Node).SubLink as Node | undefined
    if (link) {
      this.#walk(link.testexpr, level)
      this.#subselect(link, level)
      return
    }
    for (const [kind, part] of Object.entries(node)) {
      if (kind === 'SelectStmt') this.#query({ SelectStmt: part }, level, level.ctes)
      else this.#walk(part, level)
    }
  }

  #root(key: Key): Key {
    let at = key
    for (let next = this.#group.equal.get(at); next; next = this.#group.equal.get(at)) at = next
    return at
  }

  #unite(a: Key, b: Key): void {
    const [one, other] = [this.#root(a), this.#root(b)]
    if (one === other) return
    if (one === VALUE) this.#group.equal.set(other, one)
    else this.#group.equal.set(one, other)
  }
}

const newGroup = (): Group => ({
  mentions: [],
  isBegun: false,
  part: 0,
  inserts: false,
  besideFunction: [],
  writes: false,
  locks: false,
  equal: new Map(),
  shapes: [],
})

const organizationOf = ({ mention, columns }: Source) => mention?.key ?? columns?.get(ORGANIZATION)

/** A node of the tree is an object with its kind as its only key. */
function entry(node: Node): [string, Node] {
  const [found] = Object.entries(node)
  return found ? [found[0], found[1] as Node] : ['', {}]
}

const list = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : [])

const nameOf = (name: unknown) =>
  list(name)
    .map((one) => (one.String as Node).sval as string)
    .at(-1)

/** `(a, b)` is two, everything else one. */
function cells(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return []
  const row = (node as Node).RowExpr as Node | undefined
  return row ? list(row.args) : [node as Node]
}

function columnName(target: Node): string | undefined {
  if (target.name !== undefined) return target.name as string
  const fields = list(((target.val as Node | undefined)?.ColumnRef as Node | undefined)?.fields)
  return (fields.at(-1)?.String as Node | undefined)?.sval as string | undefined
}

const returned = (body: Node) => list((body.returningClause as Node | undefined)?.exprs ?? body.returningList)

/** `as t (organization_id, id)` names columns by their place; a statement that renames is rare, and only whole names are kept. */
function renamed(columns: Map<string, Key>, names: Node[]): Map<string, Key> {
  if (names.length === 0) return columns
  const keys = [...columns.values()]
  return new Map(names.flatMap((one, at) => (keys[at] ? [[(one.String as Node).sval as string, keys[at]] as const] : [])))
}

/** Whether it stands anywhere below. */
function has(node: unknown, is: (kind: string, body: Node) => boolean): boolean {
  if (Array.isArray(node)) return node.some((one) => has(one, is))
  if (typeof node !== 'object' || node === null) return false
  return Object.entries(node).some(([kind, part]) => is(kind, part as Node) || has(part, is))
}

function isRefusedInsert(body: Node): boolean {
  const select = (body.selectStmt as Node | undefined)?.SelectStmt as Node | undefined
  const values = select?.valuesLists
  const behind = [body.onConflictClause, returned(body)]
  if (has([values, ...behind], (kind) => kind === 'SubLink')) return true
  const isOfTables = has(select?.fromClause, (kind) => kind === 'RangeVar')
  return select !== undefined && values === undefined && !isOfTables && has(behind, (kind) => kind === 'ParamRef')
}

/** Of those that statements use, what Postgres calls stable or volatile. Casts are not judged: the grammar knows no types. */
const NOT_IMMUTABLE = new Set([
  ...['now', 'clock_timestamp', 'statement_timestamp', 'date_trunc', 'to_char', 'age', 'concat', 'concat_ws', 'format'],
  ...['to_json', 'to_jsonb', 'json_build_object', 'jsonb_build_object', 'json_build_array', 'jsonb_build_array'],
])
const isNotImmutableCall = (kind: string, body: Node) => kind === 'FuncCall' && NOT_IMMUTABLE.has(nameOf(body.funcname) ?? '')
const isNotImmutable = (node: Node) => has(node, isNotImmutableCall)
const hasColumn = (node: unknown) => has(node, (kind) => kind === 'ColumnRef')

/** A time plus an interval is stable, too, by the zone of the session. A subselect is planned by itself. */
function isSetByFunction(target: Node): boolean {
  if (has(target, (kind) => kind === 'SubLink')) return false
  return has(target, (kind, body) => {
    if (isNotImmutableCall(kind, body)) return hasColumn(body)
    if (kind !== 'A_Expr' || !['+', '-'].includes(nameOf(body.name) ?? '')) return false
    return hasColumn(body) && has(body, (cast, inner) => cast === 'TypeCast' && isInterval(inner))
  })
}

const isInterval = ({ typeName }: Node) => nameOf((typeName as Node | undefined)?.names) === 'interval'
