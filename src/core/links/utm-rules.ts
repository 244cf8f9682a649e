/** The UTM parameters that an account, or one of its boards, adds to links. @see docs/contract.md#utm-parameters */
import { requireAccount } from '../accounts/accounts.js'
import { requireRoleOn } from '../accounts/people/roles.js'
import { recordAct } from '../audit/audit.js'
import type { Actor } from '../lib/actor.js'
import { badRequest, DomainError } from '../lib/errors.js'
import { readAll } from '../lib/rows/read-all.js'
import { cleanText, lengthOf } from '../lib/prose/text.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { PLACEHOLDERS, UTM_FIELDS, type UtmField, type UtmParameters, type UtmRule } from './utm.js'

export const UTM_LENGTH = 100
/** The most boards of an account with their own rule. */
export const MOST_UTM_BOARDS = 500

/** Lists the account's rule first, then by board. @throws NOT_FOUND */
export async function listUtmRules(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  input: { accountId: string },
): Promise<UtmRule[]> {
  const { organizationId, id } = await requireAccount(sql, actor, input.accountId)
  return readUtmRules(sql, { organizationId, accountId: id })
}

/** The caller must have checked that the account may be seen. */
export async function readUtmRules(
  sql: Sql,
  { organizationId, accountId }: { organizationId: string; accountId: string },
): Promise<UtmRule[]> {
  const rows = await sql<UtmRule[]>`
    select ${ruleColumns(sql)}
      from utm_rules u
     where u.organization_id = ${organizationId} and u.account_id = ${accountId}
     order by u.board_id collate "C"`
  return rows.map((row) => ({ ...row }))
}

/** Columns have the names of the fields, so a row is a rule. */
const ruleColumns = (sql: Sql) => sql`nullif(u.board_id, '') as "boardId", u.source, u.medium, u.campaign, u.content`

/**
 * Creates or replaces the rule of the account, or of one board, which need not be known yet. Published pins keep their links.
 * @throws BAD_REQUEST source, medium, campaign, content, boardId · FORBIDDEN not an admin · NOT_FOUND
 */
export async function putUtmRule(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, ...input }: { accountId: string } & UtmRule,
  beforeCommit?: BeforeCommit<UtmRule>,
): Promise<UtmRule> {
  const given = readRule(input)
  requireRoleOn(actor, accountId, 'admin')
  const key = given.boardId ?? ''
  const now = clock()
  return db.tx(async (sql) => {
    const { organizationId, id } = await requireAccount(sql, actor, accountId)
    await sql`select from accounts where organization_id = ${organizationId} and id = ${id} for no key update` // so that the count is good
    const rules = await readUtmRules(sql, { organizationId, accountId: id })
    const before = rules.find(({ boardId }) => boardId === given.boardId)
    if (!before && key !== '' && rules.filter(({ boardId }) => boardId !== null).length >= MOST_UTM_BOARDS)
      throw badRequest(
        'boardId',
        (of) => `${of('boardId')}: ${MOST_UTM_BOARDS} boards have their own UTM parameters, the maximum. Delete one first.`,
      )
    const { source, medium, campaign, content } = given
    await sql`
      insert into utm_rules (organization_id, account_id, board_id, source, medium, campaign, content, updated_at)
      values (${organizationId}, ${id}, ${key}, ${source}, ${medium}, ${campaign}, ${content}, ${now})
      on conflict (organization_id, account_id, board_id) do update
         set source = excluded.source, medium = excluded.medium, campaign = excluded.campaign, content = excluded.content,
             updated_at = excluded.updated_at`
    const act = { accountId: id, subject: `utm_rules:${id}`, action: 'put', before: before && { ...before }, after: { ...given } }
    await recordAct(sql, actor, act, now)
    await beforeCommit?.(sql, given)
    return given
  })
}

/**
 * @returns the deleted rule
 * @throws BAD_REQUEST boardId · FORBIDDEN not an admin · NOT_FOUND also when there is no such rule
 */
export async function deleteUtmRule(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, boardId }: { accountId: string; boardId: string | null },
  beforeCommit?: BeforeCommit<UtmRule>,
): Promise<UtmRule> {
  const key = requireBoard(boardId) ?? ''
  requireRoleOn(actor, accountId, 'admin')
  const now = clock()
  return db.tx(async (sql) => {
    const { organizationId, id } = await requireAccount(sql, actor, accountId)
    const [row] = await sql<UtmRule[]>`
      delete from utm_rules u
       where u.organization_id = ${organizationId} and u.account_id = ${id} and u.board_id = ${key}
      returning ${ruleColumns(sql)}`
    if (!row) throw new DomainError('NOT_FOUND', 'UTM rule not found.')
    await recordAct(sql, actor, { accountId: id, subject: `utm_rules:${id}`, action: 'delete', before: { ...row } }, now)
    await beforeCommit?.(sql, { ...row })
    return { ...row }
  })
}

/** @throws BAD_REQUEST the first wrong field, with all of them as issues */
function readRule({ boardId, source, medium, campaign, content }: UtmRule): UtmRule {
  const rule = readAll({
    boardId: () => requireBoard(boardId),
    source: () => readTemplate('source', source),
    medium: () => readTemplate('medium', medium),
    campaign: () => readTemplate('campaign', campaign),
    content: () => readTemplate('content', content),
  })
  if (UTM_FIELDS.every((field) => rule[field] === null))
    throw badRequest('source', (of) => `${of('source')}, ${of('medium')}, ${of('campaign')} or ${of('content')} is required.`)
  return rule
}

/** Removes the `b_` of our CSV export. @throws BAD_REQUEST boardId */
function requireBoard(boardId: string | null): string | null {
  if (boardId !== null && !/^(b_)?\d{1,30}$/.test(boardId))
    throw badRequest('boardId', (of) => `${of('boardId')} must be the id of a board.`)
  return boardId?.replace(/^b_/, '') ?? null
}

/** Trims a template; an empty one is null. @throws BAD_REQUEST naming `field` */
function readTemplate(field: UtmField, template: UtmParameters[UtmField]): string | null {
  const clean = template === null ? '' : cleanText(field, template).replace(/\s+/g, ' ')
  if (clean === '') return null
  if (lengthOf(clean) > UTM_LENGTH) throw badRequest(field, (of) => `${of(field)} must be at most ${UTM_LENGTH} characters.`)
  const unknown = PLACEHOLDERS.reduce((text, name) => text.replaceAll(`{${name}}`, ''), clean)
  if (/[{}]/.test(unknown))
    throw badRequest(field, (of) => `${of(field)} can contain {board} and {account}, and no other braces.`)
  return clean
}
